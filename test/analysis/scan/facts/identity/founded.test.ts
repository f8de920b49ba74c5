import { expect, test } from 'bun:test'
import { founded } from '../../../../../src/analysis/scan/facts/identity/founded.ts'
import { factsOf } from '../topic-kit.ts'
import rows from './founded.rows.json'

const said = (html: string) => factsOf(founded, { html }).map((fact) => [fact.value, fact.confidence])

test.each(rows.years as [string, string, string, string][])(
  'the year is read from %s',
  (_, html, value, confidence) => {
    expect(said(html)).toEqual([[value, confidence]])
  },
)

const organisation = (year: number) =>
  `<script type="application/ld+json">{"@type":"Organization","name":"Nordlicht Segel","foundingDate":"${year}"}</script>`

test.each([
  ['texts', '<p>Our company was founded in 1998.</p><p>Our firm was founded in 2001.</p>', ['conflict']],
  ['structured data', organisation(1998) + organisation(2001), ['conflict', 'founded']],
])('of two years in %s at most one is stated, and the contradiction', (_, html, topics) => {
  expect(factsOf(founded, { html }).map(({ topic }) => topic)).toEqual(topics as 'founded'[])
})

test('the year is read from the imprint', () => {
  const html = '<title>Nordlicht Segel</title><h1>Impressum</h1><p>Nordlicht Segel GmbH, gegründet 1987</p>'
  const page = { html, url: 'https://www.nordlicht-segel.de/impressum' }
  expect(factsOf(founded, page).map(({ value }) => value)).toEqual(['1987'])
})

test('the year is read from the page of the team', () => {
  const page = {
    html: '<p>Our company was founded in 2004 in Kiel.</p>',
    url: 'https://www.nordlicht-segel.de/our-team',
  }
  expect(factsOf(founded, page).map(({ value }) => value)).toEqual(['2004'])
})

test.each([
  ['a copyright line', '<footer>© since 2012 Nordlicht Segel</footer>'],
  ['a career', '<p>Unsere Anna ist Rechtsanwältin seit 1998.</p>'],
  ['a city', '<p>Our town was founded in 1208.</p><p>The city was founded in 1620, as we know.</p>'],
  ['another company', '<p>Hafenwerk was founded in 1950.</p>'],
  ['a membership', '<p>Wir sind Mitglied seit 2004.</p>'],
  ['a certificate', '<p>Zertifiziert seit 2015</p>'],
  ['a year alone behind a sign', '<p>📅 Depuis 2015</p>'],
  ['a customer', '<p>Kundin seit 2008</p>'],
  ['two trades', '<p>Bäckerei seit 1952</p><p>Konditorei seit 1990</p>'],
  ['the future', '<h2>Since 2090</h2>'],
])('no year of the company: %s', (_, html) => {
  expect(said(html)).toEqual([])
})
