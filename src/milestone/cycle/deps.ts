import type { Address, Hex, LocalAccount, Log as ViemLog } from 'viem'
import type { NodeActions } from '../anvil/anvil.ts'
import type { Chaos, StepWord } from '../chaos/fault.ts'
import type { Actors, ServiceKey, VerifierKey } from '../demo/actors.ts'
import type { Call, Calls } from '../demo/calls.ts'
import type { EvidenceLeaf, StoredBundle } from '../evidence/evidence.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import type { CyclePlan } from './plan.ts'

/** A mined transaction. */
export interface Mined {
  hash: Hex
  blockNumber: number
  logs: readonly ViemLog[]
}

/** What a cycle reads of its milestone. `state` is an index of `escrowStates`. */
export interface MilestoneReading {
  state: number
  challengeEndsAt: number
  /** Votes that the contract counts. */
  voters: number
  submittedAt: number
  approvingWeight: bigint
  rejectingWeight: bigint
  /** Stake of single verifiers above a third of all stake, which does not count. */
  excessWeight: bigint
}

/** The next call that brings a milestone of an earlier cycle to its end. */
export interface Leftover {
  step: string
  call: Call
}

/** Balances of the accounts of a cycle. USDC in its smallest unit. */
export interface Funds {
  etherOf(address: Address): Promise<bigint>
  usdcOf(address: Address): Promise<bigint>
  /** The service's budget for each period, and how much of it is spent in the current one. */
  budgetOf(service: ServiceKey): Promise<{ budget: bigint; spent: bigint }>
}

export interface CycleDeps {
  actors: Actors
  calls: Calls
  chaos: Pick<Chaos, 'applies'>
  /** Idempotent by run and step. */
  send(order: {
    runId: string
    step: string
    account: LocalAccount
    call: Call
    signal: AbortSignal
  }): Promise<Mined>
  /** Whether `send` rejected because the call would revert, so that nothing was sent. */
  isRefusal(error: unknown): boolean
  /** Checks that everything this run has sent is on the chain, and resubmits what a reorg removed. */
  confirm(runId: string, signal: AbortSignal): Promise<void>
  /** Through the pipeline. */
  readMilestone(id: Hex, signal: AbortSignal): Promise<MilestoneReading>
  /** All stake bonded at a time (seconds since the epoch), warmed up or not. */
  totalBondedAt(timestamp: number, signal: AbortSignal): Promise<bigint>
  /** Voters by `eth_getLogs` from a block on; ranges that an endpoint refuses are halved. */
  votersInLogs(id: Hex, fromBlock: number, signal: AbortSignal): Promise<Hex[]>
  /** Timestamp of the newest block, in seconds since the epoch. */
  chainTime(): Promise<number>
  /** What can be ended now of earlier cycles, by the read model. */
  leftovers(): readonly Leftover[]
  /** Bypasses the pipeline: for faults of the node itself, and to let time pass on an idle chain. */
  node: NodeActions
  /** Bypasses the pipeline: funding the demo's accounts is not part of a verification. */
  funds: Funds
  publishEvidence(bundle: StoredBundle): Promise<void>
  fetchLeaves(root: Hex): Promise<readonly EvidenceLeaf[] | undefined>
  /** Verified and failed milestones of a builder, once the read model has this block. */
  figuresAt(
    blockNumber: number,
    builder: Hex,
    signal: AbortSignal,
  ): Promise<{ verified: number; failed: number } | undefined>
  onNote(note: Pick<RecoveryEvent, 'event' | 'action' | 'target' | 'outcome'>): void
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  now(): number
}

/** Updated while the cycle runs. */
export interface CycleProgress {
  milestoneHash: Hex | undefined
  txHashes: Hex[]
  /** The milestone has an approving final verdict. */
  verified: boolean
  /** Its stake was released. */
  released: boolean
  /** For reports. */
  step: string
  /** The part of the cycle that runs, for faults confined to one. */
  part: StepWord | undefined
}

/** One running cycle. */
export interface Cycle extends CycleDeps {
  plan: CyclePlan
  signal: AbortSignal
  progress: CycleProgress
  /** Verifiers whose vote is on the chain. */
  voted: VerifierKey[]
  /** Blocks of its first and last transaction. */
  firstBlock: number
  lastBlock: number
}
