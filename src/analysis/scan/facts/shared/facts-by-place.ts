import type { Evidence } from '../../document/evidence.ts'
import type { FactMethod } from '../../schema.ts'
import type { PageFact, Strength } from '../fact.ts'

/** One place that says a thing, and how plainly. */
export interface Said {
  strength: Strength
  evidence: Evidence | undefined
}

const quotesMax = 3
const ranks: Readonly<Record<Strength, number>> = { structured: 2, explicit: 1, wording: 0 }

/**
 * One fact for each kind of place that says the same thing: the merge counts kinds of place as independent words.
 * What could not be quoted is left out.
 */
export function factsByPlace(
  base: Omit<PageFact, 'strength' | 'evidence'>,
  all: readonly Said[],
): PageFact[] {
  const byMethod = new Map<FactMethod, { strength: Strength; evidence: Evidence[] }>()
  for (const { strength, evidence } of all) {
    if (evidence === undefined) continue
    const place = byMethod.get(evidence.method)
    if (place === undefined) byMethod.set(evidence.method, { strength, evidence: [evidence] })
    else {
      if (ranks[strength] > ranks[place.strength]) place.strength = strength
      const quoted = place.evidence.some(({ start }) => start === evidence.start)
      if (!quoted && place.evidence.length < quotesMax) place.evidence.push(evidence)
    }
  }
  return [...byMethod.values()].map((place) => ({ ...base, ...place }))
}
