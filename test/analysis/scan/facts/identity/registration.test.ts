import { expect, test } from 'bun:test'
import { phone } from '../../../../../src/analysis/scan/facts/contact/phone.ts'
import { registration } from '../../../../../src/analysis/scan/facts/identity/registration.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'
import rows from './registration.rows.json'

test.each(rows.kinds as [string, string, string][])('%s is read with its kind', (_, html, text) => {
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

test.each(rows.none)('the digits of another number are none: %s', (html) => {
  expect(valuesOf(registration, { html })).toEqual([])
})

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
