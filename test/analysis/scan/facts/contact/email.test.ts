import { describe, expect, test } from 'bun:test'
import { email } from '../../../../../src/analysis/scan/facts/contact/email.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'

interface Snippet {
  name: string
  html: string
  values: readonly string[]
  url?: string
}

const told: readonly Snippet[] = [
  {
    name: 'a mailto link with a subject and two recipients',
    html: '<footer><a href="mailto:Hallo@nordlicht-segel.de,%20werft@nordlicht-segel.de?subject=Anfrage&cc=x@y.de">Mail</a></footer>',
    values: ['hallo@nordlicht-segel.de', 'werft@nordlicht-segel.de'],
  },
  {
    name: 'an address beside those of partners',
    html: '<p><a href="mailto:hallo@nordlicht-segel.de">Mail</a></p><h2>Starke Partner</h2><p>Tischlerei Voss <a href="mailto:voss@gmx.de">Mail</a></p>',
    values: ['hallo@nordlicht-segel.de'],
  },
  {
    name: 'an address beside itself with the word of another element',
    html: '<footer><a href="mailto:hallo@nordlicht-segel.de">Mail</a></footer><p><strong>hallo@nordlicht-segel.de</strong><span>Antwort</span></p>',
    values: ['hallo@nordlicht-segel.de'],
  },
  {
    name: 'a mailto link whose recipient is a parameter',
    html: '<footer><a href="mailto:?to=hallo@nordlicht-segel.de">Mail</a></footer>',
    values: ['hallo@nordlicht-segel.de'],
  },
  {
    name: 'a mailto link with a display name',
    html: '<p><a href="mailto:Nordlicht%20%3Challo@nordlicht-segel.de%3E">Mail</a></p>',
    values: ['hallo@nordlicht-segel.de'],
  },
  {
    name: 'an address in a sentence, without the full stop behind it',
    html: '<p>Schreiben Sie an info@nordlicht-segel.de.</p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'an address that tags tear apart',
    html: '<p>E-Mail: <span>info</span>@<b>nordlicht-segel.de</b></p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'an address next to a label in an element of its own',
    html: '<p><a href="mailto:info@nordlicht-segel.de"><span>Contact</span><strong>info@nordlicht-segel.de</strong></a></p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'entities instead of letters',
    html: '<p>&#105;nfo&#64;nordlicht-segel&#46;de</p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'brackets',
    html: '<p>info [at] nordlicht-segel [punkt] de</p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'brackets and a real dot',
    html: '<p>info(at)nordlicht-segel.de</p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'braces without spaces',
    html: '<p>info{at}nordlicht-segel{dot}de</p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'plain words',
    html: '<p>write to info at nordlicht-segel dot de</p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'a Spanish disguise',
    html: '<p>hola (arroba) talleresmora (punto) es</p>',
    url: 'https://talleresmora.es/contacto',
    values: ['hola@talleresmora.es'],
  },
  {
    name: 'the protection of Cloudflare in an attribute',
    html: '<p><a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="5a32333a34352a2c742a2f38">[email&#160;protected]</a></p>',
    url: 'https://no.pub/',
    values: [],
  },
  {
    name: 'the protection of Cloudflare in a link',
    html: `<p><a href="/cdn-cgi/l/email-protection#${cloudflare('info@nordlicht-segel.de', 0x5a)}">Mail</a></p>`,
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'the protection of Cloudflare in a span',
    html: `<p><span class="__cf_email__" data-cfemail="${cloudflare('info@nordlicht-segel.de', 0xa3)}">[email&nbsp;protected]</span></p>`,
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'an address that a script puts together',
    html: '<p><a class="mail" data-user="info" data-domain="nordlicht-segel" data-tld="de">Mail</a></p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'a link of TYPO3',
    html: `<p><a href="javascript:linkTo_UnCryptMailto('nbjmup+jogpAopsemjdiu/tfhfm/ef');">Mail</a></p>`,
    url: 'https://nordlicht.segel.de/',
    values: ['info@nordlicht.segel.de'],
  },
  {
    name: 'a token of TYPO3',
    html: '<p><a href="#" data-mailto-token="jxfiql7fkclXkloaifzeq:pbdbi+ab" data-mailto-vector="-3">Mail</a></p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'JSON-LD with a contact point',
    html: '<script type="application/ld+json">{"@type":"Organization","name":"Nordlicht Segel","email":"mailto:info@nordlicht-segel.de","contactPoint":{"@type":"ContactPoint","email":"service@nordlicht-segel.de"}}</script>',
    values: ['info@nordlicht-segel.de', 'service@nordlicht-segel.de'],
  },
  {
    name: 'microdata and hCard',
    html: '<div itemscope itemtype="https://schema.org/Restaurant"><span itemprop="email">tisch@nordlicht-segel.de</span></div><div class="vcard"><span class="email">hafen@nordlicht-segel.de</span></div>',
    values: ['tisch@nordlicht-segel.de', 'hafen@nordlicht-segel.de'],
  },
  {
    name: 'a mail provider in the footer',
    html: '<footer><p>trattoria.dalpino@gmail.com</p></footer>',
    url: 'https://dalpino.it/',
    values: ['trattoria.dalpino@gmail.com'],
  },
  {
    name: 'another domain when the site tells no mailbox of its own',
    html: '<footer><a href="mailto:hello@bigharbour.co.uk">Email</a></footer>',
    url: 'https://littlequay.co.uk/',
    values: ['hello@bigharbour.co.uk'],
  },
]

