import { type Address, getAddress, type Hex, type LocalAccount } from 'viem'
import type { Database } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { pause } from '../indexer/pause.ts'
import type { RpcProvider } from '../rpc/rpc.ts'
import type { BlockName } from './chain-questions.ts'
import { confirmRun } from './confirm-run.ts'
import { driveIntent, type SentTransaction } from './drive-intent.ts'
import type { SenderEvent } from './incidents.ts'
import { createIntentStore } from './intent-store.ts'
import type { Intent, IntentName } from './intents.ts'
import { createLocks } from './locks.ts'
import { IntentLeftOpen, TransactionReverted } from './sender-errors.ts'
import type { Pace, SenderHooks, Sending } from './sending.ts'

/** What to send, once. `gas` is the limit, `value` in wei. */
export interface SendOrder extends IntentName {
  account: LocalAccount
  to: Address
  data: Hex
  value: bigint
  gas: bigint
  signal: AbortSignal
}

export interface Resumed {
  finished: (IntentName & { transaction: SentTransaction })[]
  /** Reverted, left open by the signal, or without a key to sign with. */
  unfinished: (IntentName & { error: unknown })[]
}

export interface Sender {
  /**
   * Has this call mined exactly once, whatever happens to the process, the connection or the chain in between.
   * @throws TransactionReverted, IntentMismatch, and IntentLeftOpen when the signal fires first
   */
  send(order: SendOrder): Promise<SentTransaction>
  /** Finishes what a crash or a deadline left open, in every run. Accounts that must sign have to be known. */
  resume(options?: { signal?: AbortSignal }): Promise<Resumed>
  /**
   * Makes sure that everything a run (or one step of it) has sent is on the chain that ends in `head`, the newest block
   * by default, and sends again what a reorg took. Then these intents are done.
   * @throws ConfirmationImpossible when `head` is not on the chain, or older than what was sent
   */
  confirm(what: {
    runId: string
    step?: string
    head?: BlockName
    signal: AbortSignal
  }): Promise<{ head: BlockName; transactions: SentTransaction[] }>
  /** The intents of a run, in the order in which they were made. */
  intents(runId: string): Promise<Intent[]>
}

const usualPace: Pace = { lookMs: 5, lookMsMax: 250, doubtMs: 250, doubtMsMax: 2_000 }

/** An exactly-once sender over a journal in the database. `now` in milliseconds. */
export function createSender(options: {
  database: Database
  /** May be faulty in any way but this: what it shows of a block must be true of some chain. */
  provider: RpcProvider
  chainId: number
  /** Names the chain and its contracts (`deploymentKey`), so that nonces of another chain never count here. */
  deployment: string
  /** Those who may have to sign when `resume` or `confirm` runs before they have sent anything. */
  accounts?: readonly LocalAccount[]
  now: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  log: Log
  onEvent: (event: SenderEvent) => void
  hooks?: SenderHooks
  pace?: Partial<Pace>
}): Sender {
  const { database, deployment, provider, chainId, now, log, onEvent } = options
  const accounts = new Map<Address, LocalAccount>()
  const know = (account: LocalAccount) => accounts.set(getAddress(account.address), account)
  options.accounts?.forEach(know)
  const sending: Sending = {
    store: createIntentStore(database, deployment, now),
    provider,
    chainId,
    accounts,
    now,
    sleep: options.sleep ?? pause,
    log,
    onEvent,
    hooks: options.hooks ?? {},
    pace: { ...usualPace, ...options.pace },
    locks: createLocks(),
    sent: new Map(),
    tended: new Set(),
  }
  const { store, locks } = sending
  /** One at a time for each intent: whoever asks second finds it mined. */
  const drive = async (name: IntentName, signal: AbortSignal, isResumed = false) => {
    try {
      return await locks.run(JSON.stringify([name.runId, name.step]), signal, async () => {
        const intent = await store.read(name)
        if (intent === undefined) throw new Error(`Cannot find step "${name.step}" of run "${name.runId}"`)
        return await driveIntent(sending, intent, signal, isResumed)
      })
    } catch (error) {
      if (!signal.aborted || error instanceof TransactionReverted) throw error
      throw new IntentLeftOpen(name, signal.reason)
    }
  }

  return {
    async send({ runId, step, account, to, data, value, gas, signal }) {
      know(account)
      const name = { runId, step }
      await store.put(name, { account: getAddress(account.address), to: getAddress(to), data, value, gas })
      return await drive(name, signal)
    },
    async resume({ signal = new AbortController().signal } = {}) {
      const left = await store.list({ states: ['open', 'mined'] })
      const resumed: Resumed = { finished: [], unfinished: [] }
      await Promise.all(
        left.map(async ({ runId, step, state }) => {
          const name = { runId, step }
          try {
            resumed.finished.push({ ...name, transaction: await drive(name, signal, state === 'open') })
          } catch (error) {
            resumed.unfinished.push({ ...name, error })
          }
        }),
      )
      return resumed
    },
    confirm: (what) => confirmRun(sending, what, (name) => drive(name, what.signal)),
    intents: (runId) => store.list({ runId }),
  }
}
