import type { Decision } from '../topic.ts'
import { confidenceOf, isStructured, lowerOf } from './confidence-rule.ts'

/**
 * Resolves contradictory values: the best supported one stays, at most medium when another is equally supported, the
 * others become low, and the contradiction becomes a fact.
 */
export function settle(rivals: readonly Decision[], aspect: string): Decision[] {
  const [kept, strongest, ...others] = rivals.toSorted((a, b) => weightOf(b) - weightOf(a))
  if (kept === undefined || strongest === undefined) return [...rivals]
  const equal = weightOf(kept) === weightOf(strongest)
  return [
    equal ? { ...kept, confidenceMax: 'medium' } : kept,
    ...[strongest, ...others].map((other): Decision => ({ ...other, confidenceMax: 'low' })),
    {
      topic: 'conflict',
      key: `${kept.topic} ${aspect}`,
      value: kept.topic,
      text: `The site disagrees about ${aspect}: “${kept.value ?? kept.text}” and “${strongest.value ?? strongest.text}”.`,
      support: [...kept.support.slice(0, 2), ...strongest.support.slice(0, 2)],
      confidenceMax: lowerOf(confidenceOf(kept.support), confidenceOf(strongest.support)),
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
