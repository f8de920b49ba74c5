import type { Decision } from '../topic.ts'
import { confidenceOf, isStructured, lowerOf } from './confidence-rule.ts'

/**
 * Resolves contradictory values: the best supported one stays, at most medium when another is equally supported, the
 * others become low, and the contradiction becomes a fact.
 */
export function settle(values: readonly Decision[], aspect: string): Decision[] {
  const [best, strongest, ...others] = values.toSorted((a, b) => weightOf(b) - weightOf(a))
  if (best === undefined || strongest === undefined) return [...values]
  const equal = weightOf(best) === weightOf(strongest)
  return [
    equal ? { ...best, confidenceMax: 'medium' } : best,
    ...[strongest, ...others].map((other): Decision => ({ ...other, confidenceMax: 'low' })),
    {
      topic: 'conflict',
      key: `${best.topic} ${aspect}`,
      value: best.topic,
      text: `The site disagrees about ${aspect}: “${best.value ?? best.text}” and “${strongest.value ?? strongest.text}”.`,
      support: [...best.support.slice(0, 2), ...strongest.support.slice(0, 2)],
      confidenceMax: lowerOf(confidenceOf(best.support), confidenceOf(strongest.support)),
    },
  ]
}

/** Number of blocks of different kinds of place; machine-readable ones count twice. */
function weightOf({ support }: Decision): number {
  const places = new Map(
    support.map(({ place, block }) => [`${place} ${block}`, isStructured(place) ? 2 : 1]),
  )
  return [...places.values()].reduce((sum, weight) => sum + weight, 0)
}
