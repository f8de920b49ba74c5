import { expect, test } from 'bun:test'
import { phone } from '../../../../../src/analysis/scan/facts/contact/phone.ts'
import { registration } from '../../../../../src/analysis/scan/facts/identity/registration.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'

test.each([
  ['a German VAT number', '<p>USt-IdNr.: DE 123 456 789</p>', 'VAT number: DE123456789'],
  [
    'one behind the law that asks for it',
    '<p>Umsatzsteuer-Identifikationsnummer gemäß § 27 a Umsatzsteuergesetz: DE123456789</p>',
    'VAT number: DE123456789',
  ],
  ['a German register number', '<p>Amtsgericht Kiel, HRB 12345 KI</p>', 'Register number: HRB12345KI'],
  ['an Austrian one', '<p>UID-Nr: ATU12345678</p>', 'VAT number: ATU12345678'],
  ['an Italian one', '<footer>P.IVA 01234567890</footer>', 'VAT number: 01234567890'],
  ['a Spanish one', '<p>CIF: B12345678</p>', 'Tax number: B12345678'],
  ['a French one', '<p>N° SIREN : 123 456 789</p>', 'SIREN or SIRET number: 123456789'],
  ['a Dutch one', '<p>KvK: 12345678</p>', 'KvK number: 12345678'],
  ['a Danish one', '<p>CVR-nr. 12 34 56 78</p>', 'CVR number: 12345678'],
  ['a Swedish one', '<p>Org.nr: 556123-4567</p>', 'Organisation number: 5561234567'],
  ['a British one', '<p>Registered in England No. 01234567</p>', 'Register number: 01234567'],
  ['a Brazilian one', '<p>CNPJ: 12.345.678/0001-90</p>', 'CNPJ: 12345678000190'],
  [
    'one in the cell behind its label',
    '<dl><dt>TVA intracommunautaire</dt><dd>FR48 123 456 789</dd></dl>',
    'VAT number: FR48123456789',
  ],
  ['a charity', '<p>Registered charity no. 1123456</p>', 'Register number: 1123456'],
])('%s is read with its kind', (_, html, text) => {
  expect(factsOf(registration, { html }).map((fact) => fact.text)).toEqual([text])
})

test('a registration number is not a phone number, on any page', () => {
  const imprint = { html: '<p>Partita IVA: 06 6982 1234 5</p>', url: 'https://pino.it/note-legali' }
  const contact = { html: '<footer><p>06 6982 1234 5</p></footer>', url: 'https://pino.it/contatti' }
  expect(valuesOf(phone, contact, imprint)).toEqual([])
})

test('the opening hours of a Friday in Dutch are not a German register number', () => {
  expect(valuesOf(registration, { html: '<p>ma–vr 8.00–17.00</p><p>vr 8.00–17.00</p>' })).toEqual([])
})

test('numbers without a label are none', () => {
  expect(valuesOf(registration, { html: '<p>DE 123456789 and 12345678 visitors</p>' })).toEqual([])
})

test('each of three labels in one line has its own number', () => {
  const html = '<p>KRS: 0001234567, REGON: 123456789, NIP: 1234567890</p>'
  expect(valuesOf(registration, { html }).sort()).toEqual(['0001234567', '123456789', '1234567890'])
})

test('two labels in one line give two numbers', () => {
  const html = '<footer>KvK 12345678 | BTW NL123456789B01</footer>'
  expect(valuesOf(registration, { html }).sort()).toEqual(['12345678', 'NL123456789B01'])
})

test('the number of a company that is named beside it is not the site’s', () => {
  const html =
    '<title>Nordlicht Segel</title><h1>Impressum</h1><p>Nordlicht Segel GmbH<br>USt-IdNr. DE123456789</p><h3>Technik</h3><p>Hafenwerk Digital GmbH<br>USt-IdNr. DE987654321</p>'
  expect(valuesOf(registration, { html, url: 'https://www.nordlicht-segel.de/impressum' })).toEqual([
    'DE123456789',
  ])
})
