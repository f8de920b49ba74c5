import { describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import {
  type CrawlLink,
  choosePages,
  firstAllowed,
  pageChooser,
} from '../../../../src/analysis/scan/crawl/choose-pages.ts'
import type { PagePromise } from '../../../../src/analysis/scan/crawl/promises.ts'
import { testSeed } from '../../../support/seed.ts'

const seed = testSeed('choose-pages.test.ts')
const start = new URL('https://www.acme.example/')
const link = (path: string, text = '', area: CrawlLink['area'] = 'nav'): CrawlLink => ({
  url: new URL(path, start).href,
  text,
  area,
})
const paths = (links: readonly CrawlLink[], more: Partial<Parameters<typeof choosePages>[0]> = {}) =>
  choosePages({ start, links, ...more }).map(({ url, promise }) => [promise, url.replace(start.origin, '')])

/** How many addresses some work parses, the first step of reading any link. */
function readsOf(work: () => void): number {
  const parse = spyOn(URL, 'parse')
  try {
    work()
    return parse.mock.calls.length
  } finally {
    parse.mockRestore()
  }
}

describe('the topic of a page', () => {
  const table: [PagePromise, language: string, path: string, text: string][] = [
    ['contact', 'en', '/get-in-touch', 'Get in touch'],
    ['contact', 'de', '/kontakt.html', 'Kontakt'],
    ['contact', 'fr', '/nous-contacter', 'Nous contacter'],
    ['contact', 'es', '/contacto', 'Contacto'],
    ['contact', 'it', '/contatti', 'Contatti'],
    ['contact', 'nl', '/contact-opnemen', 'Contact opnemen'],
    ['contact', 'pt', '/fale-conosco', 'Fale conosco'],
    ['contact', 'pl', '/kontakt', 'Skontaktuj się'],
    ['contact', 'sv', '/kontakta-oss', 'Kontakta oss'],
    ['contact', 'da', '/kontakt-os', 'Kontakt os'],
    ['contact', 'nb', '/kontakt-oss', 'Kontakt oss'],
    ['contact', 'fi', '/ota-yhteytta', 'Ota yhteyttä'],
    ['contact', 'cs', '/kontaktujte-nas', 'Kontaktujte nás'],
    ['contact', 'ja', '/inquiry', 'お問い合わせ'],
    ['contact', 'zh', '/lianxi', '联系我们'],
    ['about', 'en', '/who-we-are', 'Who we are'],
    ['about', 'de', '/ueber-uns', 'Über uns'],
    ['about', 'fr', '/a-propos', 'À propos'],
    ['about', 'es', '/quienes-somos', '¿Quiénes somos?'],
    ['about', 'it', '/chi-siamo', 'Chi siamo'],
    ['about', 'nl', '/over-ons', 'Over ons'],
    ['about', 'pt', '/quem-somos', 'Quem somos'],
    ['about', 'pl', '/o-nas', 'O nas'],
    ['about', 'sv', '/om-oss', 'Om oss'],
    ['about', 'da', '/om-os', 'Om os'],
    ['about', 'nb', '/om-oss', 'Om oss'],
    ['about', 'fi', '/meista', 'Meistä'],
    ['about', 'cs', '/o-spolecnosti', 'O společnosti'],
    ['about', 'ja', '/kaisha', '会社概要'],
    ['about', 'zh', '/guanyu', '关于我们'],
    ['pricing', 'en', '/plans-and-pricing', 'Plans & Pricing'],
    ['pricing', 'de', '/preise', 'Preise'],
    ['pricing', 'fr', '/nos-tarifs', 'Nos tarifs'],
    ['pricing', 'es', '/precios', 'Precios'],
    ['pricing', 'it', '/prezzi', 'Prezzi'],
    ['pricing', 'nl', '/prijzen', 'Prijzen'],
    ['pricing', 'pt', '/precos', 'Preços'],
    ['pricing', 'pl', '/cennik', 'Cennik'],
    ['pricing', 'sv', '/prislista', 'Prislista'],
    ['pricing', 'da', '/priser', 'Priser'],
    ['pricing', 'nb', '/priser', 'Priser'],
    ['pricing', 'fi', '/hinnasto', 'Hinnasto'],
    ['pricing', 'cs', '/cenik', 'Ceník'],
    ['pricing', 'ja', '/ryokin', '料金プラン'],
    ['pricing', 'zh', '/jiage', '价格'],
    ['product', 'en', '/what-we-do', 'What we do'],
    ['product', 'de', '/leistungen', 'Leistungen'],
    ['product', 'fr', '/nos-services', 'Nos services'],
    ['product', 'es', '/servicios', 'Servicios'],
    ['product', 'it', '/servizi', 'Servizi'],
    ['product', 'nl', '/diensten', 'Diensten'],
    ['product', 'pt', '/solucoes', 'Soluções'],
    ['product', 'pl', '/uslugi', 'Usługi'],
    ['product', 'sv', '/tjanster', 'Tjänster'],
    ['product', 'da', '/ydelser', 'Ydelser'],
    ['product', 'nb', '/losninger', 'Løsninger'],
    ['product', 'fi', '/palvelut', 'Palvelut'],
    ['product', 'cs', '/sluzby', 'Služby'],
    ['product', 'ja', '/seihin', '製品情報'],
    ['product', 'zh', '/chanpin', '产品中心'],
    ['imprint', 'en', '/legal-notice', 'Legal notice'],
    ['imprint', 'de', '/impressum', 'Impressum'],
    ['imprint', 'fr', '/mentions-legales', 'Mentions légales'],
    ['imprint', 'es', '/aviso-legal', 'Aviso legal'],
    ['imprint', 'it', '/note-legali', 'Note legali'],
    ['imprint', 'nl', '/colofon', 'Colofon'],
    ['imprint', 'pt', '/informacoes-legais', 'Informações legais'],
    ['imprint', 'pl', '/dane-firmy', 'Dane firmy'],
    ['imprint', 'ja', '/tokushoho', '特定商取引法に基づく表記'],
    ['imprint', 'zh', '/falv', '法律声明'],
    ['integrations', 'en', '/integrations', 'Integrations'],
    ['integrations', 'de', '/schnittstellen', 'Schnittstellen'],
    ['integrations', 'es', '/integraciones', 'Integraciones'],
    ['integrations', 'ja', '/renkei', '外部連携'],
    ['security', 'en', '/trust-center', 'Trust Center'],
    ['security', 'de', '/datensicherheit', 'Datensicherheit'],
    ['security', 'fr', '/securite', 'Sécurité'],
    ['security', 'fi', '/tietoturva', 'Tietoturva'],
    ['security', 'ja', '/anzen', 'セキュリティ'],
    ['careers', 'en', '/join-us', 'Join us'],
    ['careers', 'de', '/karriere', 'Karriere'],
    ['careers', 'fr', '/recrutement', 'Recrutement'],
    ['careers', 'nl', '/vacatures', 'Vacatures'],
    ['careers', 'sv', '/lediga-tjanster', 'Lediga tjänster'],
    ['careers', 'pl', '/oferty-pracy', 'Oferty pracy'],
    ['careers', 'ja', '/saiyo', '採用情報'],
    ['careers', 'zh', '/zhaopin', '加入我们'],
  ]
  test.each(table)(
    '%s is recognized by its text (%s), whatever its path (as %s): %s',
    (promise, _language, _path, text) => {
      expect(paths([link('/p17', text)])).toEqual([[promise, '/p17']])
    },
  )
  const latin = table.filter(([, language]) => language !== 'ja' && language !== 'zh')
  test.each(latin)('%s is recognized by its path (%s): %s', (promise, _language, path) => {
    expect(paths([link(path)])).toEqual([[promise, path]])
  })

  test.each([
    ['about', '/AboutUs.aspx'],
    ['about', '/about-us/index.html'],
    ['about', '/about_us.php'],
    ['about', '/%C3%BCber-uns'],
    ['contact', '/company/contact'],
    ['contact', '/?page=contact'],
    ['product', '/services/roof-repair'],
  ] as const)('%s is recognized by %s', (promise, path) => {
    const text = path.startsWith('/?') ? 'Contact' : ''
    expect(paths([link(path, text)])).toEqual([[promise, path]])
  })

  test.each(['/blog', '/news/2024/05/how-we-moved-our-about-page-to-another-server', '/p/12', '/de'])(
    '%s has no topic',
    (path) => {
      expect(paths([link(path)])).toEqual([])
    },
  )
  test('a sentence has no topic, whatever words it contains', () => {
    const sentence = 'You can contact us about our pricing and our services any time you like'
    expect(paths([link('/a', sentence)])).toEqual([])
  })
})

describe('a link is left out when it leads to', () => {
  test.each([
    ['another site', 'https://www.other.example/contact'],
    ['another scheme', 'ftp://www.acme.example/contact'],
    ['a script', 'javascript:contact()'],
    ['mail', 'mailto:contact@acme.example'],
    ['another port', 'https://www.acme.example:8443/contact'],
    ['credentials', 'https://a:b@www.acme.example/contact'],
    ['a file', '/contact.pdf'],
    ['a file in capitals', '/PRICES.PDF'],
    ['an image', '/about/team.jpg'],
    ['a login', '/login/contact'],
    ['a login in German', '/anmelden/kontakt'],
    ['a cart', '/shop/cart?about=1'],
    ['a cart in Japanese', `/${encodeURIComponent('カート')}/contact`],
    ['a search', '/search?about'],
    ['a search by parameter', '/products?q=about'],
    ['a sorted list', '/products?sort=price'],
    ['a calendar', '/calendar/contact'],
    ['a further page of a list', '/products?page=2'],
    ['a print view', '/about?print=1'],
    ['a path that repeats', '/a/a/a/contact'],
    ['a deep path', '/a/b/c/d/e/f/contact'],
    ['a long URL', `/contact?x=${'a'.repeat(600)}`],
    ["the customers' host", 'https://app.acme.example/contact'],
    ['the start page', '/#contact'],
    ['the start page by another name', 'http://acme.example/index.html?utm_source=contact'],
  ])('%s', (_what, path) => {
    expect(paths([link(path, 'Contact')])).toEqual([])
  })

  test('a text that is not an absolute URL', () => {
    const links = ['', '/contact', 'http://', 'https://[::1/contact'].map(
      (url): CrawlLink => ({ url, text: 'Contact', area: 'nav' }),
    )
    expect(paths(links)).toEqual([])
  })

  test('a page that the caller excludes, in any spelling', () => {
    const exclude = [new URL('http://acme.example/contact/')]
    expect(paths([link('/contact', 'Contact'), link('/about', 'About')], { exclude })).toEqual([
      ['about', '/about'],
    ])
  })

  test('a page that robots rules forbid, which makes room for the next', async () => {
    const links = [link('/contact', 'Contact'), link('/support', 'Support'), link('/about', 'About')]
    const asked: string[] = []
    const allowed = async (url: URL) => {
      asked.push(url.pathname)
      return url.pathname !== '/contact'
    }
    const likely = pageChooser({ start, links })([])
    expect(await firstAllowed(likely, { max: 1, allowed })).toEqual([
      { promise: 'about', url: `${start.origin}/about` },
    ])
    expect(asked).toEqual(['/contact', '/about'])
  })

  test('a chooser offers 25 pages at most', () => {
    const links = Array.from({ length: 500 }, (_, index) => link(`/contact/${index}`, 'Contact'))
    expect(pageChooser({ start, links })([])).toHaveLength(25)
  })
})

describe('the same page', () => {
  test.each([
    'https://www.acme.example/contact',
    'https://www.acme.example/contact/',
    'https://www.acme.example/contact/index.html',
    'https://www.acme.example/contact/index.php',
    'https://www.acme.example/contact#form',
    'http://www.acme.example/contact',
    'https://acme.example/contact',
    'http://acme.example/contact?utm_source=a&utm_medium=b',
    'https://www.acme.example/contact?gclid=1&fbclid=2',
    'https://www.acme.example/contact;jsessionid=0A1B',
    'https://www.acme.example/contact?PHPSESSID=abc',
    'https://www.acme.example./contact',
  ])('/contact is also %s', (url) => {
    expect(paths([link('/contact', 'Contact'), link(url, 'Contact')])).toEqual([['contact', '/contact']])
  })

  test('the order of parameters does not matter, their values do', () => {
    const links = ['/contact?a=1&b=2', '/contact?b=2&a=1', '/contact?a=1&b=3'].map((path) =>
      link(path, 'Contact'),
    )
    expect(paths(links).map(([, path]) => path)).toEqual(['/contact?a=1&b=2', '/contact?a=1&b=3'])
  })

  test('is asked for on the host and by the scheme that answered', () => {
    expect(paths([link('http://acme.example/contact?utm_source=a#b', 'Contact')])).toEqual([
      ['contact', '/contact'],
    ])
  })
})

describe('which site', () => {
  const chosen = (from: string, to: string) =>
    choosePages({ start: new URL(from), links: [{ url: to, text: 'Contact', area: 'nav' }] }).length === 1
  test.each([
    ['https://acme.co.uk/', 'https://help.acme.co.uk/contact', true],
    ['https://acme.co.uk/', 'https://other.co.uk/contact', false],
    ['https://acme.github.io/', 'https://other.github.io/contact', false],
    ['https://acme.github.io/', 'https://acme.github.io/contact', true],
    ['http://192.0.2.7/', 'http://192.0.2.7/contact', true],
    ['http://192.0.2.7/', 'http://192.0.2.8/contact', false],
    ['http://[2001:db8::1]/', 'http://[2001:db8::1]/contact', true],
    ['http://localhost:8080/', 'http://localhost:8080/contact', true],
    ['http://intranet/', 'http://otherhost/contact', false],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/contact', true],
  ])('%s may lead to %s: %p', (from, to, same) => {
    expect(chosen(from, to)).toBe(same)
  })
})

describe('order', () => {
  test('one page for each topic comes before a second for any', () => {
    const links = [
      link('/contact', 'Contact'),
      link('/offices', 'Our offices'),
      link('/about', 'About'),
      link('/team', 'Team'),
      link('/pricing', 'Pricing'),
    ]
    expect(paths(links)).toEqual([
      ['contact', '/contact'],
      ['about', '/about'],
      ['pricing', '/pricing'],
      ['contact', '/offices'],
      ['about', '/team'],
    ])
  })

  test('the five topics of most value are kept, and fewer when asked', () => {
    const all = ['careers', 'security', 'integrations', 'imprint', 'products', 'pricing', 'about', 'contact']
    const links = all.map((name) => link(`/${name}`, name))
    expect(paths(links).map(([, path]) => path)).toEqual([
      '/contact',
      '/about',
      '/pricing',
      '/products',
      '/imprint',
    ])
    expect(paths(links, { max: 8 })).toHaveLength(8)
    expect(paths(links, { max: 0 })).toEqual([])
  })

  test.each([
    ['a plain name before a mention', link('/contact-form-help', 'a'), link('/contact', 'b')],
    ['navigation before text', link('/contact-us', 'Contact', 'main'), link('/kontakt', 'Contact', 'nav')],
    ['footer before text', link('/a', 'Contact', 'aside'), link('/b', 'Contact', 'footer')],
    ['shorter paths before longer', link('/company/contact', 'Contact'), link('/contact', 'Contact')],
    [
      "the start page's own host before others",
      link('https://help.acme.example/contact', 'Contact'),
      link('/eu/contact', 'Contact'),
    ],
    ['no language before another language', link('/fr/contact', 'Contact'), link('/info/contact', 'Contact')],
  ])('%s', (_rule, worse, better) => {
    for (const links of [
      [worse, better],
      [better, worse],
    ]) {
      expect(choosePages({ start, links, max: 1 }).map(({ url }) => url)).toEqual([better.url])
    }
  })

  test.each([
    ['https://www.acme.example/de/', undefined, '/de/kontakt'],
    ['https://www.acme.example/en/', undefined, '/en/contact'],
    ['https://www.acme.example/', 'de-AT', '/de/kontakt'],
    ['https://www.acme.example/', 'en', '/en/contact'],
    ['https://www.acme.example/?lang=de', undefined, '/de/kontakt'],
  ])('from %s in language %p the version %s is chosen', (from, lang, path) => {
    const links = [link('/de/kontakt', 'Kontakt'), link('/en/contact', 'Contact')]
    const [first] = choosePages({ start: new URL(from), links, lang })
    expect(first?.url).toBe(new URL(path, start).href)
  })

  test('a translation is not a second page, and stands in where the right language has none', () => {
    const links = [
      link('/de/kontakt', 'Kontakt'),
      link('/en/contact', 'Contact'),
      link('/fr/contact', 'Contact'),
      link('/en/about', 'About'),
      link('/fr/a-propos', 'À propos'),
    ]
    expect(paths(links, { start: new URL('https://www.acme.example/de/') })).toEqual([
      ['contact', '/de/kontakt'],
      ['about', '/en/about'],
    ])
  })

  test('the sitemap fills what the links leave open', () => {
    const sitemapUrls = ['https://www.acme.example/about', 'https://www.acme.example/contact-us']
    expect(paths([link('/contact', 'Contact')], { sitemapUrls })).toEqual([
      ['contact', '/contact'],
      ['about', '/about'],
      ['contact', '/contact-us'],
    ])
  })
})

const anyTail = fc.oneof(fc.constantFrom('', '/', '/index.html', '?utm_source=a', '?a=1', '#a'), fc.string())
const anyLink = fc.record({
  url: fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.constantFrom('/contact', '/about-us', '/preise', '/services/a', '/en/jobs', '/a'), anyTail)
      .map(([path, tail]) => `https://www.acme.example${path}${tail}`),
    fc.string({ unit: 'binary' }),
  ),
  text: fc.oneof(fc.constantFrom('Contact', 'Über uns', 'Home'), fc.string({ unit: 'binary' })),
  area: fc.constantFrom('nav', 'header', 'main', 'footer', 'aside'),
})

