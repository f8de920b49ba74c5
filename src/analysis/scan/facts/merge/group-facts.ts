import { byText, type FactGroup, type Statement } from './cited-fact.ts'
import { confidenceRank, placeOf, strengthRank, supportOf } from './confidence.ts'

/** Brings together what pages say about the same thing: one group per topic and key. */
export function groupFacts(statements: readonly Statement[]): FactGroup[] {
  const byKey = new Map<string, Statement[]>()
  for (const statement of statements) {
    const key = `${statement.fact.topic} ${statement.fact.key}`
    const group = byKey.get(key)
    if (group === undefined) byKey.set(key, [statement])
    else group.push(statement)
  }
  return [...byKey.values()].flatMap((group) => groupOf(group) ?? []).sort(bySupport)
}

function groupOf(statements: readonly Statement[]): FactGroup | undefined {
  const sorted = [...statements].sort(byWeight)
  const first = sorted[0]
  if (first === undefined) return undefined
  const { topic, key } = first.fact
  return { topic, key, statements: sorted, support: supportOf(sorted) }
}

function bySupport(a: FactGroup, b: FactGroup): number {
  return (
    confidenceRank[b.support] - confidenceRank[a.support] || weightOf(b) - weightOf(a) || byText(a.key, b.key)
  )
}

/** Different places, the stronger ones counting more. */
export function weightOf({ statements }: FactGroup): number {
  const places = new Map<string, number>()
  for (const statement of statements) {
    const weight = 1 + strengthRank[statement.fact.strength]
    const place = placeOf(statement)
    places.set(place, Math.max(weight, places.get(place) ?? 0))
  }
  return [...places.values()].reduce((sum, weight) => sum + weight, 0)
}

function byWeight(a: Statement, b: Statement): number {
  return (
    strengthRank[b.fact.strength] - strengthRank[a.fact.strength] ||
    a.page.url.length - b.page.url.length ||
    byText(a.page.url, b.page.url) ||
    (a.fact.evidence[0]?.start ?? 0) - (b.fact.evidence[0]?.start ?? 0) ||
    byText(a.fact.text, b.fact.text)
  )
}
