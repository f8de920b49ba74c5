import { describe, expect, test } from 'bun:test'
import { findRegions } from '../../../../../src/analysis/scan/facts/region.ts'
import { readFacts, readValues, type Snippet } from '../read-facts.ts'

const store = (more: string) =>
  `<script type="application/ld+json">{"@type":"Store","name":"Nordlicht Segel",${more}}</script>`

const snippets: readonly Snippet[] = [
  {
    name: 'the country of the structured address',
    html: store(
      '"address":{"@type":"PostalAddress","streetAddress":"Hafenstraße 12","postalCode":"24103","addressLocality":"Kiel","addressCountry":"DE"}',
    ),
    values: ['DE'],
  },
  {
    name: 'the country’s name in another language',
    html: store(
      '"address":{"@type":"PostalAddress","addressCountry":{"@type":"Country","name":"Österreich"}}',
    ),
    values: ['AT'],
  },
  {
    name: 'the areas served',
    html: store('"areaServed":["Germany","DK",{"@type":"Country","name":"Norwegen"},"Europe"]'),
    values: ['DE', 'DK', 'NO', 'Europe'],
  },
  {
    name: 'an address with its country',
    html: '<footer>Hafenstraße 12, 24103 Kiel, Germany</footer>',
    url: 'https://nordlicht.com/',
    values: ['DE'],
  },
  {
    name: 'an address by its code',
    html: '<footer>22 Slipway Road, Fremantle WA 6160</footer>',
    url: 'https://slipway.com/',
    values: ['AU'],
  },
  {
    name: 'editions for several countries of one language',
    html: '<link rel="alternate" hreflang="de-DE" href="/de"><link rel="alternate" hreflang="de-AT" href="/at"><link rel="alternate" hreflang="en-GB" href="/en">',
    values: ['DE', 'AT'],
  },
  {
    name: 'wordings',
    html: '<main><p>Wir liefern deutschlandweit. We ship across Europe and worldwide.</p></main>',
    url: 'https://nordlicht.com/',
    values: ['DE', 'Europe', 'worldwide'],
  },
  {
    name: 'an edition for one country alone',
    html: '<link rel="alternate" hreflang="en-GB" href="/en">',
    values: [],
  },
  {
    name: 'what a privacy notice says about Europe',
    url: 'https://nordlicht.com/privacy',
    html: '<p>Data may be sent across Europe and worldwide.</p>',
    values: [],
  },
  { name: 'a customer’s words', html: '<blockquote>The best sails worldwide!</blockquote>', values: [] },
]

describe('regions are told from', () => {
  test.each(snippets.map((snippet) => [snippet.name, snippet] as const))('%s', (_, snippet) => {
    expect(readValues(findRegions, snippet)).toEqual([...snippet.values])
  })
})

test('an address is found', () => {
  const html = '<footer>Hafenstraße 12, 24103 Kiel, Germany</footer><p>weltweit</p>'
  expect(
    readFacts(findRegions, { html, url: 'https://nordlicht.com/' }).map(({ value, kind, strength }) => [
      value,
      kind,
      strength,
    ]),
  ).toEqual([['DE', 'found', 'explicit']])
})