test('free places are filled from the menus, never from the text, and not with labels of low value', () => {
  const link = (path: string, area: 'nav' | 'main' | 'footer') => ({
    url: `https://acme.com${path}`,
    text: 'Read',
    area,
  })
  const chosen = choosePages({
    start: new URL('https://acme.com/'),
    links: [
      link('/wholesale', 'nav'),
      link('/contact', 'footer'),
      link('/privacy-policy', 'footer'),
      link('/blog', 'nav'),
      link('/admissions.html', 'footer'),
      link('/visit?lang=en', 'nav'),
      link('/2024', 'nav'),
      link('/a/b/deep', 'nav'),
      link('/from-the-text', 'main'),
    ],
  })
  expect(chosen).toEqual([
    { url: 'https://acme.com/contact', promise: 'contact' },
    { url: 'https://acme.com/wholesale', promise: 'navigation' },
    { url: 'https://acme.com/admissions.html', promise: 'navigation' },
  ])
})

test('any links give distinct pages of the site, and the order of equal areas does not matter', () => {
  fc.assert(
    fc.property(fc.array(anyLink, { maxLength: 40 }), fc.integer(), (links, salt) => {
      const chosen = choosePages({ start, links })
      expect(chosen.length).toBeLessThanOrEqual(5)
      expect(new Set(chosen.map(({ url }) => url)).size).toBe(chosen.length)
      for (const { url } of chosen) {
        expect(new URL(url).hostname).toEndWith('acme.example')
        expect(new URL(url).hash).toBe('')
        expect(url).not.toBe(start.href)
      }
      const shuffled = [...links].sort((a, b) => hash(a.url + a.text, salt) - hash(b.url + b.text, salt))
      expect(choosePages({ start, links: shuffled })).toEqual(chosen)
    }),
    { seed, numRuns: 300 },
  )
})

