import { type AnswerField, answerFields, type Product, type Scoring, type SignalWeight } from './catalog.ts'

/** Member of a product's `signals` for each field. */
export const signalMembers = {
  role: 'roles',
  painPoints: 'painPoints',
  tools: 'tools',
  timeline: 'timelines',
} as const satisfies Record<AnswerField, keyof Product['signals']>

/** A product's weights for one field of the questionnaire. */
export function signalsOf(product: Product, field: AnswerField): readonly SignalWeight[] {
  return product.signals[signalMembers[field]] ?? []
}

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
