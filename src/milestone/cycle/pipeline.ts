import type { LocalAccount } from 'viem'
import type { Database } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { NodeActions } from '../anvil/anvil.ts'
import type { Chaos } from '../chaos/fault.ts'
import { type Deployment, deploymentKey } from '../contracts/deployment.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import { createResilientClient } from '../rpc/client.ts'
import type { Exchange } from '../rpc/rpc.ts'
import { createSenderFaults } from '../sender/faults.ts'
import { createSender } from '../sender/sender.ts'
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
