import { normalWords } from '../../../text/normal-words.ts'
import { areOneAddress, areSpellings } from '../../site/spellings.ts'
import { chooseWording } from './choose-wording.ts'
import { byText, type FactGroup, type Statement } from './cited-fact.ts'
import { confidenceRank, placeOf, strengthRank, supportOf } from './confidence.ts'

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
  return [
    ...groups.filter(({ topic }) => topic !== 'company-name' && topic !== 'address'),
    ...joinLike(groups, 'company-name', { read: ({ key }) => key, alike: areSpellings }),
    ...joinLike(groups, 'address', { read: wordsOf, alike: areOneAddress }),
  ]
}

function wordsOf(group: FactGroup): string {
  const { text, value = text } = chooseWording(group)
  return normalWords(value).join(' ')
}

function groupOf(statements: readonly Statement[]): FactGroup | undefined {
  const sorted = [...statements].sort(byWeight)
  const first = sorted[0]
  if (first === undefined) return undefined
  const { topic, key } = first.fact
  return { topic, key, statements: sorted, support: supportOf(sorted) }
}

/** The best supported group of a topic gathers those that are like it; what is like none stands for itself. */
function joinLike(
  groups: readonly FactGroup[],
  topic: FactGroup['topic'],
  { read, alike }: { read: (group: FactGroup) => string; alike: (a: string, b: string) => boolean },
): FactGroup[] {
  const leaders: Array<{ key: string; words: string; statements: Statement[] }> = []
  for (const group of groups) {
    if (group.topic !== topic) continue
    const words = read(group)
    const found = leaders.find((leader) => alike(leader.words, words))
    if (found !== undefined) found.statements.push(...group.statements)
    else if (leaders.length < leadersMax) {
      leaders.push({ key: group.key, words, statements: [...group.statements] })
    }
  }
  return leaders.flatMap(({ key, statements }) => {
    const joined = groupOf(statements)
    return joined === undefined ? [] : [{ ...joined, key }]
  })
}

/** A site with hundreds of names is not worth comparing each with each. */
const leadersMax = 80

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
