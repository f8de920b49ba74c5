import { expect, test } from 'bun:test'
import { address } from '../../../../../src/analysis/scan/facts/contact/address.ts'
import { factsOf, type SitePage, testRows, valuesOf } from '../topic-kit.ts'
import rows from './address.rows.json'

const footer = (...lines: string[]) => `<footer><p>${lines.join('<br>')}</p></footer>`

testRows('addresses are read from', address, rows.told)

testRows('no address is read from', address, rows.notTold)

test('an address behind a name without a space is not another one', () => {
  const html =
    '<footer><p>Hafenstraße 12, 24103 Kiel</p><p><b>Nordlicht</b>Hafenstraße 12, 24103 Kiel</p></footer>'
  expect(valuesOf(address, { html })).toEqual(['Hafenstraße 12, 24103 Kiel'])
})

test('an address in structured data and in the text is one, said twice', () => {
  const html = `<script type="application/ld+json">{"@type":"Store","name":"Nordlicht Segel","address":{"@type":"PostalAddress","streetAddress":"Hafenstraße 12","addressLocality":"Kiel","postalCode":"24103","addressCountry":"DE"}}</script>${footer('Hafenstr. 12, 24103 Kiel')}`
  expect(factsOf(address, { html }).map(({ value, confidence }) => [value, confidence])).toEqual([
    ['Hafenstraße 12, 24103 Kiel', 'high'],
  ])
})

test.each(rows.addresses as [string, SitePage[], string[][]][])('addresses %s', (_, pages, facts) => {
  const told = factsOf(address, ...pages).map(({ topic, value, confidence }) => [topic, value, confidence])
  expect<unknown>(told).toEqual(facts)
})
