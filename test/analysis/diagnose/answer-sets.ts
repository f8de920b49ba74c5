import fc from 'fast-check'
import type { AnswerField, Catalog } from '../../../src/analysis/catalog/catalog.ts'
import type { DiagnosticAnswers } from '../../../src/analysis/diagnose/schema.ts'
import { normalWords } from '../../../src/analysis/text/normal-words.ts'

/** What people write: options, synonyms, both in other spellings, and words that the catalog does not know. */
export function answerTo(field: AnswerField, catalog: Catalog): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...phrasesOf(field, catalog)).chain(respelled) },
    { weight: 2, arbitrary: unknownWords(field, catalog) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  )
}

export function answerSets(catalog: Catalog): fc.Arbitrary<DiagnosticAnswers> {
  return fc.record(
    {
      role: answerTo('role', catalog),
      painPoints: fc.array(answerTo('painPoints', catalog), { maxLength: 6 }),
      tools: fc.array(answerTo('tools', catalog), { maxLength: 8 }),
      timeline: answerTo('timeline', catalog),
    },
    { requiredKeys: [] },
  )
}

/** Options and synonyms of a field. */
export function phrasesOf(field: AnswerField, catalog: Catalog): string[] {
  const synonyms = catalog.synonyms.filter((synonym) => synonym.field === field).flatMap(({ words }) => words)
  return [...catalog.questions[field].options, ...synonyms]
}

/** One to three words that no phrase of the field holds. */
export function unknownWords(field: AnswerField, catalog: Catalog): fc.Arbitrary<string> {
  const known = new Set(phrasesOf(field, catalog).flatMap(normalWords))
  const word = fc
    .string({ unit: fc.constantFrom(...'qxzwvkjyb0123456789'), minLength: 3, maxLength: 9 })
    .filter((made) => !known.has(made))
  return fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
}

function respelled(phrase: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    phrase,
    phrase.toUpperCase(),
    phrase.toLowerCase(),
    ` ${phrase}! `,
    phrase.replaceAll(' ', ' - '),
    phrase.replaceAll('e', 'é'),
  )
}
