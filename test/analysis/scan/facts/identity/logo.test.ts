import { expect, test } from 'bun:test'
import { logo } from '../../../../../src/analysis/scan/facts/identity/logo.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'
import rows from './logo.rows.json'

const named = '<title>Nordlicht Segel</title>'
const linked = '<a href="/"><img src="/img/logo.svg" alt="Nordlicht Segel"></a>'

test('the logo of structured data goes before images', () => {
  const data =
    '<script type="application/ld+json">{"@type":"Organization","name":"Nordlicht Segel","logo":{"@type":"ImageObject","url":"/img/mark.png"}}</script>'
  const [fact, ...rest] = factsOf(logo, { html: `${named}${data}${linked}` })
  expect([fact?.value, fact?.confidence, rest.length]).toEqual([
    'https://www.nordlicht-segel.de/img/mark.png',
    'high',
    0,
  ])
})

test.each([
  ['an image that leads to the start page', linked],
  ['one in the header', '<header><img class="logo" src="/img/logo.svg"></header>'],
  ['one that bears the name', '<main><img src="/img/logo.svg" alt="Logo Nordlicht Segel"></main>'],
  ['one that is loaded late', linked.replace('src=', 'src="data:image/gif;base64,R0lGOD" data-src=')],
  ['one before the logo of a partner', `<img src="/img/logo-hafen.png" alt="Hafenwerk">${linked}`],
])('%s is the logo', (_, html) => {
  expect(valuesOf(logo, { html: named + html })).toEqual(['https://www.nordlicht-segel.de/img/logo.svg'])
})

test.each(rows.notOwn as [string, string][])('the logo of %s is not the company’s', (_, html) => {
  expect(valuesOf(logo, { html: named + html })).toEqual([])
})
