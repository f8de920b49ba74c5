import type { Evidence } from '../document/evidence.ts'
import type { Topic as TopicName } from '../schema.ts'
import type { Place } from './merge/confidence-rule.ts'

/** One statement on one page. Small JSON, sent from the parse child. */
export interface Candidate {
  topic: TopicName
  /** Normalised as far as one page allows. */
  value: string
  /** Further input of `decide`: a role, a label, a currency. */
  details: Readonly<Record<string, string>>
  place: Place
  /** Inferred from wording only. */
  inferred: boolean
  /** Equal for the same block on several pages. */
  block: string
  /** The organisation named nearest on the page. */
  owner?: string
  /** The page marks the statement as about another party: a credit, a testimonial, an authority. */
  foreign: boolean
  evidence: readonly Evidence[]
}
