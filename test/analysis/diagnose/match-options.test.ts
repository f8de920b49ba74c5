import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnswerField } from '../../../src/analysis/catalog/catalog.ts'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createOptionMatcher } from '../../../src/analysis/diagnose/match-options.ts'
import { testSeed } from '../../support/seed.ts'
import { expectLinearGrowth } from '../linear-growth.ts'
import { phrasesOf } from './answer-sets.ts'

const seed = testSeed('match-options')

const optionsIn = createOptionMatcher(defaultCatalog)

test.each<[AnswerField, string, string[]]>([
  ['role', 'Founder & CEO', ['Founder or CEO']],
  ['role', 'Head of engineering', ['Engineering lead']],
  ['role', 'engineer', ['Software developer']],
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
  ['role', 'IT manager', ['Engineering lead']],
  ['role', 'manager', []],
  ['painPoints', 'customers are paying late', ['Customers pay their invoices late']],
  ['painPoints', 'our customers always pay us too late', ['Customers pay their invoices late']],
  [
    'painPoints',
    'the numbers in our reports do not match',
    ['Reports show different numbers for the same thing'],
  ],
  ['painPoints', 'We do not have late payments', []],
  ['painPoints', 'no late payments, bugs or outages', []],
  ['painPoints', 'Late payments are not a problem.', []],
  ['painPoints', 'We have no problem with leads', []],
  ['painPoints', 'we never have bugs, but overdue invoices', ['Customers pay their invoices late']],
  ['painPoints', 'No bugs. Overdue invoices!', ['Customers pay their invoices late']],
  ['painPoints', 'not only bugs', ['Bugs and outdated dependencies pile up']],
  ['painPoints', 'invoices are overdue and nobody cares', ['Customers pay their invoices late']],
  ['painPoints', 'We don’t have enough leads', ['We do not have enough qualified leads']],
  ['painPoints', 'We have no leads', ['We do not have enough qualified leads']],
  ['painPoints', 'We cannot forecast our cash flow', ['We cannot tell which money will arrive when']],
  ['painPoints', 'we do not trust any of our data', ['Nobody knows where a number comes from']],
  ['tools', 'We do not use Stripe', []],
  ['tools', 'Stripe, not Xero', ['Stripe']],
  ['role', 'not a developer but a designer', ['Design or creative work']],
  ['timeline', 'not now', []],
  ['timeline', 'no rush', ['Just exploring']],
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

test('stop words anywhere in an answer change nothing', () => {
  const stopWords = 'too our the is are we have very of for and also to with'.split(' ')
  const phrases = (['role', 'painPoints', 'tools', 'timeline'] as const).flatMap((field) =>
    phrasesOf(field, defaultCatalog).map((phrase) => ({ field, phrase })),
  )
  const inserted = fc.constantFrom(...phrases).chain(({ field, phrase }) => {
    const words = phrase.split(' ')
    const gap = fc.array(fc.constantFrom(...stopWords), { maxLength: 3 })
    const gaps = fc.array(gap, { minLength: words.length + 1, maxLength: words.length + 1 })
    return gaps.map((some) => ({
      field,
      phrase,
      answer: [...(some[0] ?? []), ...words.flatMap((word, at) => [word, ...(some[at + 1] ?? [])])].join(' '),
    }))
  })
  fc.assert(
    fc.property(inserted, ({ field, phrase, answer }) => {
      expect({ answer, options: optionsIn(field, answer) }).toEqual({
        answer,
        options: optionsIn(field, phrase),
      })
    }),
    { seed, numRuns: 3_000 },
  )
})

test('a denial never adds an option that the words without it do not name, unless a phrase holds it', () => {
  const denying = new Set(
    phrasesOf('tools', defaultCatalog).flatMap((phrase) => [`no ${phrase}`, `we do not use ${phrase}`]),
  )
  for (const answer of denying)
    expect({ answer, options: optionsIn('tools', answer) }).toEqual({ answer, options: [] })
})

test('an answer is read in time linear in its length', () => {
  const worst = ['data our ', 'not ', 'no data, ', 'invoices late pay ', 'too many ', 'but ', 'a or b, ']
  for (const part of worst) {
    expectLinearGrowth(`options in ${JSON.stringify(part)}`, {
      size: 25_000,
      workOn: (chars) => {
        const answer = part.repeat(Math.ceil(chars / part.length))
        return () => {
          for (const field of ['role', 'painPoints', 'tools', 'timeline'] as const) optionsIn(field, answer)
        }
      },
    })
  }
})
