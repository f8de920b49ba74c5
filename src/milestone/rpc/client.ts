import { pause } from '../../kernel/runtime/async.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import { createConsistencyCheck } from './consistency.ts'
import { createEndpoint, type EndpointHealth } from './endpoint.ts'
import { createHeadTracker } from './head-tracker.ts'
import { createRequestEndpoint } from './request-endpoint.ts'
import { createRequestWithRetries } from './request-with-retries.ts'
import {
  type ClientCounters,
  type ClientLimits,
  type Exchange,
  limitsDefault,
  methodKind,
  type RequestOptions,
  type RpcProvider,
} from './rpc.ts'

export interface ResilientClientOptions {
  endpoints: readonly [string, ...string[]]
  exchange: Exchange
  /** Endpoints of another chain are excluded; undefined accepts any chain. */
  chainId: number | undefined
  /** Milliseconds since the epoch. */
  now: () => number
  /** 0 to 1, for the jitter of waits. */
  random: () => number
  /** Resolves after that time, or at once when the signal fires. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  log?: Log
  onEvent?: (event: RecoveryEvent) => void
  limits?: Partial<ClientLimits>
  /** False lets heads go back and does not compare logs, for callers that check hashes and blooms themselves. */
  checksConsistency?: boolean
}

/**
 * One provider over several unreliable endpoints. Every result is the answer of an endpoint to this very request and
 * consistent with earlier results. An error of JSON-RPC rejects as `RpcAnswerError`; without an answer before the
 * deadline, `RpcUnavailable` gives the reasons. Fits viem's `custom(client, { retryCount: 0 })`.
 */
export interface ResilientClient extends RpcProvider {
  /** Lets served heads go back after a reorg: to `ancestor`, or by `depth` blocks. */
  reportReorg(reorg: { ancestor: number } | { depth: number }): void
  counters(): ClientCounters
  health(): EndpointHealth[]
  /** Forgets faults and exclusions of all endpoints; each is used again once it shows the right chain. */
  resetEndpoints(): void
}

/** Budget of hedged requests: a burst of this many, and one for every four requests in the long run. */
const hedgesMax = 20
const hedgesPerRequest = 0.25

export function createResilientClient(options: ResilientClientOptions): ResilientClient {
  const { exchange, chainId, now, random, log } = options
  const limits: ClientLimits = { ...limitsDefault, ...options.limits }
  const counters: ClientCounters = { requests: 0, attempts: 0, hedges: 0 }
  const tracker = options.checksConsistency === false ? undefined : createHeadTracker()
  let lastId = 0
  let hedgesLeft = hedgesMax

  const onEvent = (event: RecoveryEvent) => {
    const { event: name, ...fields } = event
    if (event.outcome === 'success') log?.debug(`rpc: ${name}`, fields)
    else log?.warn(`rpc: ${name}`, fields)
    options.onEvent?.(event)
  }
  const newEndpoint = (url: string) =>
    createEndpoint({
      url,
      exchange,
      chainId,
      limits,
      now,
      nextId: () => {
        lastId += 1
        return lastId
      },
      onAttempt: () => {
        counters.attempts += 1
      },
      onEvent,
    })
  const endpoints = options.endpoints.map(newEndpoint)
  const consistency = createConsistencyCheck({ endpoints, tracker, limits, now })
  const requestWithRetries = createRequestWithRetries({
    endpoints,
    requestEndpoint: createRequestEndpoint({ consistency, chainId, limits, now }),
    consistency,
    tracker,
    limits,
    now,
    random,
    sleep: options.sleep ?? pause,
    mayHedge: () => {
      if (hedgesLeft < 1) return false
      hedgesLeft -= 1
      counters.hedges += 1
      return true
    },
    onEvent,
  })
  const request = (
    { method, params }: { method: string; params?: unknown },
    { deadlineMs = limits.deadlineMs, signal }: RequestOptions = {},
  ) => {
    counters.requests += 1
    hedgesLeft = Math.min(hedgesMax, hedgesLeft + hedgesPerRequest)
    return requestWithRetries({
      method,
      params: Array.isArray(params) ? params : [],
      kind: methodKind(method),
      deadlineAt: now() + deadlineMs,
      signal,
    })
  }
  return {
    request,
    reportReorg: (reorg) => {
      const ancestor = 'ancestor' in reorg ? reorg.ancestor : (tracker?.head?.number ?? 0) - reorg.depth
      tracker?.goBack(ancestor)
    },
    counters: () => ({ ...counters }),
    health: () => endpoints.map((endpoint) => endpoint.health()),
    resetEndpoints: () => {
      // New ones in their place: requests in flight end with the old ones.
      endpoints.splice(0, endpoints.length, ...options.endpoints.map(newEndpoint))
    },
  }
}
