import { expect, test } from 'bun:test'
import { mergeFacts } from '../../../../../src/analysis/scan/facts/merge/merge.ts'
import {
  descriptionOf,
  integrationsOf,
  regionsOf,
  titleOf,
} from '../../../../../src/analysis/scan/facts/merge/summary.ts'
import { page, said } from './statements.ts'

const facts = mergeFacts(
  [
    page(
      '/',
      said('Stripe', { topic: 'tool' }),
      said('DE', { topic: 'region' }),
      said('Cycles made to measure.', { topic: 'description', key: 'a' }),
    ),
    page(
      '/b',
      said('Figma', { topic: 'tool' }),
      said('Cycles.', { topic: 'description', key: 'b', strength: 'structured' }),
    ),
    page('/c', said('Larkfield', { topic: 'company-name' })),
  ],
  { pagesRead: 3 },
)

test('integrations and regions are the values of their topics, in order', () => {
  expect(integrationsOf(facts)).toEqual(['Figma', 'Stripe'])
  expect(regionsOf(facts)).toEqual(['DE'])
})

test('the surest description stands, then the page’s own, then nothing', () => {
  expect(descriptionOf({ description: 'Meta' }, facts)).toBe('Cycles.')
  expect(descriptionOf({ description: ' Me\u200bta ' }, [])).toBe('Meta')
  expect(descriptionOf({ description: '' }, [])).toBe('')
})

test('a page without a title is called by the company, then by the domain', () => {
  expect(titleOf({ title: 'Home | Larkfield' }, facts, 'larkfield.example')).toBe('Home | Larkfield')
  expect(titleOf({ title: ' ' }, facts, 'larkfield.example')).toBe('Larkfield')
  expect(titleOf({ title: '' }, [], 'larkfield.example')).toBe('larkfield.example')
})
