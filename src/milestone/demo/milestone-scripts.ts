import type { BuilderKey, SponsorKey, VerifierKey } from './actors.ts'
import { attemptScripts } from './attempt-scripts.ts'
import { pendingScripts } from './pending-scripts.ts'
import { settledScripts } from './settled-scripts.ts'

export type EvidenceKind = 'field' | 'software' | 'research'
export type WindowsKey = 'least' | 'short' | 'standard' | 'long'
export type BackerKey = SponsorKey | BuilderKey | 'arbiter' | 'sybil'

/** What happens to one milestone, and when. Every time is in days since the chain began; it is shown on day 30. */
export interface MilestoneScript {
  /** Also the project id on the chain: at most 31 ASCII characters. */
  key: string
  builder: BuilderKey
  windows: WindowsKey
  createdAt: number
  deadlineAt: number
  /** In basis points; everything to the builder when absent. */
  splits?: readonly (readonly [BuilderKey | SponsorKey, number])[]
  stakes: readonly (readonly [BackerKey, eth: string, at: number])[]
  evidence?: { at: number; kind: EvidenceKind }
  votes?: readonly (readonly [VerifierKey, support: boolean, at: number])[]
  /** Verifiers whose stake above a third of all is taken out of the quorum's base though they do not vote. */
  capped?: readonly (readonly [VerifierKey, at: number])[]
  talliedAt?: number
  dispute?: {
    by: BuilderKey | SponsorKey
    eth: string
    at: number
    ruling?: { verdict: boolean; at: number }
  }
  finalizedAt?: number
  releasedAt?: number
  refunds?: readonly (readonly [BackerKey, at: number])[]
  /** Who is charged for not voting, once there is a verdict. */
  abstained?: readonly VerifierKey[]
  cancelledAt?: number
  /** The terminal verdict this comes to; undefined while there is none. */
  verified?: boolean
  title: string
  summary: string
  deliverables: readonly string[]
}

/** Every state is reached by at least one milestone, and those that are pending stay so for days. */
export const milestoneScripts: readonly MilestoneScript[] = [
  ...settledScripts,
  ...pendingScripts,
  ...attemptScripts,
]
