import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnswerField } from '../../../src/analysis/catalog/catalog.ts'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createOptionMatcher } from '../../../src/analysis/diagnose/match-options.ts'
import { testSeed } from '../../support/seed.ts'
import { expectLinearGrowth } from '../linear-growth.ts'
import { phrasesOf } from './answer-sets.ts'
import rows from './match-options.rows.json'

const seed = testSeed('match-options')

const optionsIn = createOptionMatcher(defaultCatalog)

test.each(rows.names as [AnswerField, string, string[]][])('%s: %j names %j', (field, answer, options) => {
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
