import { type BreakerState, createBreaker } from '../../kernel/runtime/breaker.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import { problemOfResult } from './check-result.ts'
import { EndpointFault, originOf } from './errors.ts'
import { headIn } from './head-tracker.ts'
import type { RpcAnswer } from './read-reply.ts'
import type { ClientLimits } from './rpc.ts'
import { createTimedExchange, type TimedExchange, type TimedExchangeOptions } from './timed-exchange.ts'

/**
 * `ready`: takes requests. `unverified`: must first show that it answers and serves the right chain. `excluded`: gets
 * no requests until `readyAt`.
 */
export type Readiness = 'ready' | 'unverified' | 'excluded'

/** State of one endpoint at its last request. */
export interface EndpointHealth {
  /** Scheme and host only: paths and queries may hold keys. */
  endpoint: string
  ok: boolean
  latencyMs: number | null
  /** Newest block in its answers. */
  head: number | null
  breaker: BreakerState
  /** `degraded`: ready, but its answers are slow or its last request failed. */
  state: Readiness | 'degraded'
  /** End of its exclusion in seconds since 1970; null while it is not excluded. */
  excludedUntil: number | null
  /** Its last fault, which may be long past, and its time in seconds since 1970. */
  lastError: { message: string; at: number } | null
}

/** One endpoint and its state. */
export type Endpoint = ReturnType<typeof createEndpoint>

export interface EndpointOptions extends TimedExchangeOptions {
  /** Undefined accepts any chain. */
  chainId: number | undefined
  limits: ClientLimits
  onEvent: (event: RecoveryEvent) => void
}

