import { LRUCache } from 'lru-cache'
import { type Address, getAddress, type LocalAccount } from 'viem'
import type { Database } from '../../kernel/database/database.ts'
import { createKeyedQueue, pause } from '../../kernel/runtime/async.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import type { RpcProvider } from '../rpc/rpc.ts'
import { type ConfirmOrder, confirmRun } from './confirm-run.ts'
import { driveIntent } from './drive-intent.ts'
import { StepFailed, TransactionReverted } from './errors.ts'
import { createIntentStore } from './intent-store.ts'
import type { IntentCall, IntentName } from './intents.ts'
import type { DriveOptions, Pace, SenderHooks, Sending, SentTransaction } from './sending.ts'

/** `gas` is the limit, `value` in wei. */
export interface SendOrder extends IntentName, Omit<IntentCall, 'account'> {
  account: LocalAccount
  signal: AbortSignal
  /**
   * Whether the call is sent again, under the next nonce, if its transaction has reverted and it would succeed now. It may
   * take effect twice if a reorg removes both transactions and a node mines both again.
   */
  retriesReverted?: boolean
}

export interface Resumed {
  finished: (IntentName & { transaction: SentTransaction })[]
  /** Reverted, left open by the signal, or without a key to sign with. */
  unfinished: (IntentName & { error: unknown })[]
}

export type Sender = ReturnType<typeof createSender>

/** Of runs whose blocks are remembered; of another one they are asked for again. */
const knownRunsMax = 20
/** The slots of slow chains last 12 s. */
const usualPace: Pace = { pollMs: 5, pollMsMax: 250, checkMs: 250, checkMsMax: 2_000, stillMs: 13_000 }

/** An exactly-once sender with a journal in the database. `now` in milliseconds. */
export function createSender(options: {
  database: Database
  /** May fail in any way, but its blocks must be those of some chain. */
  provider: RpcProvider
  chainId: number
  /** Identifies the chain and its contracts (`deploymentKey`), as each has its own nonces. */
  deployment: string
  /** Accounts that `resume` or `confirm` may need before they have sent anything. */
  accounts?: readonly LocalAccount[]
  now: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  log: Log
  onEvent: (event: RecoveryEvent) => void
  hooks?: SenderHooks
  pace?: Partial<Pace>
  /** Awaited when a mined transaction is missing: during a reorg, endpoints may show different chains for a moment. */
  untilEndpointsAgree?: (signal: AbortSignal) => Promise<void>
}) {
  const { database, deployment, provider, chainId, now, log, onEvent } = options
  const accounts = new Map<Address, LocalAccount>()
  const addAccount = (account: LocalAccount) => accounts.set(getAddress(account.address), account)
  options.accounts?.forEach(addAccount)
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
    serially: createKeyedQueue(1),
    sent: new Map(),
    activeNonces: new Set(),
    knownBlocks: new LRUCache({ max: knownRunsMax }),
    untilEndpointsAgree: options.untilEndpointsAgree ?? (async () => {}),
    confirmEarlier: async (before, signal) => {
      try {
        await confirm({ runId: before.runId, before, signal })
      } catch (error) {
        throw error instanceof TransactionReverted
          ? new StepFailed('earlier_call_reverted', before, error)
          : error
      }
    },
  }
  const { store, serially } = sending
  /** One at a time for each intent: a second caller finds it mined. */
  const drive = async (name: IntentName, signal: AbortSignal, how?: DriveOptions) => {
    try {
      return await serially(JSON.stringify([name.runId, name.step]), signal, async () => {
        const intent = await store.read(name)
        if (intent === undefined) throw new Error(`Cannot find step "${name.step}" of run "${name.runId}"`)
        return await driveIntent(sending, intent, signal, how)
      })
    } catch (error) {
      if (!signal.aborted || error instanceof TransactionReverted) throw error
      throw new StepFailed('left_open', name, signal.reason)
    }
  }
  const confirm = (what: ConfirmOrder) =>
    confirmRun(sending, what, (name, how) => drive(name, what.signal, how))

  return {
    /**
     * Sends this call so that it is mined exactly once, despite crashes, lost connections and reorgs.
     * @throws TransactionReverted; StepFailed, also when the signal fires first
     */
    async send({ runId, step, account, to, data, value, gas, signal, retriesReverted = false }: SendOrder) {
      addAccount(account)
      const name = { runId, step }
      await store.put(name, { account: getAddress(account.address), to: getAddress(to), data, value, gas })
      return await drive(name, signal, { retriesReverted })
    },
    /** Finishes all open intents of every run. Accounts that must sign have to be known. */
    async resume({ signal = new AbortController().signal }: { signal?: AbortSignal } = {}) {
      const left = await store.list({ states: ['open', 'mined'] })
      const resumed: Resumed = { finished: [], unfinished: [] }
      await Promise.all(
        left.map(async ({ runId, step, state }) => {
          const name = { runId, step }
          try {
            resumed.finished.push({
              ...name,
              transaction: await drive(name, signal, { isResumed: state === 'open' }),
            })
          } catch (error) {
            resumed.unfinished.push({ ...name, error })
          }
        }),
      )
      return resumed
    },
    /**
     * Checks that everything a run has sent is on the chain that ends in `head`, by default the newest block, and
     * resubmits what a reorg removed. Then these intents are done.
     * @throws Error when `head` is not on the chain, or older than what was sent; TransactionReverted and
     * StepFailed when what a reorg removed is rejected now
     */
    confirm,
    /** The intents of a run, in order of creation. */
    intents: (runId: string) => store.list({ runId }),
  }
}
