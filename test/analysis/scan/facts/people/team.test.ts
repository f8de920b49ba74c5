import { expect, test } from 'bun:test'
import { team } from '../../../../../src/analysis/scan/facts/people/team.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'
import table from './team.json'

const at = (path: string) => `https://www.nordlicht-segel.de${path}`
type Row = [title: string, path: string, html: string]

test.each(table.read as [...Row, values: string[]][])('people are read from %s', (_, path, html, values) => {
  expect(valuesOf(team, { html: `<main>${html}</main>`, url: at(path) })).toEqual(values)
})

test.each(table.notRead as Row[])('no person is read from %s', (_, path, html) => {
  expect(valuesOf(team, { html: `<main>${html}</main>`, url: at(path) })).toEqual([])
})

test('the owner of a practice is read where it is named after them', () => {
  const html = '<footer><p>Léo Turpin Bonnet – Avocat fiscaliste (Barreau de Paris)</p></footer>'
  const values = (host: string) => valuesOf(team, { html, url: `https://${host}/` })
  expect(['turpin-avocat.fr', 'ltb-avocat.fr', 'nordlicht.de'].map(values)).toEqual([
    ['Léo Turpin Bonnet, Avocat fiscaliste'],
    ['Léo Turpin Bonnet, Avocat fiscaliste'],
    [],
  ])
  // `Creative cook` is a brand, without a first name.
  const brand = '<footer><p>De Creatieve Kok</p></footer>'
  expect(valuesOf(team, { html: brand, url: 'https://www.decreatievekok.nl/' })).toEqual([])
})

test('a person on two kinds of page is one fact of high confidence', () => {
  const facts = factsOf(
    team,
    {
      html: '<main><h3>Dr. Anna Weber</h3><p>Gründerin</p><h3>Jan Petersen</h3><p>Koch</p></main>',
      url: at('/team'),
    },
    { html: '<p>Geschäftsführerin: Anna Weber</p>', url: at('/impressum') },
  )
  expect(facts.map(({ value, confidence }) => [value, confidence])).toEqual([
    ['Dr. Anna Weber, Gründerin', 'high'],
    ['Jan Petersen, Koch', 'medium'],
  ])
})

test('the company’s name over a line with the word of a role is not a person, after a label of an office it is', () => {
  const values = (html: string, path = '') =>
    valuesOf(team, {
      html: `<title>Nordlicht Segel</title>${html}`,
      url: `https://www.nordlicht-segel.de/${path}`,
    })
  expect(values('<main><h2>Nordlicht Segel</h2><p>Specialist for sails</p></main>')).toEqual([])
  expect(values('<main><p>Inhaber: Nordlicht Segel</p></main>', 'impressum')).toEqual([
    'Nordlicht Segel, Inhaber',
  ])
})
