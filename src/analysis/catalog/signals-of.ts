import type { AnswerField, Product, SignalWeight } from './catalog.ts'

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
