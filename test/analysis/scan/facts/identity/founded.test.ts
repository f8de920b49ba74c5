import { expect, test } from 'bun:test'
import { founded } from '../../../../../src/analysis/scan/facts/identity/founded.ts'
import { factsOf } from '../topic-kit.ts'

const said = (html: string) => factsOf(founded, { html }).map((fact) => [fact.value, fact.confidence])

test.each([
  [
    'structured data',
    '<script type="application/ld+json">{"@type":"Organization","name":"Nordlicht Segel","foundingDate":"1998-04-01"}</script><p>Desde 1990</p>',
    '1998',
    'high',
  ],
  ['a sentence', '<p>Somos una empresa familiar fundada en 1957 por Sergio.</p>', '1957', 'medium'],
  [
    'one that names it',
    '<title>Nordlicht Segel</title><p>Nordlicht Segel was founded in 1998 by Ada.</p>',
    '1998',
    'medium',
  ],
  ['a German one', '<p>1987 wurde unser Betrieb gegründet.</p>', '1987', 'medium'],
  ['a table', '<table><tr><td>設立年月日</td><td>2020 年 8 月</td></tr></table>', '2020', 'medium'],
  ['a slogan', '<h2>Depuis 1750</h2>', '1750', 'low'],
  ['a specialist', '<p>Votre spécialiste des voiles depuis 1995</p>', '1995', 'low'],
  ['a sentence with since', '<p>No mercado desde 2014, a MKS é uma empresa sólida.</p>', '2014', 'low'],
])('the year is read from %s', (_, html, value, confidence) => {
  expect(said(html)).toEqual([[value, confidence]])
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
  ['two years', '<p>Our company was founded in 1998.</p><p>Our firm was founded in 2001.</p>'],
  ['the future', '<h2>Since 2090</h2>'],
])('no year of the company: %s', (_, html) => {
  expect(said(html)).toEqual([])
})
