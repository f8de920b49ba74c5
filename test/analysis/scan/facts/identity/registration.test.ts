import { expect, test } from 'bun:test'
import { phone } from '../../../../../src/analysis/scan/facts/contact/phone.ts'
import { registration } from '../../../../../src/analysis/scan/facts/identity/registration.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'

test.each([
  ['a German VAT number', '<p>USt-IdNr.: DE 127 456 389</p>', 'VAT number: DE127456389'],
  [
    'one behind the law that asks for it',
    '<p>Umsatzsteuer-Identifikationsnummer gemäß § 27 a Umsatzsteuergesetz: DE127456389</p>',
    'VAT number: DE127456389',
  ],
  ['a German register number', '<p>Amtsgericht Kiel, HRB 12745 KI</p>', 'Register number: HRB12745KI'],
  ['an Austrian one', '<p>UID-Nr: ATU12745638</p>', 'VAT number: ATU12745638'],
  ['an Italian one', '<footer>P.IVA 01274563890</footer>', 'VAT number: 01274563890'],
  ['a Spanish one', '<p>CIF: B12745638</p>', 'Tax number: B12745638'],
  ['a French one', '<p>N° SIREN : 127 456 389</p>', 'SIREN or SIRET number: 127456389'],
  ['a Dutch one', '<p>KvK: 12745638</p>', 'KvK number: 12745638'],
  ['a Danish one', '<p>CVR-nr. 12 74 56 38</p>', 'CVR number: 12745638'],
  ['a Swedish one', '<p>Org.nr: 556127-4563</p>', 'Organisation number: 5561274563'],
  ['a British one', '<p>Registered in England No. 01274563</p>', 'Register number: 01274563'],
  ['a Brazilian one', '<p>CNPJ: 12.745.638/0001-90</p>', 'CNPJ: 12745638000190'],
  [
    'one in the cell behind its label',
    '<dl><dt>TVA intracommunautaire</dt><dd>FR48 127 456 389</dd></dl>',
    'VAT number: FR48127456389',
  ],
  ['one below its label', '<p>UID-Nummer:<br><b>ATU12745638</b></p>', 'VAT number: ATU12745638'],
  ['an Austrian register number', '<p>Firmenbuchnummer:<br><b>127456i</b></p>', 'Register number: 127456I'],
  [
    'one below the law that asks for it',
    '<h2>Umsatzsteuer-Identifikationsnummer</h2><p>gemäß §27 a Umsatzsteuergesetz:</p><p>DE 1274 56389</p>',
    'VAT number: DE127456389',
  ],
  ['a charity', '<p>Registered charity no. 1127456</p>', 'Register number: 1127456'],
])('%s is read with its kind', (_, html, text) => {
  expect(factsOf(registration, { html }).map((fact) => fact.text)).toEqual([text])
})

test('a registration number is not a phone number, on any page', () => {
  const imprint = { html: '<p>Partita IVA: 06 6982 1274 5</p>', url: 'https://pino.it/note-legali' }
  const contact = { html: '<footer><p>06 6982 1274 5</p></footer>', url: 'https://pino.it/contatti' }
  expect(valuesOf(phone, contact, imprint)).toEqual([])
})

test('the opening hours of a Friday in Dutch are not a German register number', () => {
  expect(valuesOf(registration, { html: '<p>ma–vr 8.00–17.00</p><p>vr 8.00–17.00</p>' })).toEqual([])
})

test.each(['<p>P. IVA 12345678901</p>', '<p>SIREN : 000 000 000</p>', '<p>VAT DE987654321</p>'])(
  'the number of a template is none: %s',
  (html) => {
    expect(valuesOf(registration, { html })).toEqual([])
  },
)

test('numbers without a label are none', () => {
  expect(valuesOf(registration, { html: '<p>DE 127456389 and 12745638 visitors</p>' })).toEqual([])
})

test('each of three labels in one line has its own number', () => {
  const html = '<p>KRS: 0001274563, REGON: 127456389, NIP: 1274563890</p>'
  expect(valuesOf(registration, { html }).sort()).toEqual(['0001274563', '127456389', '1274563890'])
})

test('two labels in one line give two numbers', () => {
  const html = '<footer>KvK 12745638 | BTW NL127456389B01</footer>'
  expect(valuesOf(registration, { html }).sort()).toEqual(['12745638', 'NL127456389B01'])
})

test('the number of a company that is named beside it is not the site’s', () => {
  const html =
    '<title>Nordlicht Segel</title><h1>Impressum</h1><p>Nordlicht Segel GmbH<br>USt-IdNr. DE127456389</p><h3>Technik</h3><p>Hafenwerk Digital GmbH<br>USt-IdNr. DE983654721</p>'
  expect(valuesOf(registration, { html, url: 'https://www.nordlicht-segel.de/impressum' })).toEqual([
    'DE127456389',
  ])
})
