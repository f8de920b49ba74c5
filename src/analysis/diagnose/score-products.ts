import {
  type AnswerField,
  answerFields,
  type Catalog,
  type Product,
  type Scoring,
} from '../catalog/catalog.ts'
import { answersCounted, maxPossible, signalsOf } from '../catalog/signals-of.ts'
import { answersTo } from './answers.ts'
import type { OptionMatcher } from './match-options.ts'
import type { DiagnosticAnswers, MatchedSignal, ProductScore } from './schema.ts'

/** The answer of each matched option, by field; independent of the order of answers. */
export type UnderstoodAnswers = ReadonlyMap<AnswerField, ReadonlyMap<string, string>>

/** @param given the answers first, then what is suggested: a role and a timeline are the first one of them */
export function understand(given: readonly DiagnosticAnswers[], optionsIn: OptionMatcher): UnderstoodAnswers {
  return new Map(
    answerFields.map((field) => {
      const lists = given.map((answers) => answersTo(field, answers)).filter(({ length }) => length > 0)
      const isOne = field === 'role' || field === 'timeline'
      return [field, byOption(isOne ? (lists[0] ?? []) : lists.flat(), field, optionsIn)]
    }),
  )
}

/** Of several answers that match one option, the first in code unit order is quoted. */
function byOption(answers: readonly string[], field: AnswerField, optionsIn: OptionMatcher) {
  const understood = new Map<string, string>()
  for (const answer of answers) {
    for (const option of optionsIn(field, answer)) {
      const earlier = understood.get(option)
      if (earlier === undefined || answer < earlier) understood.set(option, answer)
    }
  }
  return understood
}

/** Scores of every product, best first; ties by key. */
export type ScoreProducts = (understood: UnderstoodAnswers) => ProductScore[]

/** Orders each product's signals once, heaviest first, so that a request only looks its answers up. */
export function createScoring({ products, scoring }: Catalog): ScoreProducts {
  const scorers = products.map((product) => createScorer(product, scoring))
  return (understood) =>
    scorers.map((score) => score(understood)).sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
}

function createScorer(product: Product, scoring: Scoring): (understood: UnderstoodAnswers) => ProductScore {
  const { key, name } = product
  const most = maxPossible(product, scoring)
  const fields = answerFields.map((field) => ({
    field,
    counted: answersCounted(field, scoring),
    signals: signalsOf(product, field).toSorted(
      (a, b) => b.weight - a.weight || (a.signal < b.signal ? -1 : 1),
    ),
  }))
  return (understood) => {
    const matched: MatchedSignal[] = []
    let score = 0
    for (const { field, counted, signals } of fields) {
      const answers = understood.get(field)
      if (answers === undefined || answers.size === 0) continue
      const end = matched.length + counted
      for (const { signal, weight } of signals) {
        if (matched.length === end) break
        const answer = answers.get(signal)
        if (answer === undefined) continue
        matched.push({ field, answer, signal, weight })
        score += weight
      }
    }
    const percentage = most === 0 ? 0 : Math.round((100 * score) / most)
    return { key, name, score, maxPossible: most, percentage, matched }
  }
}
