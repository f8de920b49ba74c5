import { describe, expect, test } from 'bun:test'
import { phone } from '../../../../../src/analysis/scan/facts/contact/phone.ts'
import { factsOf, type Snippet, valuesOf } from '../topic-kit.ts'

const told: readonly Snippet[] = [
  {
    name: 'a tel link with a trunk zero',
    html: '<footer><a href="tel:+49(0)431-123456">Anrufen</a></footer>',
    values: ['+49431123456'],
  },
  {
    name: 'a tel link with an extension',
    html: '<header><a href="tel:+1-415-555-0134;ext=12">Call</a></header>',
    url: 'https://harborgoods.com/',
    values: ['+14155550134'],
  },
  {
    name: 'a chat',
    html: '<footer><a href="https://wa.me/491711234567?text=Moin">WhatsApp</a></footer>',
    values: ['+491711234567'],
  },
  { name: 'a national tel link', html: '<a href="tel:0431%20123456">Tel</a>', values: ['+49431123456'] },
  {
    name: 'two zeros for the plus',
    html: '<footer><p>Tel. 0049 431 123456</p></footer>',
    values: ['+49431123456'],
  },
  {
    name: 'the country behind the number',
    html: '<p>Tel: 030 90182011, Berlin, Germany</p>',
    url: 'https://www.acme.com/contact',
    values: ['+493090182011'],
  },
  {
    name: 'each number in the country behind it',
    html: '<p>Tel: 030 90182011, Berlin, Germany; Tel: 044 668 18 00, Zürich, Switzerland</p>',
    url: 'https://www.acme.com/contact',
    values: ['+493090182011', '+41446681800'],
  },
  {
    name: 'the page’s country before two letters that may be a state',
    html: '<p>Phone: 0431 123456, Kiel, CA</p>',
    url: 'https://www.nordlicht-segel.de/kontakt',
    values: ['+49431123456'],
  },
  {
    name: 'a number below a link to a map',
    html: '<main><h3>Kontakt</h3><p>Hafenweg 3</p><p><a href="https://maps.app.goo.gl/x">Google Maps</a></p><p>Telefon: 0431 123456</p></main>',
    url: 'https://www.nordlicht-segel.de/',
    values: ['+49431123456'],
  },
  {
    name: 'a label before the number',
    html: '<p>Telefon: 0431 / 12 34 56</p>',
    url: 'https://www.nordlicht-segel.de/kontakt',
    values: ['+49431123456'],
  },
  {
    name: 'a label in the cell before',
    html: '<table><tr><th>Telefon</th><td>0431 123456</td></tr><tr><th>Fax</th><td>0431 123457</td></tr></table>',
    values: ['+49431123456'],
  },
  {
    name: 'one line with phone, fax and mobile',
    html: '<footer><p>T: +49 431 123456 F: +49 431 123457 M: +49 171 1234567</p></footer>',
    values: ['+49431123456', '+491711234567'],
  },
  {
    name: 'a number for both phone and fax',
    html: '<footer><p>Tel./Fax: 0431 123456</p></footer>',
    values: ['+49431123456'],
  },
  {
    name: 'a bare number in the header of a British site',
    html: '<header><p>020 7946 0018</p></header>',
    url: 'https://quaysidebakery.co.uk/',
    values: ['+442079460018'],
  },
  {
    name: 'a North American number on a site without a country',
    html: '<footer><p>(415) 555-0134</p></footer>',
    url: 'https://harborgoods.com/',
    values: ['+14155550134'],
  },
  {
    name: 'a Swiss number on a site without a country',
    html: '<html lang="it"><footer><p>Telefono: 076 816 38 38</p></footer>',
    url: 'https://fraschinagiardini.com/',
    values: ['+41768163838'],
  },
  {
    name: 'a Belgian number on a site without a country',
    html: '<html lang="nl"><footer><p>GSM: 0479/35.46.51</p></footer>',
    url: 'https://voltagroen.com/',
    values: ['+32479354651'],
  },
  {
    name: 'a British number on a site without a country',
    html: '<html lang="en"><footer><p>Phone: (020) 7946 0018</p></footer>',
    url: 'https://quaysidebakery.com/',
    values: ['+442079460018'],
  },
  {
    name: 'a French number in pairs',
    html: '<footer><p>Tél. : 01 42 68 53 17</p></footer>',
    url: 'https://boulangerie-leroux.fr/',
    values: ['+33142685317'],
  },
  {
    name: 'a French number with points',
    html: '<footer><p>Tél. 01.42.68.53.17</p></footer>',
    url: 'https://boulangerie-leroux.fr/',
    values: ['+33142685317'],
  },
  {
    name: 'a Japanese number with dashes and opening hours',
    html: '<footer><p>TEL 0460-85-0142（9:00～20:00）</p></footer>',
    url: 'https://yamanoyado.jp/',
    values: ['+81460850142'],
  },
  {
    name: 'an Italian number keeps its zero',
    html: '<footer><p>Tel. 06 6982 1234</p></footer>',
    url: 'https://trattoriapino.it/',
    values: ['+390669821234'],
  },
  {
    name: 'a Japanese number in structured data',
    html: '<script type="application/ld+json">{"@type":"Hotel","name":"山の宿","telephone":"0460-85-0142","address":{"@type":"PostalAddress","addressCountry":"JP"}}</script>',
    url: 'https://yamanoyado.com/',
    values: ['+81460850142'],
  },
  {
    name: 'microdata with the number in an attribute',
    html: '<div itemscope itemtype="http://schema.org/Dentist"><span itemprop="telephone" content="+49431123456">0431 - 12 34 56</span></div>',
    values: ['+49431123456'],
  },
  {
    name: 'the country of the address decides',
    html: '<script type="application/ld+json">{"@type":"Store","name":"Nordlicht","telephone":"01 533 12 34","address":{"@type":"PostalAddress","addressCountry":"Austria"}}</script>',
    url: 'https://nordlicht.shop/',
    values: ['+4315331234'],
  },
  {
    name: 'the same number written twice is one',
    html: '<footer><a href="tel:+49431123456">0431 12 34 56</a><p>Telefon 0431/123456</p></footer>',
    values: ['+49431123456'],
  },
  {
    name: 'a number of Guadeloupe without and with its country',
    html: '<html lang="fr"><footer><a href="tel:+590690734580">+590 690 73 45 80</a><p>Tél. 0690 73 45 80, 97100 Basse-Terre</p></footer>',
    url: 'https://transmi.fr/',
    values: ['+590690734580'],
  },
  {
    name: 'a plus before the same national number',
    url: 'https://nordlicht-segel.pl/kontakt',
    html: '<html lang="pl"><header>Tel: 533 654 033</header><p>Telefon: +533 654 033</p><p>00-950 Warszawa</p>',
    values: ['+48533654033'],
  },
  {
    name: 'two offices',
    url: 'https://www.nordlicht-segel.de/kontakt',
    html: '<h2>Kiel</h2><p>Telefon 0431 123456</p><h2>Lübeck</h2><p>Telefon 0451 654321</p>',
    values: ['+49431123456', '+49451654321'],
  },
]

