import {
  type AnswerField,
  answerFields,
  type Catalog,
  type Product,
  type Scoring,
} from '../catalog/catalog.ts'
import { signalsOf } from '../catalog/signals-of.ts'
import { answersTo } from './answers.ts'
import type { OptionMatcher } from './match-options.ts'
import { answersCounted, maxPossible } from './max-possible.ts'
import type { DiagnosticAnswers, MatchedSignal, ProductScore } from './schema.ts'

/** The answer of each matched option, by field; independent of the order of answers. */
export type UnderstoodAnswers = ReadonlyMap<AnswerField, ReadonlyMap<string, string>>

export function understand(answers: DiagnosticAnswers, optionsIn: OptionMatcher): UnderstoodAnswers {
  return new Map(answerFields.map((field) => [field, byOption(answersTo(field, answers), field, optionsIn)]))
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

/** Every product of the catalog, best first; ties by key. */
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
