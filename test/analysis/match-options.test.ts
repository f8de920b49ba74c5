import { expect, test } from 'bun:test'
import { defaultCatalog } from '../../src/analysis/catalog/default-catalog.ts'
import type { AnswerField } from '../../src/analysis/catalog.ts'
import { createOptionMatcher } from '../../src/analysis/match-options.ts'

const optionsIn = createOptionMatcher(defaultCatalog)

test.each<[AnswerField, string, string[]]>([
  ['role', 'Founder & CEO', ['Founder or CEO']],
  ['role', 'Head of engineering', ['Engineering lead']],
  ['role', 'engineer', ['Software developer']],
  ['role', 'Data or analytics', ['Data or analytics']],
  ['tools', 'GitHub Sponsors', ['GitHub Sponsors']],
  ['tools', 'github', ['GitHub']],
  ['tools', 'Looker Studio and Stripe', ['Looker', 'Stripe']],
  ['tools', 'stripes', []],
  ['painPoints', 'Spanish customers pay their enormous invoices late', ['Customers pay their invoices late']],
  [
    'painPoints',
    'we miss follow ups and pull requests wait',
    ['Follow-ups are forgotten', 'Code reviews wait too long'],
  ],
  ['timeline', 'This quarter, please', ['Within three months']],
  ['timeline', 'Stripe', []],
])('%s: %j names %j', (field, answer, options) => {
  expect(optionsIn(field, answer)).toEqual(options)
})

test('every option names itself alone', () => {
  for (const field of ['role', 'painPoints', 'tools', 'timeline'] as const) {
    for (const option of defaultCatalog.questions[field].options) {
      expect(optionsIn(field, option)).toEqual([option])
    }
  }
})

test('every synonym names its option alone', () => {
  for (const { field, option, words } of defaultCatalog.synonyms) {
    for (const phrase of words) expect([phrase, ...optionsIn(field, phrase)]).toEqual([phrase, option])
  }
})
