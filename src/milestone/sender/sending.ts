import type { LRUCache } from 'lru-cache'
import type { Address, Hex, LocalAccount, Log as ViemLog } from 'viem'
import type { KeyedQueue } from '../../kernel/runtime/async.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import type { RpcProvider } from '../rpc/rpc.ts'
import type { BlockId, ChainRequests } from './chain-requests.ts'
import type { Incidents } from './incidents.ts'
import type { IntentStore } from './intent-store.ts'
import type { HeldNonce, Intent, IntentName } from './intents.ts'
import type { BroadcastAnswer } from './node-error.ts'

/**
 * `stored`: the intent and its nonce are in the journal. `signed`: so are the bytes, not yet sent. `sent`: with any
 * answer of the node. `receipt`: found on the chain, not yet in the journal.
 */
export type HookPoint = 'stored' | 'signed' | 'sent' | 'receipt'

export interface IntentAtPoint extends IntentName {
  account: Address
  nonce: number
  /** Undefined at `stored`. */
  hash: Hex | undefined
}

/** Awaited at each point of each attempt; tests stop there, and faults apply there. */
export interface SenderHooks {
  at?(point: HookPoint, intent: IntentAtPoint): void | Promise<void>
}

/** Polling intervals in milliseconds. */
export interface Pace {
  /** Between two reads of the receipt: at first, and at most. */
  pollMs: number
  pollMsMax: number
  /** Without a receipt for so long, the sender checks why: at first, and at most. */
  checkMs: number
  checkMsMax: number
  /** Without any new block for so long, a pending transaction is sent again with higher fees. */
  stillMs: number
}

/** Blocks of a run that were on one chain: `newest` and ancestors of it, by hash. */
export interface KnownBlocks {
  newest: BlockId
  hashes: ReadonlySet<Hex>
}

/** Shared by all parts of one sender. `now` in milliseconds. */
export interface Sending {
  store: IntentStore
  provider: RpcProvider
  chainId: number
  accounts: Map<Address, LocalAccount>
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  log: Log
  onEvent: (event: RecoveryEvent) => void
  hooks: SenderHooks
  pace: Pace
  /** Runs tasks of one intent, or of one nonce, one after the other. */
  serially: KeyedQueue
  /** Transactions that this process has sent and not seen mined, by hash. */
  sent: Map<Hex, SentState>
  /** Nonces that this process is working on. */
  activeNonces: Set<string>
  /** By run, those that were seen on the chain last. */
  knownBlocks: LRUCache<string, KnownBlocks>
  /** Resolves once all endpoints show one chain, or do not within a time limit. */
  untilEndpointsAgree: (signal: AbortSignal) => Promise<void>
  /**
   * Confirms the run's earlier intents, and resubmits those that a reorg removed.
   * @throws StepFailed `earlier_call_reverted`
   */
  confirmEarlier: (intent: Intent, signal: AbortSignal) => Promise<void>
}

/** The newest block when a transaction was sent, the time in milliseconds, and the node's answer. */
export interface SentState {
  head: number
  at: number
  answer: BroadcastAnswer
}

/** A transaction that was mined successfully. */
export interface SentTransaction {
  hash: Hex
  blockNumber: number
  blockHash: Hex
  status: 'success'
  logs: ViemLog[]
}

/** Work on one intent. */
export interface Drive {
  sending: Sending
  chain: ChainRequests
  incidents: Incidents
  signal: AbortSignal
  intent: Intent
  held: HeldNonce | undefined
  /** Whether an intent whose transaction was mined and reverted is sent again, under the next nonce. */
  retriesReverted: boolean
  /** See `DriveOptions`. */
  resubmits: boolean
  /** Its transaction was found on the chain just now, reverted. */
  hasReverted: boolean
}

/** How an intent is worked on. */
export interface DriveOptions {
  /** It was left open by an earlier process. */
  isResumed?: boolean
  retriesReverted?: boolean
  /** Whether what was mined before and is missing is sent again, as by default; else it is `transaction_missing`. */
  resubmits?: boolean
}

export function nonceKey({ account, nonce }: { account: Address; nonce: number }): string {
  return `${account}:${nonce}`
}
