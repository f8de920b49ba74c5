import type { Address, Hex } from 'viem'
import type { ActivityType } from '../pipeline-event.ts'
import type {
  ActivityEntry,
  BlockRef,
  BuilderRecord,
  EscrowState,
  MilestoneRecord,
  NameClaim,
  NameRecord,
  TotalsRecord,
  TreasuryRecord,
  VerifierRecord,
} from './state.ts'

/** How many blocks a reorg may undo. */
export const undoDepthBlocks = 64

/** The states that answers show. */
export const milestoneStates = ['pending', 'verified', 'failed'] as const
export type MilestoneState = (typeof milestoneStates)[number]

/** Names, their records, and the primary names of accounts. */
export interface NameBook {
  byNode: Map<Hex, NameRecord>
  /** Registered names in their normal form. */
  byName: Map<string, NameRecord>
  /** The name that each account claims for itself. */
  claims: Map<Address, NameClaim>
  /** The claims that count: the name's address record points back to the account. */
  primaryByAddress: Map<Address, string>
  /** What the attestor wrote about each account, by key. */
  serviceTexts: Map<Address, Map<string, string>>
}

/**
 * The chain as the views need it, in memory. It changes by whole blocks, in one synchronous step, so a reader that does
 * not await in between sees one block. Only a `ModelWriter` may change it.
 */
export interface ReadModel {
  /** The newest block in the model; undefined before the first. */
  head: BlockRef | undefined
  /** Goes up at every visible change. */
  revision: number
  /** The newest blocks, oldest first: the head and up to 64 below. */
  blocks: BlockRef[]
  milestones: Map<Hex, MilestoneRecord>
  /** All milestones in creation order. */
  order: MilestoneRecord[]
  /** Milestones by state, each list in creation order. */
  byState: Map<MilestoneState, MilestoneRecord[]>
  builders: Map<Address, BuilderRecord>
  verifiers: Map<Address, VerifierRecord>
  /** Wei credited to each account by releases of what others than the builder staked on: shares of stakes, and fees. */
  earned: Map<Address, bigint>
  /** Wei that each account may withdraw from the escrow. */
  claimable: Map<Address, bigint>
  treasury: TreasuryRecord
  names: NameBook
  totals: TotalsRecord
  /** The feed, oldest first. */
  activity: ActivityEntry[]
  activityByType: Map<ActivityType, ActivityEntry[]>
}

export function createReadModel(): ReadModel {
  return {
    head: undefined,
    revision: 0,
    blocks: [],
    milestones: new Map(),
    order: [],
    byState: new Map([
      ['pending', []],
      ['verified', []],
      ['failed', []],
    ]),
    builders: new Map(),
    verifiers: new Map(),
    earned: new Map(),
    claimable: new Map(),
    treasury: { earned: 0n, spent: 0n, swept: 0n, spentByService: new Map(), charges: [] },
    names: {
      byNode: new Map(),
      byName: new Map(),
      claims: new Map(),
      primaryByAddress: new Map(),
      serviceTexts: new Map(),
    },
    totals: {
      totalStaked: 0n,
      held: 0n,
      locked: 0n,
      refundable: 0n,
      released: 0n,
      refunded: 0n,
      verified: 0,
      releasedCount: 0,
      failed: 0,
      settledVotes: 0,
      coherentVotes: 0,
      totalVotes: 0,
    },
    activity: [],
    activityByType: new Map([
      ['verification', []],
      ['charge', []],
      ['revenue', []],
      ['chaos', []],
      ['deadline', []],
    ]),
  }
}

export function milestoneState(state: EscrowState): MilestoneState {
  if (state === 'verified' || state === 'released') return 'verified'
  return state === 'failed' || state === 'refunded' ? 'failed' : 'pending'
}
