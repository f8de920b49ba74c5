import { expect, test } from 'bun:test'
import { description } from '../../../../../src/analysis/scan/facts/identity/description.ts'
import { factsOf, testRows, valuesOf } from '../topic-kit.ts'
import rows from './description.rows.json'

const sentence = 'Nordlicht Segel näht Segel für Fahrtenyachten in Kiel.'
const meta = (content: string) => `<meta name="description" content="${content}">`

testRows('the description is read from', description, rows.snippets)

test('one sentence describes the company: the start page’s, before structured data and paragraphs', () => {
  const data =
    '<script type="application/ld+json">{"@type":"Store","name":"Nordlicht Segel","description":"Segel und Planen aus Kiel, seit 1987."}</script>'
  const paragraph = '<main><p>Wir nähen seit vierzig Jahren Segel in der Hafenstraße.</p></main>'
  expect(valuesOf(description, { html: `${meta(sentence)}${data}${paragraph}` })).toEqual([sentence])
  expect(valuesOf(description, { html: `${data}${paragraph}` })).toEqual([
    'Segel und Planen aus Kiel, seit 1987.',
  ])
})

test('of several paragraphs that describes the company which names it or speaks for it', () => {
  const html =
    '<main><p>Das Wetter an der Küste wechselt oft und schnell.</p><p>Wir nähen seit vierzig Jahren Segel für Fahrtenyachten.</p></main>'
  expect(valuesOf(description, { html })).toEqual(['Wir nähen seit vierzig Jahren Segel für Fahrtenyachten.'])
})

test('a sentence in structured data is sure, one in a paragraph is not', () => {
  const confidences = (html: string) => factsOf(description, { html }).map(({ confidence }) => confidence)
  expect(confidences(meta(sentence))).toEqual(['high'])
  expect(confidences(`<main><p>${sentence}</p></main>`)).toEqual(['medium'])
})
