import { expect, test } from 'bun:test'
import { phone } from '../../../../../src/analysis/scan/facts/contact/phone.ts'
import { factsOf, testRows, valuesOf } from '../topic-kit.ts'
import rows from './phone.rows.json'

testRows('phone numbers are read from', phone, rows.told)

testRows('no phone number is read from', phone, rows.notTold)

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