const notTold: readonly Snippet[] = [
  [
    'a button that shares a text',
    '<footer><a href="https://api.whatsapp.com/send?text=0431123456">Teilen</a></footer>',
  ],
  ['the number of a template', '<footer><a href="tel:+493012345678">030 12345678</a></footer>'],
  ['the number of a template, free of charge', '<footer><a href="tel:+1-800-555-1234">Call us</a></footer>'],
  ['a fax link', '<a href="fax:+49431123457">Fax</a><footer><p>Fax 0431 123457</p></footer>'],
  ['a tel link that the text calls a fax', '<p>Fax: <a href="tel:+49431123457">0431 123457</a></p>'],
  [
    'a fax number in structured data',
    '<script type="application/ld+json">{"@type":"Organization","name":"Nordlicht Segel","faxNumber":"+49 431 123457"}</script>',
  ],
  [
    'VAT and register numbers',
    '<footer><p>USt-IdNr.: DE 123456789, HRB 12345678 KI, Steuernummer 20/123/45678</p><p>Steuernr.: 06186/44335</p></footer>',
  ],
  ['a bank account', '<footer><p>IBAN: DE02 1203 0000 0000 2020 51, BIC BYLADEM1001</p></footer>'],
  ['dates and years', '<footer><p>© 2015–2024</p><p>01.05.2024 – 31.08.2024</p><p>2024-05-01</p></footer>'],
  ['opening hours', '<footer><p>08:00 - 18:30</p><p>Mo-Fr 8.00-12.30</p></footer>'],
  ['prices and amounts', '<footer><p>€ 1.234.567,00</p><p>1,234,567 users</p></footer>'],
  ['an order number', '<main><p>Bestellnummer: 0431 123456</p></main>'],
  ['a number in running text without a label', '<main><p>In 2023 we counted 0431 123456 gulls.</p></main>'],
  ['coordinates', '<footer><p>54.3233, 10.1228</p></footer>'],
  ['a hidden number', '<footer><p hidden>Tel. 0431 123456</p></footer>'],
  [
    'the emergency service of doctors',
    '<footer><p>Ärztlicher Bereitschaftsdienst: Tel. 116 117</p></footer>',
  ],
  ['a customer’s number', '<blockquote>Call me: <a href="tel:+49431999999">Jan</a></blockquote>'],
  ['the agency’s number', '<footer><p>Webdesign: Pixelkutter, Tel. 0431 999999</p></footer>'],
  [
    'a number of a listed offer',
    '<main><article><h3>Yawl</h3><p>Tel. 0171 1234567</p></article><article><h3>Kutter</h3><p>Tel. 0172 1234567</p></article></main>',
  ],
  [
    'the number of a template',
    '<footer><p>Phone: 123-456-7890</p><a href="tel:+19876543210">Call</a> (91) 9 9999-9999</footer>',
  ],
].map(([name = '', html = '']) => ({ name, html, values: [] }))

