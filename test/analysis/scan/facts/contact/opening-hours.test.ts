import { expect, test } from 'bun:test'
import { openingHours } from '../../../../../src/analysis/scan/facts/contact/opening-hours.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'
import rows from './opening-hours.rows.json'

const store = (more: string) =>
  `<script type="application/ld+json">{"@type":"Store","name":"Nordlicht Segel",${more}}</script>`

test.each(rows.hours as [what: string, html: string, values: string[]][])(
  'opening hours are read from %s',
  (_, html, values) => {
    expect(valuesOf(openingHours, { html })).toEqual(values)
  },
)

test('structured data that contradicts itself is a conflict, and the less supported hours are low', () => {
  const [short, long] = ['08:00-17:00', '08:00-18:00'].map((times) =>
    store(`"openingHours":"Mo-Fr ${times}"`),
  )
  const pages = ['', 'kontakt', 'laden'].map((path, index) => ({
    url: `https://www.nordlicht-segel.de/${path}`,
    html: `<html lang="de">${index === 1 ? long : short}<p>${index === 2 ? 'Öffnungszeiten: Mo–Fr 8–17 Uhr' : ''}</p>`,
  }))
  expect(factsOf(openingHours, ...pages).map(({ value, confidence }) => [value, confidence])).toEqual([
    ['Mo-Fr 08:00-17:00', 'high'],
    ['opening-hours', 'high'],
    ['Mo-Fr 08:00-18:00', 'low'],
  ])
})
