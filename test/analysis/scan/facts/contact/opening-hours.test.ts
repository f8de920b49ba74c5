import { expect, test } from 'bun:test'
import { openingHours } from '../../../../../src/analysis/scan/facts/contact/opening-hours.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'

const store = (more: string) =>
  `<script type="application/ld+json">{"@type":"Store","name":"Nordlicht Segel",${more}}</script>`

test.each<[what: string, html: string, values: string[]]>([
  [
    'written hours',
    store('"openingHours":["Mo-Fr 08:00-18:00","Sa 09:00-13:00"]'),
    ['Mo-Fr 08:00-18:00; Sa 09:00-13:00'],
  ],
  [
    'specifications',
    store(
      '"openingHoursSpecification":[{"dayOfWeek":["Monday","https://schema.org/Tuesday"],"opens":"08:00","closes":"18:00:00"},{"dayOfWeek":"Sunday","opens":"00:00","closes":"00:00"}]',
    ),
    ['Mo-Tu 08:00-18:00'],
  ],
  [
    'a line',
    '<html lang="de"><p>Öffnungszeiten: Mo–Fr 8.00–12.30 und 14–18 Uhr, Sa 9–13 Uhr</p>',
    ['Mo-Fr 08:00-12:30,14:00-18:00; Sa 09:00-13:00'],
  ],
  [
    'a table',
    '<html lang="it"><h2>Orari</h2><table><tr><td>Lunedì</td><td>07:00 - 23:30</td></tr><tr><td>Martedì</td><td>Chiuso</td></tr><tr><td>Mercoledì-Domenica</td><td>08:00 - 22:00</td></tr></table>',
    ['Mo 07:00-23:30; We-Su 08:00-22:00'],
  ],
  [
    'halves of the day',
    '<html lang="en"><p>Hours</p><p>Saturday &amp; Sunday 9 AM – 2:30 PM</p>',
    ['Sa-Su 09:00-14:30'],
  ],
  [
    'the section after the one of customers’ words',
    '<html lang="de"><main><section><h2>Kundenstimmen</h2><p>„Wunderbar“</p></section><div><h4>Kontakt</h4><p>Mo - Fr: 10:00 - 19:00</p></div></main>',
    ['Mo-Fr 10:00-19:00'],
  ],
  ['an event', '<html lang="en"><p>Concert on Saturday 18:00-22:00</p>', []],
  ['a pronoun', '<html lang="en"><p>We are open 9 am - 10pm</p>', []],
  ['numbers', '<html lang="en"><p>Monday 12 May 2024, 431-123456</p>', []],
])('opening hours are read from %s', (_, html, values) => {
  expect(valuesOf(openingHours, { html })).toEqual(values)
})

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
