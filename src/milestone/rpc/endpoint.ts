import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleType,
} from 'cockatiel'
import { problemOfResult } from './check-result.ts'
import type { EndpointHealth } from './client.ts'
import { EndpointFault } from './errors.ts'
import { createExchanger } from './exchanger.ts'
import { seenIn } from './head-tracker.ts'
import type { Said } from './read-reply.ts'
import type { Exchange } from './rpc.ts'
import { originOf } from './scrub-urls.ts'
import type { ClientEvent, ClientLimits } from './settings.ts'

/**
 * `ready`: may be asked. `due`: must first show that it answers and serves the right chain. `resting`: is left alone
 * for a while.
 */
export type Readiness = 'ready' | 'due' | 'resting'

export interface AskOptions {
  timeoutMs: number
  /** Whether it could have taken its full time; if not, running out of it is no fault of the endpoint. */
  isFullTime: boolean
  signal: AbortSignal | undefined
}

/** One endpoint with what is known about it. */
export interface Endpoint {
  readonly origin: string
  readiness(): Readiness
  /** When it is no longer resting. */
  readonly readyAt: number
  readonly lastFault: { fault: EndpointFault; at: number } | undefined
  /** Newest block it named. */
  readonly head: number | undefined
  /** Whether its last answer, or one that is still awaited, took longer than a read is let wait. */
  readonly isSlow: boolean
  /** Asks for its chain id in the background when it was slow some time ago, which shows whether it still is. */
  probeSlow(): void
  /** @throws EndpointFault when no sensible answer came */
  ask(method: string, params: readonly unknown[], options: AskOptions): Promise<Said>
  /** Makes sure now that it serves the right chain. @throws EndpointFault when it does not */
  verify(): Promise<void>
  /** Its chain went back. */
  forgetHead(ancestor: number): void
  health(): EndpointHealth
}

export interface EndpointOptions {
  url: string
  exchange: Exchange
  /** Undefined when any chain will do. */
  chainId: number | undefined
  limits: ClientLimits
  now: () => number
  nextId: () => number
  onAttempt: () => void
  onEvent: (event: ClientEvent) => void
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { url, chainId, limits, now, onEvent } = options
  const origin = originOf(url)
  const exchanger = createExchanger(options)
  let chain: 'unknown' | 'right' | 'wrong' = chainId === undefined ? 'right' : 'unknown'
  let readyAt = Number.NEGATIVE_INFINITY
  let lastFault: { fault: EndpointFault; at: number } | undefined
  let ok = true
  let latencyMs: number | null = null
  let head: number | undefined
  let slowAt: number | undefined
  const awaited = new Set<{ since: number }>()
  let leftOutAt: number | undefined
  let verifying: Promise<void> | undefined

  const rest = (ms: number) => {
    readyAt = Math.max(readyAt, now() + ms)
  }
  const report = (event: Pick<ClientEvent, 'event' | 'action' | 'outcome' | 'latencyMs'>) =>
    onEvent({ ...event, context: lastFault?.fault.message ?? '', target: origin })
  const leaveOut = (event: string, restMs: number) => {
    rest(restMs)
    if (leftOutAt !== undefined) return
    leftOutAt = now()
    const action = `leave the endpoint out for ${restMs} ms, then try it`
    report({ event, action, outcome: 'degraded', latencyMs: undefined })
  }
  const takeBack = () => {
    if (leftOutAt === undefined || breaker.state !== CircuitState.Closed || chain === 'wrong') return
    const outMs = now() - leftOutAt
    leftOutAt = undefined
    report({ event: 'endpoint_back', action: 'use the endpoint again', outcome: 'success', latencyMs: outMs })
  }
  const breaker = createBreaker(limits)
  breaker.onBreak(() => leaveOut('endpoint_left_out', limits.restMs))
  breaker.onReset(takeBack)

  const note = (fault: EndpointFault) => {
    ok = false
    lastFault = { fault, at: now() }
    if (fault.retryAfterMs !== undefined) rest(fault.retryAfterMs)
    // Another node may answer there from now on.
    if (
      chainId !== undefined &&
      (fault.kind === 'connection' || fault.kind === 'timeout') &&
      chain === 'right'
    )
      chain = 'unknown'
  }
  const ask = async (method: string, params: readonly unknown[], askOptions: AskOptions): Promise<Said> => {
    const startedAt = now()
    const exchange = { since: startedAt }
    awaited.add(exchange)
    try {
      return await breaker.execute(async () => {
        const said = await exchanger(method, params, askOptions)
        const problem = said.error === undefined ? problemOfResult(method, params, said.result) : undefined
        if (problem !== undefined)
          throw new EndpointFault('malformed', `sent an answer to ${method} that ${problem}`)
        ok = true
        latencyMs = Math.round((now() - startedAt) * 100) / 100
        slowAt = latencyMs >= limits.hedgeAfterMs ? now() : undefined
        head = seenIn(method, params, said.result)?.number ?? head
        return said
      })
    } catch (error) {
      if (error instanceof EndpointFault && error.counts) note(error)
      throw error
    } finally {
      awaited.delete(exchange)
    }
  }
  const verify = () => {
    verifying ??= check().finally(() => {
      verifying = undefined
    })
    return verifying
  }
  const check = async () => {
    const timing = { timeoutMs: limits.attemptMs, isFullTime: true, signal: undefined }
    const { result, error } = await ask('eth_chainId', [], timing)
    if (error !== undefined)
      throw new EndpointFault('malformed', `does not tell its chain: ${error.message}`, { counts: false })
    if (chainId === undefined || Number(result) === chainId) {
      chain = 'right'
      takeBack()
      return
    }
    chain = 'wrong'
    const text = `serves chain ${Number(result)} in place of ${chainId}`
    const fault = new EndpointFault('wrong_chain', text, { counts: false })
    note(fault)
    leaveOut('wrong_chain', limits.quarantineMs)
    throw fault
  }

  return {
    origin,
    get readyAt() {
      return readyAt
    },
    get lastFault() {
      return lastFault
    },
    get head() {
      return head
    },
    readiness: () => {
      if (now() < readyAt) return 'resting'
      // What failed some time ago and was not asked since shows first that it is well again.
      const isUnproven = !ok && lastFault !== undefined && now() - lastFault.at >= limits.restMs
      return breaker.state === CircuitState.Closed && chain === 'right' && !isUnproven ? 'ready' : 'due'
    },
    ask,
    get isSlow() {
      return slowAt !== undefined || [...awaited].some(({ since }) => now() - since >= limits.hedgeAfterMs)
    },
    probeSlow: () => {
      if (slowAt !== undefined && now() - slowAt >= limits.restMs) void verify().catch(() => {})
    },
    verify,
    forgetHead: (ancestor) => {
      if (head !== undefined) head = Math.min(head, ancestor)
    },
    health: () => ({
      endpoint: origin,
      ok: ok && chain !== 'wrong',
      latencyMs,
      head: head ?? null,
      breaker: breakerWord(breaker.state),
    }),
  }
}

/** When to probe is decided here by `now`, so that the breaker itself waits for nothing. */
function createBreaker({ faultsToOpen }: ClientLimits): CircuitBreakerPolicy {
  return circuitBreaker(
    handleType(EndpointFault, (fault) => fault.counts),
    { halfOpenAfter: 0, breaker: new ConsecutiveBreaker(faultsToOpen) },
  )
}

function breakerWord(state: CircuitState): EndpointHealth['breaker'] {
  if (state === CircuitState.Closed) return 'closed'
  return state === CircuitState.HalfOpen ? 'half-open' : 'open'
}
