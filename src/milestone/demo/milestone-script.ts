import type { BuilderKey, SponsorKey, VerifierKey } from './actors.ts'

export type EvidenceKind = 'field' | 'software' | 'research'
export type WindowsKey = 'least' | 'short' | 'standard' | 'long'
export type BackerKey = SponsorKey | BuilderKey | 'arbiter' | 'sybil'

/** The events of one milestone. Times are in days since the chain began; today is day 30. */
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
  /** Verifiers who do not vote and whose stake above a third of all stake is removed from the quorum's base. */
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
  /** Verifiers charged for not voting, once there is a verdict. */
  abstained?: readonly VerifierKey[]
  cancelledAt?: number
  /** The terminal verdict; undefined while there is none. */
  verified?: boolean
  title: string
  summary: string
  deliverables: readonly string[]
}
