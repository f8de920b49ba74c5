import { type AnswerField, answerFields, type Product, type Scoring } from './catalog.ts'
import { signalsOf } from './signals-of.ts'

/** Number of answers of a field that count for one product. */
export function answersCounted(field: AnswerField, scoring: Scoring): number {
  return field === 'painPoints' || field === 'tools' ? scoring.answersCounted[field] : 1
}

/** The highest score that a product can reach. */
export function maxPossible(product: Product, scoring: Scoring): number {
  return answerFields.reduce((sum, field) => {
    const weights = signalsOf(product, field).map(({ weight }) => weight)
    const heaviest = weights.sort((a, b) => b - a).slice(0, answersCounted(field, scoring))
    return sum + heaviest.reduce((points, weight) => points + weight, 0)
  }, 0)
}
