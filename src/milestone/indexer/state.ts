import type { Address, Hex } from 'viem'
import type { escrowStates } from '../contracts/abi.ts'
import type { ActivityType } from '../pipeline-event.ts'
import type { EventOf } from './events.ts'

/** What is stored of a block. `timestamp` in seconds since the epoch. */
export interface BlockRef {
  number: number
  hash: Hex
  parentHash: Hex
  timestamp: number
}

/** Where something happened on the chain; (`blockNumber`, `logIndex`) orders everything. */
export interface Position {
  blockNumber: number
  logIndex: number
}

/** The states that a milestone of the escrow can have. */
export type EscrowState = Exclude<(typeof escrowStates)[number], 'none'>

export interface VoteRecord {
  verifier: Address
  support: boolean
  /** Counted stake in wei. */
  weight: bigint
  evidenceRoot: Hex
  blockNumber: number
  txHash: Hex
  /** Wei taken for this vote; undefined until it is settled. */
  slashed: bigint | undefined
}

/** One share of a released stake. */
export interface SplitRecord {
  recipient: Address
  bps: number
}

/** A milestone folded from its events. Amounts in wei, times in seconds since the epoch, undefined where not reached. */
export interface MilestoneRecord {
  hash: Hex
  createdPosition: Position
  createdAt: number
  createdTx: Hex
  builder: Address
  projectId: Hex
  metadataHash: Hex
  /** They sum to 10,000 basis points. */
  splits: readonly SplitRecord[]
  deadline: number
  params: EventOf<'MilestoneEscrow', 'MilestoneCreated'>['args']['params']
  state: EscrowState
  verdict: boolean | undefined
  overturned: boolean
  cancelled: boolean
  /** Held for this milestone now; 0 once released. */
  staked: bigint
  /** Ever staked on it: held + released (fee included) + refunded. */
  totalStaked: bigint
  /** Paid out by the release, the fee included. */
  released: bigint
  fee: bigint
  refunded: bigint
  /** What each backer put in and did not get refunded: the same map as `sponsors` until the first refund. */
  backers: Map<Address, bigint>
  /** What each backer ever staked on it; never goes down. */
  sponsors: Map<Address, bigint>
  evidenceRoot: Hex | undefined
  submittedAt: number | undefined
  votingEndsAt: number | undefined
  challengeEndsAt: number | undefined
  arbitrationEndsAt: number | undefined
  approvingWeight: bigint
  rejectingWeight: bigint
  totalWeight: bigint
  /** Stake of single verifiers above a third of it; not part of the quorum's base. */
  excessWeight: bigint
  votes: VoteRecord[]
  challenger: Address | undefined
  disputeBond: bigint
  /** Terminal verdict (Verified or Failed). */
  settledAt: number | undefined
  settledTx: Hex | undefined
  /** Money moved for good (Released, or the last refund). */
  closedAt: number | undefined
  closedTx: Hex | undefined
}

export interface VerifierRecord {
  address: Address
  /** Active stake in wei. */
  bonded: bigint
  unbonding: bigint
  /** What open votes may cost it. */
  locked: bigint
  slashed: bigint
  /** What it paid for not voting. */
  abstentionCharges: bigint
  /** What it received of others' slashed stake, withdrawn or not. */
  rewarded: bigint
  rewardsWithdrawn: bigint
  votesCast: number
  /** Votes that still bind the stake. */
  openVotes: number
  /** Milestones voted on, oldest first. */
  milestones: Hex[]
}

export interface ChargeRecord {
  service: string
  payee: Address
  amount: bigint
  ref: Hex
  timestamp: number
  blockNumber: number
  txHash: Hex
}

/** The agent's treasury in the token's smallest unit (USDC, 6 decimals). */
export interface TreasuryRecord {
  earned: bigint
  spent: bigint
  swept: bigint
  spentByService: Map<string, bigint>
  /** Oldest first, the newest 200. */
  charges: ChargeRecord[]
}

export interface NameRecord {
  node: Hex
  /** As registered, in its normal form; empty while a node has records but no registration. */
  name: string
  owner: Address
  address: Address | undefined
  /** Who owned the name when `address` was set. */
  addressSetBy: Address | undefined
  texts: Map<string, string>
}

/** A name that an account claims as its own. */
export interface NameClaim {
  name: string
  /** Who owned the name when it was claimed. */
  owner: Address | undefined
}

/** One entry of the feed: the arguments of its event, in one flat object. */
export interface ActivityEntry extends Position {
  type: ActivityType
  /** The event's name. */
  event: string
  timestamp: number
  txHash: Hex
  blockHash: Hex
  milestone: Hex | undefined
  account: Address | undefined
  amount: bigint | undefined
  /** Another argument: a verdict or support (boolean), a service (string), a time or a count (number). */
  detail: boolean | string | number | undefined
}

/** Sums maintained while folding, so that a GET never adds up a whole chain. Amounts in wei. */
export interface TotalsRecord {
  totalStaked: bigint
  held: bigint
  locked: bigint
  refundable: bigint
  released: bigint
  refunded: bigint
  verified: number
  releasedCount: number
  failed: number
  /** Votes on milestones that have a terminal verdict, and those of them on its side. */
  settledVotes: number
  coherentVotes: number
  totalVotes: number
}

export interface BuilderRecord {
  address: Address
  milestones: MilestoneRecord[]
  /** Only milestones with stake of other accounts count, here and in `failed`. */
  verified: number
  failed: number
}
