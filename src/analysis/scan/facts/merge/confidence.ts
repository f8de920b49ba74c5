import type { PageFact, Strength } from '../fact.ts'
import { bodySha256, type Confidence, type Statement } from './cited-fact.ts'

export const strengthRank: Readonly<Record<Strength, number>> = { structured: 2, explicit: 1, wording: 0 }
export const confidenceRank: Readonly<Record<Confidence, number>> = { high: 2, medium: 1, low: 0 }

/** What statements about one thing are good for together. */
export function supportOf(statements: readonly Statement[]): Confidence {
  if (statements.some(({ fact }) => fact.strength === 'structured')) return 'high'
  const places = new Set(statements.filter(({ fact }) => fact.strength === 'explicit').map(placeOf))
  if (places.size >= 2) return 'high'
  return places.size === 1 ? 'medium' : 'low'
}

/** Equal bodies under two URLs are one place, and so are two spots of one kind on a page. */
export function placeOf({ page, fact }: Statement): string {
  const method = mainMethod(fact)
  return `${bodySha256(page, method)} ${method}`
}

function mainMethod({ evidence }: PageFact): PageFact['evidence'][number]['method'] {
  return evidence[0]?.method ?? 'text'
}

export function lowerOf(a: Confidence, b: Confidence): Confidence {
  return confidenceRank[a] <= confidenceRank[b] ? a : b
}