export function createEndpoint(options: EndpointOptions) {
  const { url, chainId, limits, now, onEvent } = options
  const origin = originOf(url)
  const exchange = createTimedExchange(options)
  let readyAt = Number.NEGATIVE_INFINITY
  let lastFault: { fault: EndpointFault; at: number } | undefined
  let ok = true
  let latencyMs: number | null = null
  let head: number | undefined
  let slowAt: number | undefined
  const inFlight = new Set<{ since: number }>()
  let excludedAt: number | undefined

  const delay = (ms: number) => {
    readyAt = Math.max(readyAt, now() + ms)
  }
  const report = (event: Pick<RecoveryEvent, 'event' | 'action' | 'outcome' | 'latencyMs'>) =>
    onEvent({ ...event, context: lastFault?.fault.message ?? '', target: origin })
  const exclude = (event: string, ms: number) => {
    delay(ms)
    if (excludedAt !== undefined) return
    excludedAt = now()
    const action = `exclude the endpoint for ${ms} ms, then probe it`
    report({ event, action, outcome: 'degraded', latencyMs: undefined })
  }
  const readmit = () => {
    if (excludedAt === undefined || breaker.state !== 'closed' || chain.state() === 'wrong') return
    const excludedMs = now() - excludedAt
    excludedAt = undefined
    const action = 'use the endpoint again'
    report({ event: 'endpoint_back', action, outcome: 'success', latencyMs: excludedMs })
  }
  const breaker = createBreaker({
    faultsToOpen: limits.faultsToOpen,
    isFault: (error) => error instanceof EndpointFault && error.counts,
    onOpen: () => exclude('endpoint_left_out', limits.cooldownMs),
    onClose: readmit,
  })

  const recordFault = (fault: EndpointFault) => {
    ok = false
    lastFault = { fault, at: now() }
    if (fault.retryAfterMs !== undefined) delay(fault.retryAfterMs)
    const isUnreachable = fault.kind === 'connection' || fault.kind === 'timeout'
    if (isUnreachable) chain.forget()
  }
  const request: TimedExchange = async (method, params, timing): Promise<RpcAnswer> => {
    const startedAt = now()
    const pending = { since: startedAt }
    inFlight.add(pending)
    try {
      return await breaker.run(async () => {
        const answer = await exchange(method, params, timing)
        const problem =
          answer.error === undefined ? problemOfResult(method, params, answer.result) : undefined
        if (problem !== undefined)
          throw new EndpointFault('malformed', `sent an answer to ${method} that ${problem}`)
        ok = true
        latencyMs = Math.round((now() - startedAt) * 100) / 100
        slowAt = latencyMs >= limits.hedgeAfterMs ? now() : undefined
        head = headIn(method, params, answer.result)?.number ?? head
        return answer
      })
    } catch (error) {
      if (error instanceof EndpointFault && error.counts) recordFault(error)
      throw error
    } finally {
      inFlight.delete(pending)
    }
  }
  const chain = createChainCheck(chainId, {
    read: () =>
      request('eth_chainId', [], { timeoutMs: limits.attemptMs, isFullTime: true, signal: undefined }),
    onRight: () => readmit(),
    onWrong: (fault) => {
      recordFault(fault)
      exclude('wrong_chain', limits.quarantineMs)
    },
  })
  const isSlow = () =>
    slowAt !== undefined || [...inFlight].some(({ since }) => now() - since >= limits.hedgeAfterMs)
  const readiness = (): Readiness => {
    if (now() < readyAt) return 'excluded'
    // A failed endpoint without a later success must answer a probe first.
    const hasFailed = !ok && lastFault !== undefined && now() - lastFault.at >= limits.cooldownMs
    return breaker.state === 'closed' && chain.state() === 'right' && !hasFailed ? 'ready' : 'unverified'
  }

  return {
    origin,
    /** End of its exclusion. */
    get readyAt() {
      return readyAt
    },
    get lastFault() {
      return lastFault
    },
    /** Whether its last answer, or one in flight, took longer than the hedging delay. */
    get isSlow() {
      return isSlow()
    },
    readiness,
    /** If it was slow some time ago, requests its chain id in the background to measure it again. */
    probeIfSlow: () => {
      if (slowAt !== undefined && now() - slowAt >= limits.cooldownMs) void chain.verify().catch(() => {})
    },
    /** Rejects with an EndpointFault when no correct answer came. */
    request,
    /** @throws EndpointFault when it does not serve the right chain */
    verifyChain: chain.verify,
    health: (): EndpointHealth => {
      const state = readiness()
      return {
        endpoint: origin,
        ok: ok && chain.state() !== 'wrong',
        latencyMs,
        head: head ?? null,
        breaker: breaker.state,
        state: state === 'ready' && (!ok || isSlow()) ? 'degraded' : state,
        excludedUntil: state === 'excluded' ? Math.ceil(readyAt / 1000) : null,
        lastError:
          lastFault === undefined
            ? null
            : { message: lastFault.fault.message, at: Math.floor(lastFault.at / 1000) },
      }
    },
  }
}

/** Whether an endpoint serves the right chain; every chain is right without an id. */
function createChainCheck(
  chainId: number | undefined,
  on: { read: () => Promise<RpcAnswer>; onRight: () => void; onWrong: (fault: EndpointFault) => void },
) {
  let state: 'unknown' | 'right' | 'wrong' = chainId === undefined ? 'right' : 'unknown'
  let verifying: Promise<void> | undefined
  const read = async () => {
    const { result, error } = await on.read()
    if (error !== undefined)
      throw new EndpointFault('malformed', `does not return its chain id: ${error.message}`, {
        counts: false,
      })
    if (chainId === undefined || Number(result) === chainId) {
      state = 'right'
      on.onRight()
      return
    }
    state = 'wrong'
    const text = `serves chain ${Number(result)} in place of ${chainId}`
    const fault = new EndpointFault('wrong_chain', text, { counts: false })
    on.onWrong(fault)
    throw fault
  }
  return {
    state: () => state,
    /** The endpoint was unreachable: another node may answer at its address from now on. */
    forget: () => {
      if (chainId !== undefined && state === 'right') state = 'unknown'
    },
    verify: () => {
      verifying ??= read().finally(() => {
        verifying = undefined
      })
      return verifying
    },
  }
}
