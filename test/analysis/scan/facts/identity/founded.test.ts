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
  ['two years', '<p>Our company was founded in 1998.</p><p>Our firm was founded in 2001.</p>'],
  ['the future', '<h2>Since 2090</h2>'],
])('no year of the company: %s', (_, html) => {
  expect(said(html)).toEqual([])
})
