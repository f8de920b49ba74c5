import { createPublicClient, custom, type PublicClient } from 'viem'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { pause } from '../indexer/pause.ts'
import { createAskAll } from './ask-all.ts'
import { createAskEndpoint } from './ask-endpoint.ts'
import { createEndpoint } from './endpoint.ts'
import { RpcUnavailable } from './errors.ts'
import { createHttpExchange } from './exchange.ts'
import { createHeadTracker } from './head-tracker.ts'
import { createJudge } from './judge.ts'
import { methodKind } from './methods.ts'
import type { Exchange, RpcProvider, RpcQuestionOptions } from './rpc.ts'
import { type ClientCounters, type ClientEvent, type ClientLimits, limitsDefault } from './settings.ts'

/** What was last seen of one endpoint. */
export interface EndpointHealth {
  /** Scheme and host only: paths and queries may hold keys. */
  endpoint: string
  ok: boolean
  latencyMs: number | null
  /** Newest block it named. */
  head: number | null
  breaker: 'closed' | 'open' | 'half-open'
}

export interface ResilientClientOptions {
  endpoints: readonly [string, ...string[]]
  exchange: Exchange
  /** Endpoints of another chain are left out; undefined takes any. */
  chainId: number | undefined
  /** Milliseconds since the epoch. */
  now: () => number
  /** 0 to 1, for the jitter of waits. */
  random: () => number
  /** Resolves after that time, or at once when the signal fires. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  log?: Log
  onEvent?: (event: ClientEvent) => void
  limits?: Partial<ClientLimits>
  /** Whether served heads may never go back; off where the caller compares hashes itself. */
  holdsHead?: boolean
  /** Whether logs are asked of a second endpoint and compared; off where the caller checks blooms itself. */
  comparesLogs?: boolean
}

/**
 * One provider over several endpoints that may fail in any way. An answer is one that an endpoint gave to this very
 * question and that can be true of what else is known; a JSON-RPC error that is an answer rejects as `RpcAnswerError`,
 * and when no endpoint answers in time, `RpcUnavailable` says why. Fits viem's `custom(client, { retryCount: 0 })`.
 */
export interface ResilientClient extends RpcProvider {
  /** Tells it that the chain went back, which lets served heads do the same: to `ancestor`, or by `depth` blocks. */
  reportReorg(reorg: { ancestor: number } | { depth: number }): void
  /** Newest head that was seen; undefined before the first, and where heads are not held. */
  servedHead(): number | undefined
  counters(): ClientCounters
  health(): EndpointHealth[]
}

/** Questions in a row whose endpoints are all slow may ask a second one; in the long run one question in four may. */
const hedgesMax = 20
const hedgesPerRequest = 0.25

export function createResilientClient(options: ResilientClientOptions): ResilientClient {
  const { exchange, chainId, now, random, log } = options
  const limits: ClientLimits = { ...limitsDefault, ...options.limits }
  const counters: ClientCounters = { requests: 0, attempts: 0, hedges: 0 }
  const tracker = options.holdsHead === false ? undefined : createHeadTracker()
  let lastId = 0
  let hedgesLeft = hedgesMax

  const onEvent = (event: ClientEvent) => {
    const { event: name, ...fields } = event
    if (event.outcome === 'success') log?.debug(`rpc: ${name}`, fields)
    else log?.warn(`rpc: ${name}`, fields)
    options.onEvent?.(event)
  }
  const endpoints = options.endpoints.map((url) =>
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
    }),
  )
  const judge = createJudge({ endpoints, tracker, limits, now })
  const askAll = createAskAll({
    endpoints,
    askEndpoint: createAskEndpoint({ judge, chainId, limits, now }),
    judge,
    tracker,
    comparesLogs: options.comparesLogs ?? true,
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
    asked: RpcQuestionOptions = {},
  ) => {
    counters.requests += 1
    hedgesLeft = Math.min(hedgesMax, hedgesLeft + hedgesPerRequest)
    return askAll({
      method,
      params: Array.isArray(params) ? params : [],
      kind: methodKind(method),
      deadlineAt: now() + (asked.deadlineMs ?? limits.deadlineMs),
      signal: asked.signal,
      confirmNull: asked.confirmNull ?? false,
    })
  }
  return {
    request,
    reportReorg: (reorg) => {
      const ancestor = 'ancestor' in reorg ? reorg.ancestor : (tracker?.head?.number ?? 0) - reorg.depth
      tracker?.goBack(ancestor)
    },
    servedHead: () => tracker?.head?.number,
    counters: () => ({ ...counters }),
    health: () => endpoints.map((endpoint) => endpoint.health()),
  }
}

export interface ChainClient {
  client: PublicClient
  health(): EndpointHealth[]
}

/** Monotonic, and still the time since the epoch. */
const clock = () => performance.timeOrigin + performance.now()
const readLimits = { attemptMs: 5_000, logsAttemptMs: 10_000, deadlineMs: 12_000, restMs: 500 }
/** Whoever reads the chain tries again on its own, and wants to say soon that the chain is out of reach. */
const readRounds = 2

/**
 * The public read path: the resilient client straight over HTTP. The indexer behind it checks the chain's id, follows
 * heads by their hashes and checks logs against blooms, so none of that is done twice.
 */
export function createChainClient(
  rpcUrls: readonly [string, ...string[]],
  options: Pick<ResilientClientOptions, 'log' | 'onEvent'> = {},
): ChainClient {
  const provider = createResilientClient({
    ...options,
    endpoints: rpcUrls,
    exchange: createHttpExchange(),
    chainId: undefined,
    now: clock,
    random: Math.random,
    limits: { ...readLimits, attemptsMax: readRounds * rpcUrls.length },
    holdsHead: false,
    comparesLogs: false,
  })
  return {
    client: createPublicClient({ transport: custom(provider, { retryCount: 0 }), cacheTime: 0 }),
    health: provider.health,
  }
}

/**
 * Asks every endpoint which chain it serves, before anything is started.
 * @throws StartupError when none answers, or one serves another chain
 */
export async function checkEndpoints(rpcUrls: readonly string[], chainId: number): Promise<void> {
  const exchange = createHttpExchange()
  const answers = await Promise.all(
    rpcUrls.map(async (url) => {
      const { origin } = new URL(url)
      const client = createResilientClient({
        endpoints: [url],
        exchange,
        chainId: undefined,
        now: clock,
        random: Math.random,
        limits: { ...readLimits, attemptsMax: 1 },
      })
      return await client.request({ method: 'eth_chainId' }).then(
        (answer) => ({ origin, answer: Number(answer), reason: '' }),
        (error) => ({ origin, answer: undefined, reason: reasonOf(error) }),
      )
    }),
  )
  const wrong = answers.find(({ answer }) => answer !== undefined && answer !== chainId)
  if (wrong !== undefined) {
    throw new StartupError(
      `Cannot follow the chain through ${wrong.origin} as it serves chain ${wrong.answer}: CONTRACTS_FILE says ${chainId}`,
    )
  }
  if (answers.some(({ answer }) => answer !== undefined)) return
  const reasons = answers.map(({ origin, reason }) => `${origin} (${reason})`).join(', ')
  throw new StartupError(
    `Cannot reach the chain as no endpoint of RPC_URLS answers: ${reasons}. Check the addresses, or start the node`,
  )
}

function reasonOf(error: unknown): string {
  return (error instanceof RpcUnavailable ? error.faults[0]?.fault.message : undefined) ?? messageOf(error)
}
