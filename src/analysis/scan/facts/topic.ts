import type { Page } from '../document/page.ts'
import type { PageKind } from '../document/page-kind.ts'
import type { Topic as TopicName } from '../schema.ts'
import type { Site } from '../site/site.ts'
import type { Candidate } from './candidate.ts'
import type { Confidence } from './merge/confidence-rule.ts'

export type { Candidate } from './candidate.ts'

/** The page of a candidate. */
export interface PageRef {
  url: string
  label: string
  kind: PageKind
  /** Of the body as fetched. */
  sha256: string
  headerSha256: string
  /** RFC 3339. */
  fetchedAt: string
}

export interface SiteCandidate extends Candidate {
  page: PageRef
}

/** What a topic concludes from candidates that say the same thing. */
export interface Decision {
  topic: TopicName
  /** Identity of the fact: people confirm or refute it by the id that this makes. */
  key: string
  /** One plain sentence or value for people. */
  text: string
  /** Canonical form of the topic. */
  value?: string
  /** All that support it: the confidence and the sources follow from them. */
  support: readonly SiteCandidate[]
  /** Where the rule would give more. */
  confidenceMax?: Confidence
}

/**
 * One topic, in two halves. `read` runs in the parse child on one page and must be linear in it; `decide` runs once per
 * scan in the server process, on the candidates of all pages that are the company's own.
 */
export interface Topic {
  /** For messages; also what a failure is listed under. */
  name: string
  topics: readonly TopicName[]
  /** Whether privacy notices and terms are read too. Imprints always are. */
  readsLegalPages: boolean
  read(page: Page): readonly Candidate[]
  decide(candidates: readonly SiteCandidate[], site: Site): readonly Decision[]
}
