import { LRUCache } from 'lru-cache'
import { type Address, getAddress, type Hex, keccak256, type LocalAccount } from 'viem'
import type { Database } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { NodeActions } from '../anvil/anvil.ts'
import type { Chaos } from '../chaos/fault.ts'
import { type Deployment, deploymentKey } from '../contracts/deployment.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import { createResilientClient } from '../rpc/client.ts'
import type { Exchange, RpcProvider } from '../rpc/rpc.ts'
import { nodeErrorIn } from '../sender/node-error.ts'
import { createSender } from '../sender/sender.ts'
import type { SenderHooks } from '../sender/sending.ts'
import { untilEndpointsAgree } from './endpoints-agree.ts'

/** An endpoint that lags for longer must not hold up a run while others do not. */
const agreeMsMax = 1_000

/** The path by which verification cycles read and send: the only one that faults are injected into. */
export type Pipeline = ReturnType<typeof createPipeline>

export interface PipelineOptions {
  database: Database
  deployment: Deployment
  endpoints: readonly [string, ...string[]]
  accounts: readonly LocalAccount[]
  actions: NodeActions
  chaos: Chaos
  exchange: Exchange
  onEvent: (event: RecoveryEvent) => void
  log: Log
  now: () => number
  random: () => number
}

export function createPipeline(options: PipelineOptions) {
  const { deployment, endpoints, accounts, actions, chaos, exchange, onEvent, log, now, random } = options
  const { chainId } = deployment
  const clean = createResilientClient({
    endpoints,
    exchange,
    chainId,
    now,
    random,
    checksConsistency: false,
  })
  const faults = createSenderFaults({ chaos, actions, clean, accounts, chainId })
  const silence = watchSilence(endpoints, now)
  const client = createResilientClient({
    endpoints,
    exchange: silence.wrap(chaos.wrap(faults.wrap(exchange), endpoints)),
    chainId,
    now,
    random,
    log,
    onEvent,
  })
  const sender = createSender({
    database: options.database,
    provider: client,
    chainId,
    deployment: deploymentKey(deployment),
    accounts,
    now,
    log,
    onEvent,
    hooks: faults.hooks,
    // Without faults, whose samples depend on the number of requests.
    untilEndpointsAgree: (signal) =>
      untilEndpointsAgree({ endpoints, exchange, now, signal, waitMsMax: agreeMsMax }),
    // A demo chain mines at once: a late receipt has a cause.
    pace: { checkMs: 100, checkMsMax: 400 },
  })
  return {
    client,
    sender /** Bypasses the faults. */,
    clean,
    foreignNonces: faults.foreignNonces /** For how long no endpoint has answered, in milliseconds. */,
    silentMs: silence.silentMs,
  }
}

/**
 * Silence begins when the last endpoint fails that has answered until then. Any reply ends it, a refusal too: a
 * rate-limiting endpoint is reachable.
 */
export function watchSilence(
  endpoints: readonly string[],
  now: () => number,
): { silentMs(): number; wrap(inner: Exchange): Exchange } {
  /** When each endpoint failed first since its last reply. */
  const failedAt = new Map<string, number>()
  return {
    silentMs: () => (failedAt.size < endpoints.length ? 0 : now() - Math.max(...failedAt.values())),
    wrap: (inner) => async (endpoint, request, signal) => {
      try {
        const reply = await inner(endpoint, request, signal)
        failedAt.delete(endpoint)
        return reply
      } catch (error) {
        if (!failedAt.has(endpoint)) failedAt.set(endpoint, now())
        throw error
      }
    },
  }
}

/** Faults of transactions, applied at the sender's hooks. */
interface SenderFaults {
  hooks: SenderHooks
  /** Under the faults of the wire: a node that accepts a transaction and then drops it. */
  wrap(inner: Exchange): Exchange
  /** Nonces that a foreign transaction took. */
  foreignNonces(account: Address): number[]
}

/** Far above the sender's fees; returns to normal within a few dozen blocks. In wei. */
const spikedBaseFee = 6_000_000_000n
const foreignGas = 21_000n
const conflictedMax = 1_000

export function createSenderFaults(options: {
  chaos: Pick<Chaos, 'applies'>
  actions: NodeActions
  /** Bypasses the faults. */
  clean: RpcProvider
  accounts: readonly LocalAccount[]
  chainId: number
}): SenderFaults {
  const { chaos, actions, clean, chainId } = options
  const accounts = new Map(options.accounts.map((account) => [getAddress(account.address), account]))
  const forgotten = new Set<Hex>()
  const foreign = new Map<Address, number[]>()
  const conflicted = new LRUCache<string, true>({ max: conflictedMax })

  /** Sends a foreign transaction with the same key and nonce. */
  const takeNonce = async (account: LocalAccount, nonce: number) => {
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      to: account.address,
      value: 0n,
      gas: foreignGas,
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    try {
      await clean.request({ method: 'eth_sendRawTransaction', params: [raw] })
    } catch (error) {
      // The nonce is used, or its pending transaction has higher fees: no conflict then.
      if (nodeErrorIn(error) === undefined) throw error
      return
    }
    const address = getAddress(account.address)
    foreign.set(address, [...(foreign.get(address) ?? []), nonce])
  }
  return {
    hooks: {
      at: async (point, intent) => {
        if (point !== 'signed' || intent.hash === undefined) return
        const key = `${intent.runId} ${intent.step}`
        const { step } = intent
        if (chaos.applies({ fault: 'tx_dropped', step }, key)) forgotten.add(intent.hash)
        if (chaos.applies({ fault: 'tx_underpriced', step }, key)) await actions.setNextBaseFee(spikedBaseFee)
        const account = accounts.get(getAddress(intent.account))
        // Once for each intent: without a limit the intent could never be mined.
        if (
          account !== undefined &&
          !conflicted.has(key) &&
          chaos.applies({ fault: 'nonce_conflict', step }, key)
        ) {
          conflicted.set(key, true)
          await takeNonce(account, intent.nonce)
        }
      },
    },
    wrap: (inner) => async (endpoint, request, signal) => {
      const [raw] = request.params
      if (forgotten.size === 0 || request.method !== 'eth_sendRawTransaction' || !isRaw(raw)) {
        return await inner(endpoint, request, signal)
      }
      const hash = keccak256(raw)
      if (!forgotten.delete(hash)) return await inner(endpoint, request, signal)
      const text = JSON.stringify({ jsonrpc: '2.0', id: request.id, result: hash })
      return { status: 200, retryAfter: null, text }
    },
    foreignNonces: (account) => foreign.get(getAddress(account)) ?? [],
  }
}

function isRaw(value: unknown): value is Hex {
  return typeof value === 'string' && value.startsWith('0x')
}
