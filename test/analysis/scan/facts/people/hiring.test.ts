import { describe, expect, test } from 'bun:test'
import { hiring } from '../../../../../src/analysis/scan/facts/people/hiring.ts'
import { isVacancy } from '../../../../../src/analysis/scan/facts/people/job-titles.ts'
import { type SitePage, valuesOf } from '../topic-kit.ts'
import rows from './hiring.rows.json'

const careers = 'https://www.nordlicht-segel.de/karriere'

const snippets: ReadonlyArray<SitePage & { name: string; values: readonly string[] }> = rows.snippets

describe('positions are read from', () => {
  test.each(snippets.map((snippet) => [snippet.name, snippet] as const))('%s', (_, snippet) => {
    expect(valuesOf(hiring, snippet).sort()).toEqual([...snippet.values].sort())
  })
})

test.each([
  ['Ingénieur Logiciel Senior', true],
  ['Bäcker (m/w/d)', true],
  ['Avocat fiscaliste', false],
  ['Senior living in Leeds', false],
] as const)('a heading “%s” is a vacancy: %p', (heading, isOne) => {
  expect(isVacancy(heading)).toBe(isOne)
})

test('a title is one position however the genders are marked', () => {
  const html = '<h3>Koch (m/w/d)</h3><h3>Koch (w/m/d)</h3>'
  expect(valuesOf(hiring, { html, url: careers })).toEqual(['Koch (m/w/d)'])
})
