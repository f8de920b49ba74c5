import { expect, test } from 'bun:test'
import { region } from '../../../../../src/analysis/scan/facts/contact/region.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'
import rows from './region.rows.json'

const com = 'https://www.nordlicht-segel.com/'

test.each(rows.countries as [what: string, html: string, confidence: string | undefined][])(
  'the company’s country is supported by %s',
  (_, html, confidence) => {
    const facts = factsOf(region, { url: com, html: `<html lang="de"><body>${html}` })
    expect(facts.map(({ value, confidence }) => [value, confidence])).toEqual([['DE', confidence]])
  },
)

test('a footer that names several countries stands for none', () => {
  const told = (html: string) => valuesOf(region, { url: com, html })
  expect(told('<footer><p>Germany</p><p>France</p></footer>')).toEqual([])
  expect(told('<footer><p>IT</p></footer>')).toEqual([])
})

test('a number without a prefix supports the country where it is called', () => {
  const html = '<footer>Tel. 0431 123456</footer>'
  expect(factsOf(region, { html })).toMatchObject([
    { value: 'DE', text: 'Region: Germany', kind: 'inferred' },
  ])
})

test('an address without a country supports the one of the domain', () => {
  const html = '<html lang="en-US"><footer>Nedre gate 18, 3015 Drammen</footer>'
  expect(valuesOf(region, { url: 'https://nordlicht.no/', html })).toEqual(['NO'])
  expect(valuesOf(region, { url: com, html })).toEqual([])
})

test('a language supports the country of the domain alone', () => {
  const html = '<html lang="de"><body><p>Segel</p>'
  expect(factsOf(region, { html }).map(({ value, confidence }) => [value, confidence])).toEqual([
    ['DE', 'low'],
  ])
  expect(valuesOf(region, { url: com, html })).toEqual([])
})

test('the addresses and numbers of other countries are not regions', () => {
  const html = '<p>Hafenstraße 12, 24103 Kiel, Germany</p><p>Office: Tel. +43 1 5331234</p>'
  expect(valuesOf(region, { html })).toEqual(['DE'])
})

test.each([
  ['We ship across Europe and worldwide.', ['worldwide', 'Europe']],
  ['Wir liefern europaweit.', ['Europe']],
  ['Weltweiter Versand. Weltweit bekannt.', []],
  ['We gather the wisdom of nature from around the world.', []],
])('the regions of “%s” are found', (sentence, values) => {
  expect(valuesOf(region, { url: com, html: `<main><p>${sentence}</p></main>` })).toEqual(values)
})