function hash(text: string, salt: number): number {
  return Number(Bun.hash.wyhash(text, BigInt.asUintN(64, BigInt(salt))) % 1_000_000n)
}

test('of 100,000 links each is looked at once and 600 are read, and the footer is one of them', () => {
  let looks = 0
  const links = Array.from({ length: 100_000 }, (_, index): CrawlLink => {
    const { url, ...others } = link(`/p/${index}`, `Thing ${index}`, 'main')
    return {
      ...others,
      get url() {
        looks += 1
        return url
      },
    }
  })
  const withFooter = [...links, link('/contact', 'Contact', 'footer')]
  const reads = readsOf(() => expect(paths(withFooter)).toEqual([['contact', '/contact']]))
  expect({ looks, reads }).toEqual({ looks: 100_000, reads: 600 })
})

test('sitemap addresses added later count as if given at once', () => {
  fc.assert(
    fc.property(fc.array(anyLink, { maxLength: 20 }), fc.array(anyLink, { maxLength: 20 }), (links, more) => {
      const sitemapUrls = more.map(({ url }) => url)
      const choose = pageChooser({ start, links })
      expect(choose([])).toEqual(choosePages({ start, links, max: 25 }))
      expect(choose(sitemapUrls)).toEqual(choosePages({ start, links, sitemapUrls, max: 25 }))
    }),
    { seed, numRuns: 200 },
  )
})

test('of 2,000 long links and 1,500 addresses of sitemaps, 600 and 300 are read, each once', () => {
  const areas = ['nav', 'main', 'footer', 'header', 'aside'] as const
  const links = Array.from({ length: 2_000 }, (_, index) =>
    link(
      `/abteilung-für-wörter-${index}/ein-längerer-weg-${index}?x=${index}&y=zwei`,
      `Ein längerer Text über Ämter und Märkte, Nummer ${index}, für ganz Äthiopien`,
      areas[index % areas.length],
    ),
  )
  const sitemapUrls = Array.from({ length: 1_500 }, (_, index) => `${start}größe/seite-${index}`)
  let choose = pageChooser({ start, links: [] })
  const reads = [
    readsOf(() => {
      choose = pageChooser({ start, links })
    }),
    readsOf(() => choose([])),
    readsOf(() => choose(sitemapUrls)),
    readsOf(() => choose(sitemapUrls)),
  ]
  expect(reads).toEqual([600, 0, 300, 0])
})
