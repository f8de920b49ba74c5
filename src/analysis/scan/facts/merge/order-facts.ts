import { type Fact, topics } from '../../schema.ts'
import { confidenceRank } from './confidence-rule.ts'

const factsMax = 400

/** The facts of highest confidence, by topic. Independent of the order in which pages were read. */
export function orderFacts(facts: readonly Fact[]): Fact[] {
  return facts
    .toSorted((a, b) => byConfidence(a, b) || byTopic(a, b) || byWords(a, b))
    .slice(0, factsMax)
    .sort((a, b) => byTopic(a, b) || byConfidence(a, b) || byPlace(a, b) || byWords(a, b))
}

function byTopic(a: Fact, b: Fact): number {
  return topics.indexOf(a.topic) - topics.indexOf(b.topic)
}

function byConfidence(a: Fact, b: Fact): number {
  return confidenceRank[b.confidence] - confidenceRank[a.confidence]
}

function byPlace({ sources: [one] }: Fact, { sources: [other] }: Fact): number {
  return one === undefined || other === undefined ? 0 : bySource(one, other)
}

/** By depth of the page, then in page order. */
export function bySource(a: Fact['sources'][number], b: Fact['sources'][number]): number {
  return a.url.length - b.url.length || byText(a.url, b.url) || a.start - b.start || a.end - b.end
}

function byWords(a: Fact, b: Fact): number {
  return byText(a.value ?? a.text, b.value ?? b.text) || byText(a.id, b.id)
}

/** Text order by UTF-16 code units, the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