const inLegalPages: readonly Snippet[] = [
  {
    name: 'the authority in a privacy notice',
    url: 'https://www.nordlicht-segel.de/datenschutz',
    html: '<h1>Datenschutz</h1><p>Die Aufsichtsbehörde erreichen Sie unter Telefon 0431 9881200.</p>',
    values: [],
  },
  {
    name: 'the arbitration board in an imprint',
    url: 'https://www.nordlicht-segel.de/impressum',
    html: '<p>Nordlicht Segel GmbH, Telefon: 0431 123456</p><p>Verbraucherschlichtung: Telefon 07851 79579</p>',
    values: ['+49431123456'],
  },
]

describe('phone numbers are read from', () => {
  test.each(told.map((snippet) => [snippet.name, snippet] as const))('%s', (_, snippet) => {
    expect(valuesOf(phone, snippet)).toEqual([...snippet.values])
  })
})

describe('no phone number is read from', () => {
  test.each([...notTold, ...inLegalPages].map((snippet) => [snippet.name, snippet] as const))(
    '%s',
    (_, snippet) => {
      expect(valuesOf(phone, snippet)).toEqual([...snippet.values])
    },
  )
})

test('people read the number as it is called from abroad', () => {
  const html = '<a href="tel:0431123456">Tel</a>'
  expect(factsOf(phone, { html })[0]?.text).toBe('Contact phone: +49 431 123456')
})

test('a link that shows nothing has no number, one with a picture has', () => {
  const values = (inside: string) => valuesOf(phone, { html: `<a href="tel:+49431123456">${inside}</a>` })
  expect([values(''), values('<span></span>'), values('<i class="x"></i>')]).toEqual([
    [],
    [],
    ['+49431123456'],
  ])
})

test('a number without a prefix is not sure where only the language suggests its country', () => {
  const html = '<html lang="it"><footer><a href="tel:0669821234">06 6982 1234</a></footer></html>'
  const [found] = factsOf(phone, { html, url: 'https://trattoriapino.com/' })
  expect(found).toMatchObject({ value: '+390669821234', confidence: 'low' })
  expect(factsOf(phone, { html, url: 'https://trattoriapino.it/' })[0]?.confidence).toBe('high')
})