const notTold: readonly Snippet[] = [
  ['placeholders', '<p>name@domain.com, you@example.com, max.mustermann@firma.de, info@beispiel.de</p>'],
  ['picture names', '<p>logo@2x.png and sprite@3x.webp</p>'],
  ['versions and handles', '<p>npm i lodash@4.17.21, follow @nordlicht, react@latest</p>'],
  ['secrets of error trackers', '<p>https://9f86d081884c7d659a2feaa0c55ad015@o42.ingest.sentry.io/7</p>'],
  ['robots that do not answer', '<p>noreply@nordlicht-segel.de</p>'],
  ['share buttons', '<a href="mailto:?subject=Lesenswert&body=https://nordlicht-segel.de">Teilen</a>'],
  ['hidden text', '<p style="display:none">geheim@nordlicht-segel.de</p>'],
  ['scripts', '<script>var mail = "js@nordlicht-segel.de"</script>'],
  ['comments', '<p>x</p><!-- alt@nordlicht-segel.de -->'],
  ['code', '<pre>git clone git@nordlicht-segel.de:boot.git</pre>'],
  [
    'the agency that made the site',
    '<footer><p>Info: hallo@nordlicht-segel.de</p><p>Webdesign: Pixelkutter, post@pixelkutter.de</p></footer>',
    'hallo@nordlicht-segel.de',
  ],
  [
    'the agency by a mailto link',
    '<footer><p>Website by <a href="mailto:post@pixelkutter.de">Pixelkutter</a></p></footer>',
  ],
  [
    'a customer who praises',
    '<p>info@nordlicht-segel.de</p><blockquote>Grandios! <cite>Jan, jan@gmx.de</cite></blockquote>',
    'info@nordlicht-segel.de',
  ],
  ['prose with at and dot', '<p>Meet us at booth 5 dot by the entrance; we are at sea.</p>'],
  ['a pretended display', '<p>info [at] something</p>'],
].map(([name = '', html = '', ...values]) => ({ name, html, values }))

const imprint = 'https://www.nordlicht-segel.de/impressum'
const inLegalPages: readonly Snippet[] = [
  {
    name: 'the arbitration board and the chamber in an imprint',
    url: imprint,
    html: '<h1>Impressum</h1><p>Nordlicht Segel GmbH<br>E-Mail: info@nordlicht-segel.de</p><h2>Streitschlichtung</h2><p>Allgemeine Schlichtungsstelle, mail@schlichtung-kueste.de</p><h3>Zuständige Kammer</h3><p>Handwerkskammer Lübeck<br>kammer@hwk-kueste.de</p>',
    values: ['info@nordlicht-segel.de'],
  },
  {
    name: 'the host in French legal notices',
    url: 'https://voiles-martin.fr/mentions-legales',
    html: '<h1>Mentions légales</h1><p>Voiles Martin SARL, bonjour@voiles-martin.fr</p><p>Hébergeur : Toile SAS, support@toile-hebergement.fr</p>',
    values: ['bonjour@voiles-martin.fr'],
  },
  {
    name: 'the data protection authority in a privacy notice',
    url: 'https://www.nordlicht-segel.de/datenschutz',
    html: '<h1>Datenschutz</h1><p>Verantwortlich: info@nordlicht-segel.de</p><p>Beschwerden nimmt entgegen: poststelle@datenschutz-kueste.de</p>',
    values: ['info@nordlicht-segel.de'],
  },
]

describe('e-mail addresses are read from', () => {
  test.each(told.map((snippet) => [snippet.name, snippet] as const))('%s', (_, snippet) => {
    expect(valuesOf(email, snippet)).toEqual([...snippet.values])
  })
})

describe('no e-mail address is read from', () => {
  test.each([...notTold, ...inLegalPages].map((snippet) => [snippet.name, snippet] as const))(
    '%s',
    (_, snippet) => {
      expect(valuesOf(email, snippet)).toEqual([...snippet.values])
    },
  )
})

