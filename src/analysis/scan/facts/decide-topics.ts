import { createHash } from 'node:crypto'
import type { Evidence } from '../document/evidence.ts'
import type { Fact } from '../schema.ts'
import type { Site } from '../site/site.ts'
import { confidenceOf, confidenceRank, lowerOf } from './merge/confidence-rule.ts'
import { bySource, byText } from './merge/order-facts.ts'
import { soundCandidate } from './sound-candidate.ts'
import type { Candidate, Decision, PageRef, SiteCandidate, Topic } from './topic.ts'

const candidatesPerPageMax = 500
const factsPerTopicMax = 80

/** The candidates of one page from its parse child. */
export interface PageCandidates {
  page: PageRef
  candidates: readonly Candidate[]
}

/**
 * Facts of all topics. Candidates about other parties are dropped here for all topics; candidates are validated again.
 */
export function decideTopics(topics: readonly Topic[], pages: readonly PageCandidates[], site: Site): Fact[] {
  const own: SiteCandidate[] = pages
    .flatMap(({ page, candidates }) =>
      candidates
        .slice(0, candidatesPerPageMax)
        .flatMap((candidate) => soundCandidate(candidate) ?? [])
        .map((candidate) => ({ ...candidate, page })),
    )
    .filter((candidate) => site.isOwn(candidate))
  return topics.flatMap((topic) => {
    const decisions = topic.decide(
      own.filter((candidate) => topic.topics.includes(candidate.topic)),
      site,
    )
    return decisions
      .filter(({ support }) => support.length > 0)
      .map(factOf)
      .sort((a, b) => confidenceRank[b.confidence] - confidenceRank[a.confidence])
      .slice(0, factsPerTopicMax)
  })
}

function factOf({ topic, key, text, value, support, confidenceMax }: Decision): Fact {
  const earned = confidenceOf(support)
  return {
    id: factId(topic, key),
    kind: topic !== 'conflict' && support.some(({ inferred }) => !inferred) ? 'found' : 'inferred',
    topic,
    text,
    ...(value !== undefined && { value }),
    confidence: confidenceMax === undefined ? earned : lowerOf(earned, confidenceMax),
    sources: chooseSources(support),
  }
}

type FactSource = Fact['sources'][number]

const sourcesMax = 5
/** A page may repeat a statement thousands of times. */
const quotesPerPageMax = 30

interface Ranked {
  source: FactSource
  /** Inferred from the quote. */
  inferred: boolean
}

/** Up to five quotes from different places: other pages first, then other kinds of place. */
function chooseSources(support: readonly SiteCandidate[]): FactSource[] {
  const open = rankedSources(support)
  const chosen: FactSource[] = []
  while (chosen.length < sourcesMax) {
    const next = mostDifferent(open, chosen)
    if (next === undefined) break
    chosen.push(next.source)
    open.splice(open.indexOf(next), 1)
  }
  return chosen
}

function rankedSources(support: readonly SiteCandidate[]): Ranked[] {
  const byPlace = new Map<string, Ranked>()
  const perPage = new Map<PageRef, number>()
  for (const { page, inferred, evidence } of support) {
    const earlier = perPage.get(page) ?? 0
    perPage.set(page, earlier + evidence.length)
    if (earlier >= quotesPerPageMax) continue
    for (const piece of evidence) {
      const ranked = { source: sourceAt(page, piece), inferred }
      const { bodySha256, start, end } = ranked.source
      const place = `${bodySha256} ${start} ${end}`
      const known = byPlace.get(place)
      if (known === undefined || inOrder(ranked, known) < 0) byPlace.set(place, ranked)
    }
  }
  return [...byPlace.values()].sort(inOrder)
}

function sourceAt(page: PageRef, { method, quote, start, end, context }: Evidence): FactSource {
  const { url, label, fetchedAt } = page
  const bodySha256 = method === 'header' ? page.headerSha256 : page.sha256
  return { url, label, method, quote, start, end, ...(context && { context }), bodySha256, fetchedAt }
}

/** Stated before inferred, then by depth of the page, then in page order. */
function inOrder(a: Ranked, b: Ranked): number {
  return (
    Number(a.inferred) - Number(b.inferred) ||
    bySource(a.source, b.source) ||
    byText(a.source.method, b.source.method)
  )
}

function mostDifferent(open: readonly Ranked[], chosen: readonly FactSource[]): Ranked | undefined {
  let best: Ranked | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of open) {
    const alike = likeness(candidate.source, chosen)
    if (alike < fewest) [best, fewest] = [candidate, alike]
    if (alike === 0) break
  }
  return best
}

/** Similarity to the chosen quotes: the same page counts more than the same kind of place. */
function likeness({ url, method }: FactSource, chosen: readonly FactSource[]): number {
  const pages = chosen.filter((source) => source.url === url).length
  return pages * (sourcesMax + 1) + chosen.filter((source) => source.method === method).length
}

/** The same for equal topic and key, in every scan: users confirm or refute facts by id. */
export function factId(topic: string, key: string): string {
  return `f_${createHash('sha256').update(`${topic}\n${key}`).digest('hex').slice(0, 12)}`
}
