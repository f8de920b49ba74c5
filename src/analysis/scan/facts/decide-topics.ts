import type { Fact } from '../schema.ts'
import type { Site } from '../site/site.ts'
import { chooseSources } from './merge/choose-sources.ts'
import { confidenceOf, confidenceRank, lowerOf } from './merge/confidence-rule.ts'
import { factId } from './merge/fact-id.ts'
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
