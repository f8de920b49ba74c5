import type { Address, Hex, LocalAccount } from 'viem'
import type { Log } from '../../kernel/runtime/log.ts'
import type { RpcProvider } from '../rpc/rpc.ts'
import type { SenderEvent } from './incidents.ts'
import type { IntentName, IntentStore } from './intents.ts'
import type { Locks } from './locks.ts'
import type { BroadcastAnswer } from './rpc-answer.ts'

/**
 * `stored`: the intent and its nonce. `signed`: the bytes and their hash, before they are sent. `sent`: whatever the node
 * answered. `receipt`: seen on the chain, not yet written down.
 */
export type HookPoint = 'stored' | 'signed' | 'sent' | 'receipt'

export interface IntentAtPoint extends IntentName {
  account: Address
  nonce: number
  /** Undefined at `stored`. */
  hash: Hex | undefined
}

/** Called at each point of each attempt, and awaited: tests stop there, and chaos strikes there. */
export interface SenderHooks {
  at?(point: HookPoint, intent: IntentAtPoint): void | Promise<void>
}

/** How often a sender looks, in milliseconds. */
export interface Pace {
  /** Between two looks for a receipt: from the first to the most. */
  lookMs: number
  lookMsMax: number
  /** Without a receipt for so long, the sender finds out what keeps it. */
  doubtMs: number
  doubtMsMax: number
}

/** What all parts of one sender share. `now` in milliseconds. */
export interface Sending {
  store: IntentStore
  provider: RpcProvider
  chainId: number
  accounts: Map<Address, LocalAccount>
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  log: Log
  onEvent: (event: SenderEvent) => void
  hooks: SenderHooks
  pace: Pace
  locks: Locks
  /** What this process knows of the transactions it has sent and not seen mined, by hash. */
  sent: Map<Hex, { head: number; answer: BroadcastAnswer }>
  /** Nonces that somebody in this process looks after. */
  tended: Set<string>
}

export function nonceKey({ account, nonce }: { account: Address; nonce: number }): string {
  return `${account}:${nonce}`
}
