import { expect, test } from 'bun:test'
import { companyName, legalName } from '../../../../../src/analysis/scan/facts/identity/names.ts'
import { factsOf, testRows, valuesOf } from '../topic-kit.ts'
import rows from './names.rows.json'

testRows('the company’s name is read from', companyName, rows.snippets)

test('the name in a link to the start page is quoted from its text', () => {
  const html =
    '<title>Sails | Nordlicht Segel</title><nav><a class="navbar-brand" href="/">Nordlicht Segel</a></nav>'
  const quotes = factsOf(companyName, { html }).flatMap(({ sources }) => sources.map(({ quote }) => quote))
  expect(quotes).toContain('Nordlicht Segel')
  expect(quotes).not.toContain('/')
})

test('what backs a name decides its confidence', () => {
  const confidences = [
    '<title>Kutterwerft Blau</title><h1>Kutterwerft Blau</h1><meta property="og:site_name" content="Kutterwerft Blau">',
    '<meta property="og:site_name" content="Kutterwerft Blau">',
  ].map((html) => factsOf(companyName, { html }).map(({ confidence }) => confidence))
  expect(confidences).toEqual([['high'], ['medium']])
})

test.each(rows.legalNames as [string, string, string[]][])(
  'the legal name is read from %s',
  (_, html, values) => {
    const page = {
      html: `<title>Nordlicht Segel</title>${html}`,
      url: 'https://www.nordlicht-segel.de/impressum',
    }
    expect(valuesOf(legalName, page)).toEqual([...values])
  },
)