test.each<[string, string, 'high' | 'medium']>([
  ['a link', '<a href="mailto:a@nordlicht-segel.de">Mail</a>', 'high'],
  ['a text', '<p>a@nordlicht-segel.de</p>', 'medium'],
  ['a link to another domain', '<a href="mailto:a@hafenwerk.de">Mail</a>', 'medium'],
])('how sure an address is by %s', (_, html, confidence) => {
  expect(factsOf(email, { html }).map((fact) => fact.confidence)).toEqual([confidence])
})

test('an address on a further page counts by that page and by what the site has of its own', () => {
  const home = { html: '<footer>info@nordlicht-segel.de</footer>' }
  const page = (path: string, html: string) => ({ url: `https://www.nordlicht-segel.de${path}`, html })
  const told = (path: string, address: string) =>
    valuesOf(email, home, page(path, `<p>${address}</p>`)).filter((each) => each === address)
  expect(told('/preise', 'werft@nordlicht-segel.de')).toHaveLength(1)
  expect(told('/kontakt', 'segelmacher@gmx.de')).toHaveLength(1)
  expect(told('/preise', 'segelmacher@gmx.de')).toHaveLength(0)
  expect(told('/preise', 'nordlicht.segel@gmx.de')).toHaveLength(1)
  expect(told('/kontakt', 'post@hafenwerk.de')).toHaveLength(0)
  expect(valuesOf(email, page('/', ''), page('/privacy', '<p>segelmacher@gmx.de</p>'))).toEqual([
    'segelmacher@gmx.de',
  ])
  expect(told('/privacy', 'segelmacher@gmx.de')).toHaveLength(0)
})

test.each([
  ['a bare link', '<a href="mailto:x@nordlicht-segel.de"></a>', false],
  [
    'blanks and hidden words',
    '<a href="mailto:x@nordlicht-segel.de"> <b hidden>us</b><span></span></a>',
    false,
  ],
  ['a hidden picture', '<a href="mailto:x@nordlicht-segel.de"><img src=a.png hidden></a>', false],
  ['a picture', '<a href="mailto:x@nordlicht-segel.de"><img src=a.png></a>', true],
  ['a drawing', '<a href="mailto:x@nordlicht-segel.de"><svg><path d="M0 0"/></svg></a>', true],
  ['an icon', '<a href="mailto:x@nordlicht-segel.de"><span class="fa fa-envelope"></span></a>', true],
  ['a link that is an icon', '<a class="icon-mail" href="mailto:x@nordlicht-segel.de"></a>', true],
  ['a name', '<a href="mailto:x@nordlicht-segel.de" aria-label="Write to us"></a>', true],
  ['a title', '<a href="mailto:x@nordlicht-segel.de" title="Write to us"></a>', true],
])('whether a mail link gives an address when it shows %s', (_, html, isRead) => {
  expect(valuesOf(email, { html })).toEqual(isRead ? ['x@nordlicht-segel.de'] : [])
})

test('a free address without the name of the company, beside one with it, has a low confidence', () => {
  const html = (address: string) =>
    `<footer><a href="mailto:nordlicht.segel@gmail.com">Mail</a><a href="mailto:${address}">${address}</a></footer>`
  const confidences = (address: string) =>
    factsOf(email, { html: html(address) }).map(({ value, confidence }) => [value, confidence])
  expect(confidences('webstudio.ahoi@gmail.com')).toEqual([
    ['nordlicht.segel@gmail.com', 'high'],
    ['webstudio.ahoi@gmail.com', 'low'],
  ])
  expect(confidences('nordlicht-segel@gmx.de')[1]?.[1]).not.toBe('low')
})

test('the mailboxes of three people of a team page are not contacts of the company', () => {
  const card = (name: string, box: string) =>
    `<h3>${name}</h3><p>Engineer</p><a href="mailto:${box}@nordlicht-segel.de">${box}@nordlicht-segel.de</a>`
  const office = '<footer><a href="mailto:info@nordlicht-segel.de">info@nordlicht-segel.de</a></footer>'
  const [anna, jan, mia] = [
    card('Anna Weber', 'a.weber'),
    card('Jan Petersen', 'jan'),
    card('Mia Krüger', 'm-kruger'),
  ]
  const told = (html: string) =>
    valuesOf(email, { html: `<main>${html}</main>`, url: 'https://www.nordlicht-segel.de/team' })
  expect(told(`${anna}${jan}</main>${office}`)).toHaveLength(3)
  expect(told(`${anna}${jan.replaceAll('jan@', 'petersen@')}${mia}</main>${office}`)).toEqual([
    'info@nordlicht-segel.de',
  ])
  expect(told(`${anna}${jan.replaceAll('jan@', 'petersen@')}${mia}`)).toHaveLength(3)
})

/** What Cloudflare makes of an address. */
function cloudflare(address: string, key: number): string {
  return Buffer.from([key, ...Buffer.from(address).map((byte) => byte ^ key)]).toString('hex')
}
