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
  /** Of the fetched body. */
  sha256: string
  headerSha256: string
  /** RFC 3339. */
  fetchedAt: string
}

export interface SiteCandidate extends Candidate {
  page: PageRef
}

/** The number of pages that state something. */
export const pagesOf = (support: readonly SiteCandidate[]) =>
  new Set(support.map(({ page }) => page.url)).size

/** The result of equivalent candidates of a topic. */
export interface Decision {
  topic: TopicName
  /** Identity of the fact: its id, which users confirm or refute, is derived from it. */
  key: string
  /** One plain sentence or value for display. */
  text: string
  /** Canonical form of the topic. */
  value?: string
  /** All supporting candidates; confidence and sources are derived from them. */
  support: readonly SiteCandidate[]
  /** Upper bound on the confidence. */
  confidenceMax?: Confidence
}

/**
 * One topic in two parts. `read` runs in the parse child on one page and must be linear in its size; `decide` runs once
 * per scan in the server process, on the candidates of all pages about the company.
 */
export interface Topic {
  /** The first one stands for all in the list of failed topics. */
  topics: readonly [TopicName, ...TopicName[]]
  /** Whether privacy notices and terms are read too. Imprints always are. */
  readsLegalPages?: true
  read(page: Page): readonly Candidate[]
  decide(candidates: readonly SiteCandidate[], site: Site): readonly Decision[]
}
