import { describe, expect, test } from 'bun:test'
import { detectLanguage } from '../../../../../src/analysis/scan/facts/identity/detect-language.ts'
import { language } from '../../../../../src/analysis/scan/facts/identity/language.ts'
import { factsOf, type SitePage, valuesOf } from '../topic-kit.ts'

const texts: Readonly<Record<string, string>> = {
  en: 'We are a small team of sail makers, and we build what you need for your boat. All of our sails are made by hand.',
  de: 'Wir sind ein kleines Team und nähen die Segel, die Sie für Ihr Boot brauchen. Alle Segel werden von Hand gemacht.',
  fr: 'Nous sommes une petite équipe et nous fabriquons les voiles dont vous avez besoin pour votre bateau, dans notre atelier.',
  es: 'Somos un pequeño equipo y hacemos las velas que usted necesita para su barco. Todas nuestras velas están hechas a mano.',
  it: 'Siamo una piccola squadra e facciamo le vele che servono per la tua barca. Tutte le nostre vele sono fatte a mano.',
  nl: 'Wij zijn een klein team en maken de zeilen die u nodig heeft voor uw boot. Al onze zeilen worden met de hand gemaakt.',
  pt: 'Somos uma pequena equipe e fazemos as velas de que você precisa para o seu barco. Todas as nossas velas são feitas à mão.',
  sv: 'Vi är ett litet team som syr de segel du behöver till din båt. Alla våra segel är gjorda för hand och vi har öppet varje dag.',
  da: 'Vi er et lille team, der syr de sejl, som du har brug for til din båd. Alle vores sejl er lavet i hånden, og vi har åbent hver dag.',
  fi: 'Olemme pieni tiimi ja teemme purjeet, joita sinun veneesi tarvitsee. Kaikki meidän purjeet ovat käsin tehtyjä, ota yhteyttä.',
  pl: 'Jesteśmy małym zespołem i szyjemy żagle, których potrzebujesz do swojej łodzi. Wszystkie nasze żagle są szyte ręcznie.',
  cs: 'Jsme malý tým a šijeme plachty, které potřebujete pro svou loď. Všechny naše plachty jsou šité ručně a také opravujeme.',
  hu: 'Mi egy kis csapat vagyunk, és olyan vitorlákat varrunk, amelyekre önnek szüksége van. Minden vitorla kézzel készül, és ez nem drága.',
  tr: 'Biz küçük bir ekibiz ve sizin için yelken dikiyoruz. Tüm yelkenler el yapımı olarak üretilir ve çok uzun ömürlüdür, her gün açığız.',
  ro: 'Suntem o echipă mică și facem pânzele de care aveți nevoie pentru barca dumneavoastră. Toate sunt făcute de mână în atelierul nostru.',
  ja: '私たちは小さなチームで、お客様のヨットのために帆を作っています。すべて手作りです。',
  zh: '我们是一个小团队，为您的帆船制作船帆。所有船帆均为手工制作，欢迎联系我们了解更多信息。',
  ko: '우리는 작은 팀이며 고객의 보트를 위한 돛을 만듭니다. 모든 돛은 수작업으로 만들어집니다.',
  ru: 'Мы небольшая команда и шьём паруса для вашей яхты. Все наши паруса сделаны вручную, и мы открыты каждый день.',
  uk: 'Ми невелика команда і шиємо вітрила для вашої яхти. Усі наші вітрила зроблені вручну, і ми працюємо щодня в Києві.',
  el: 'Είμαστε μια μικρή ομάδα και φτιάχνουμε τα πανιά που χρειάζεστε για το σκάφος σας.',
}

describe('a text is recognised as', () => {
  test.each(Object.entries(texts))('language %s', (tag, text) => {
    expect(detectLanguage(text)).toBe(tag)
  })
})

test.each(['ja', 'zh', 'ko', 'ru', 'el'])('Latin names do not change the language %s', (tag) => {
  expect(detectLanguage(`Products GHOSTUS, SYAKERAKE. ${texts[tag]} Release, Social`)).toBe(tag)
})

test('a few words do not show a language', () => {
  expect(detectLanguage('Segel Kiel 2024')).toBeUndefined()
})

const page = (lang: string, ...languages: string[]) =>
  `<html lang="${lang}"><body><main>${languages.map((tag) => `<p>${texts[tag]} ${texts[tag]}</p>`.repeat(3)).join('')}</main></body></html>`

const snippets: ReadonlyArray<SitePage & { name: string; values: readonly string[] }> = [
  { name: 'an attribute that the text backs', html: page('de-AT', 'de'), values: ['de'] },
  { name: 'a text without an attribute', html: page('', 'it'), values: ['it'] },
  { name: 'a text against a lying attribute', html: page('en', 'fr'), values: ['fr'] },
  { name: 'an attribute that part of the text backs', html: page('de', 'en', 'de'), values: ['de'] },
  {
    name: 'an attribute of a page with hardly any text',
    html: '<html lang="nb"><body><p>Kontakt</p></body></html>',
    values: ['no'],
  },
  {
    name: 'the editions of the site',
    html: `<html lang="de"><head><link rel="alternate" hreflang="de" href="/"><link rel="alternate" hreflang="en-GB" href="/en/"><link rel="alternate" hreflang="x-default" href="/"><link rel="alternate" hreflang="fr" href="https://www.voiles-martin.fr/"></head><body><p>${texts['de']}</p></body></html>`,
    values: ['de', 'en'],
  },
  {
    name: 'the language menu',
    html: `<html lang="de"><body><nav><a href="/en/">English</a> <a href="/fr/accueil">FR</a> <a href="/italian-food">Italiano</a> <a href="https://other-site.com/es/">Español</a></nav><p>${texts['de']}</p></body></html>`,
    values: ['de', 'en', 'fr'],
  },
  {
    name: 'a code of three letters',
    html: '<html lang="eng"><p>Sails</p>',
    values: ['en'],
  },
  {
    name: 'the locale of Open Graph',
    html: '<meta property="og:locale" content="pt_BR"><p>Olá</p>',
    values: ['pt'],
  },
]

describe('the language is read from', () => {
  test.each(snippets.map((snippet) => [snippet.name, snippet] as const))('%s', (_, snippet) => {
    expect(valuesOf(language, snippet).sort()).toEqual([...snippet.values].sort())
  })
})

test('an attribute is sure, a text against it is not', () => {
  const confidences = (html: string) => factsOf(language, { html }).map(({ confidence }) => confidence)
  expect(confidences(page('de', 'de'))).toEqual(['high'])
  expect(confidences(page('en', 'fr'))).toEqual(['low'])
})

test('the attribute of a template does not count on a short page where the long text of another one contradicts it', () => {
  const short = `<html lang="en"><p>${texts['fr']}</p>`
  const contact = { html: short, url: 'https://www.nordlicht-segel.de/contact' }
  expect(valuesOf(language, { html: page('en', 'fr') }, contact)).toEqual(['fr'])
  expect(valuesOf(language, { html: short })).toEqual(['en'])
  const wordless = { html: '<html lang="en"><p>06 12 34 56 78</p>', url: contact.url }
  expect(valuesOf(language, { html: page('en', 'fr') }, wordless)).toEqual(['fr'])
})

test('a copyright line of a theme does not confirm its language', () => {
  const footer =
    '<footer>© Copyright Nordlicht. All Rights Reserved. Designed by the team of the theme</footer>'
  const html = `<html lang="en"><main><h1>Zeilen</h1><p>${texts['nl']?.repeat(3)}</p></main>${footer}`
  expect(valuesOf(language, { html })).toEqual(['nl'])
})
