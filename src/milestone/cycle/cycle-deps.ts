import type { Hex, LocalAccount, Log as ViemLog } from 'viem'
import type { NodeActions } from '../anvil/node-actions.ts'
import type { Chaos, StepWord } from '../chaos/fault.ts'
import type { Actors, VerifierKey } from '../demo/actors.ts'
import type { Call, Calls } from '../demo/calls.ts'
import type { EvidenceLeaf, StoredBundle } from '../evidence/evidence.ts'
import type { CyclePlan } from './cycle-plan.ts'
import type { Leftover } from './leftovers.ts'
import type { Funds } from './top-up.ts'

/** A transaction that was mined and kept by the chain. */
export interface Mined {
  hash: Hex
  blockNumber: number
  logs: readonly ViemLog[]
}

/** The state words of `IMilestoneEscrow.State` that a cycle asks for. */
export interface MilestoneNow {
  state: number
  challengeEndsAt: number
  /** Votes that the contract counts. */
  voters: number
  submittedAt: number
  approvingWeight: bigint
  rejectingWeight: bigint
  /** Stake of single verifiers above a third of all, which counts for nothing. */
  excessWeight: bigint
}

export interface CycleDeps {
  actors: Actors
  calls: Calls
  chaos: Pick<Chaos, 'strikes'>
  /** Sends once per (run, step), however often it is asked. */
  send(order: {
    runId: string
    step: string
    account: LocalAccount
    call: Call
    signal: AbortSignal
  }): Promise<Mined>
  /** Whether a rejection of `send` only says that the call would revert now, so that nothing was sent. */
  isRefusal(error: unknown): boolean
  /** Makes sure that everything this run has sent is still on the chain, and sends again what a reorg took. */
  confirm(runId: string, signal: AbortSignal): Promise<void>
  /** Through the same, possibly faulted, transport. */
  readMilestone(id: Hex, signal: AbortSignal): Promise<MilestoneNow>
  /** All stake that was bonded at a time (seconds since the epoch), also what had not warmed up. */
  totalBondedAt(timestamp: number, signal: AbortSignal): Promise<bigint>
  /** Who voted, by `eth_getLogs` from a block on; ranges that an endpoint refuses are halved. */
  votersInLogs(id: Hex, fromBlock: number, signal: AbortSignal): Promise<Hex[]>
  /** Seconds since the epoch by the chain's newest block. */
  chainTime(signal: AbortSignal): Promise<number>
  /** What earlier cycles left pending and can be ended now, by the read model. */
  leftovers(): readonly Leftover[]
  /** The node itself, never faulted: for faults that only a node can have, and to let time pass on an idle chain. */
  node: NodeActions
  /** Never faulted: keeping the demo's accounts solvent is not part of a verification. */
  funds: Funds
  publishEvidence(bundle: StoredBundle): Promise<void>
  fetchLeaves(root: Hex): Promise<readonly EvidenceLeaf[] | undefined>
  /** Verified and failed milestones of a builder, once the read model has this block. */
  figuresAt(
    blockNumber: number,
    builder: Hex,
    signal: AbortSignal,
  ): Promise<{ verified: number; failed: number } | undefined>
  onNote(note: {
    event: string
    action: string
    target: string
    outcome: 'success' | 'degraded' | 'failed' | 'pending'
  }): void
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  now(): number
}

/** What a cycle knows so far; told to the caller as it grows. */
export interface CycleProgress {
  milestoneHash: Hex | undefined
  txHashes: Hex[]
  /** The milestone has an approving final verdict. */
  verified: boolean
  /** Its stake was released. */
  released: boolean
  /** In words, for reports. */
  step: string
  /** The part of the cycle that runs, for faults that are confined to one. */
  part: StepWord | undefined
}

/** One cycle on its way: what it may use, and what it has done. */
export interface Cycle extends CycleDeps {
  plan: CyclePlan
  signal: AbortSignal
  progress: CycleProgress
  /** Verifiers whose vote is on the chain. */
  voted: VerifierKey[]
  /** Of what was mined first and last. */
  firstBlock: number
  lastBlock: number
}
