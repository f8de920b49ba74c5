import { byText, type FactGroup, type Statement } from './cited-fact.ts'
import { confidenceRank, placeOf, strengthRank, supportOf } from './confidence.ts'
import { areSpellings } from './spellings.ts'

/** Brings together what pages say about the same thing: one group per topic and key, spellings of a name in one. */
export function groupFacts(statements: readonly Statement[]): FactGroup[] {
  const byKey = new Map<string, Statement[]>()
  for (const statement of statements) {
    const key = `${statement.fact.topic} ${statement.fact.key}`
    const group = byKey.get(key)
    if (group === undefined) byKey.set(key, [statement])
    else group.push(statement)
  }
  const groups = [...byKey.values()].flatMap((group) => groupOf(group) ?? []).sort(bySupport)
  const names = groups.filter(({ topic }) => topic === 'company-name')
  return [...groups.filter(({ topic }) => topic !== 'company-name'), ...joinSpellings(names)]
}

function groupOf(statements: readonly Statement[]): FactGroup | undefined {
  const sorted = [...statements].sort(byWeight)
  const first = sorted[0]
  if (first === undefined) return undefined
  const { topic, key } = first.fact
  return { topic, key, statements: sorted, support: supportOf(sorted) }
}

/** The best supported name gathers the spellings that fit it; what fits none stands for itself. */
function joinSpellings(names: readonly FactGroup[]): FactGroup[] {
  const leaders: FactGroup[][] = []
  for (const name of names) {
    const fitting = leaders.find(([leader]) => leader !== undefined && areSpellings(leader.key, name.key))
    if (fitting !== undefined) fitting.push(name)
    else if (leaders.length < leadersMax) leaders.push([name])
  }
  return leaders.flatMap((group) => {
    const joined = groupOf(group.flatMap(({ statements }) => statements))
    const key = group[0]?.key
    return joined === undefined || key === undefined ? [] : [{ ...joined, key }]
  })
}

/** A page with hundreds of names is not worth comparing each with each. */
const leadersMax = 20

export function bySupport(a: FactGroup, b: FactGroup): number {
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
