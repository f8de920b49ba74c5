import {
  type AnswerField,
  answerFields,
  type Catalog,
  type Product,
  type Scoring,
} from '../catalog/catalog.ts'
import { signalsOf } from '../catalog/signals-of.ts'
import { answersTo, type DiagnosticAnswers } from './answers.ts'
import type { OptionMatcher } from './match-options.ts'
import { answersCounted, maxPossible } from './max-possible.ts'

/** One answer that counts for a product, and why. */
export interface MatchedSignal {
  field: AnswerField
  /** As it was given. */
  answer: string
  /** The catalog's option that it was understood as. */
  signal: string
  weight: number
}

export interface ProductScore {
  key: string
  name: string
  /** Sum of the matched weights. */
  score: number
  maxPossible: number
  /** Of the possible score, rounded to a whole number from 0 to 100. */
  percentage: number
  matched: MatchedSignal[]
}

/** Which answer was understood as which option; the same for any order of answers. */
export type UnderstoodAnswers = ReadonlyMap<AnswerField, ReadonlyMap<string, string>>

export function understand(answers: DiagnosticAnswers, optionsIn: OptionMatcher): UnderstoodAnswers {
  return new Map(answerFields.map((field) => [field, byOption(answersTo(field, answers), field, optionsIn)]))
}

/** Of several answers that mean one option, the first by its characters is quoted. */
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

/** Every product of the catalog, the best first; equal scores by key. */
export function scoreProducts(understood: UnderstoodAnswers, catalog: Catalog): ProductScore[] {
  return catalog.products
    .map((product) => scoreProduct(product, understood, catalog.scoring))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
}

function scoreProduct(product: Product, understood: UnderstoodAnswers, scoring: Scoring): ProductScore {
  const matched = answerFields.flatMap((field) =>
    signalsOf(product, field)
      .flatMap(({ signal, weight }): MatchedSignal[] => {
        const answer = understood.get(field)?.get(signal)
        return answer === undefined ? [] : [{ field, answer, signal, weight }]
      })
      .sort((a, b) => b.weight - a.weight || (a.signal < b.signal ? -1 : 1))
      .slice(0, answersCounted(field, scoring)),
  )
  const score = matched.reduce((sum, { weight }) => sum + weight, 0)
  const most = maxPossible(product, scoring)
  const percentage = most === 0 ? 0 : Math.round((100 * score) / most)
  return { key: product.key, name: product.name, score, maxPossible: most, percentage, matched }
}
