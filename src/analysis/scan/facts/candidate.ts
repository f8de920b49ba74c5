import type { Evidence } from '../document/evidence.ts'
import type { Topic as TopicName } from '../schema.ts'
import type { Place } from './merge/confidence-rule.ts'

/** One statement of one page. Small JSON: it crosses from the parse child to the scan. */
export interface Candidate {
  topic: TopicName
  /** Normalised as far as one page alone allows it. */
  value: string
  /** What else `decide` needs: a role, a label, a currency. */
  details: Readonly<Record<string, string>>
  place: Place
  /** Concluded from wording only. */
  inferred: boolean
  /** Equal where pages repeat the same block. */
  block: string
  /** The organisation that the page names nearest. */
  owner?: string
  /** The page itself says that this is about somebody else: a credit, a testimonial, an authority. */
  foreign: boolean
  evidence: readonly Evidence[]
}
