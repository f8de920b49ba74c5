import type { Address, Hex } from 'viem'
import type { intents } from '../tables.ts'

/** Identifies an intent: the idempotency key of a transaction. */
export interface IntentName {
  runId: string
  step: string
}

/** A transaction without its nonce and fees. Value in wei. */
export interface IntentCall {
  account: Address
  to: Address
  data: Hex
  value: bigint
  gas: bigint
}

/**
 * `open`: to be mined. `refused`: a simulation failed before it had a nonce. `mined` and `reverted`: has a receipt,
 * which a reorg may remove. `done`: confirmed at the end of the run.
 */
export type IntentState = (typeof intents.$inferSelect)['state']

export interface Intent extends IntentName, IntentCall {
  id: number
  state: IntentState
  /** Of the variant that was mined last; of an open intent, that a reorg has removed. */
  hash: Hex | undefined
  blockNumber: number | undefined
  blockHash: Hex | undefined
  reason: string | undefined
}

/** A nonce of an account and the intent that holds it. */
export interface HeldNonce {
  account: Address
  nonce: number
  /** Undefined for a nonce that only needs a filler transaction. */
  intentId: number | undefined
  /** Counts the nonces of one intent, from 1. */
  attempt: number
  /** The intent has moved to another nonce: its bytes for this one must never be sent again. */
  givenUp: boolean
}

/** A signed transaction; those of one nonce differ in their fees. */
export interface SignedTransaction {
  hash: Hex
  account: Address
  nonce: number
  /** Undefined for a filler transaction. */
  intentId: number | undefined
  raw: Hex
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** A new state of an intent. */
export type Settlement =
  | { state: 'open' }
  | { state: 'refused'; reason: string }
  | { state: 'mined' | 'done'; hash: Hex; blockNumber: number; blockHash: Hex }
  | { state: 'reverted'; hash: Hex; blockNumber: number; blockHash: Hex; reason: string }

export interface IntentStore {
  /** The intent of that name, created when there is none. @throws StepFailed `mismatch` when it is for another call */
  put(name: IntentName, call: IntentCall): Promise<Intent>
  read(name: IntentName): Promise<Intent | undefined>
  readById(id: number): Promise<Intent | undefined>
  /** In order of creation. */
  list(filter: { runId?: string; states?: readonly IntentState[] }): Promise<Intent[]>
  /** The run's earlier intents that were mined before, also if a reorg has removed them since; in order of creation. */
  minedBefore(intent: Intent): Promise<Intent[]>
  /** `open` keeps the place where the intent was mined before. */
  settle(id: number, settlement: Settlement): Promise<void>
  /** The nonce of the intent's newest attempt. */
  heldBy(intentId: number): Promise<HeldNonce | undefined>
  heldAt(account: Address, nonce: number): Promise<HeldNonce | undefined>
  /** Gives the intent its first nonce: the next free one in the journal, at least the chain's `transactionCount`. */
  assignNonce(intent: Intent, transactionCount: number): Promise<HeldNonce>
  /** Gives up `lost` and moves the intent to the next free nonce, unless it has moved already. */
  moveToNextNonce(intent: Intent, lost: HeldNonce, transactionCount: number): Promise<HeldNonce>
  giveUp(held: HeldNonce): Promise<void>
  /** Records an unused nonce below later ones, which no intent holds. */
  holdGap(account: Address, nonce: number): Promise<HeldNonce>
  /** Oldest first. */
  signedFor(intentId: number): Promise<SignedTransaction[]>
  signedAt(account: Address, nonce: number): Promise<SignedTransaction[]>
  keep(transaction: SignedTransaction): Promise<void>
}
