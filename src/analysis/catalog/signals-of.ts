import type { AnswerField, Product, SignalWeight } from './catalog.ts'

/** Under which name a product's signals hold the weights of a field. */
export const signalMembers = {
  role: 'roles',
  painPoints: 'painPoints',
  tools: 'tools',
  timeline: 'timelines',
} as const satisfies Record<AnswerField, keyof Product['signals']>

/** What a product's signals weigh in one field of the questionnaire. */
export function signalsOf(product: Product, field: AnswerField): readonly SignalWeight[] {
  return product.signals[signalMembers[field]] ?? []
}
