import type { RecoveryEvent } from '../recovery-event.ts'
import { type Attempt, type ClientRequest, createAttemptLog, isConclusive } from './attempt.ts'
import { logKey } from './check-result.ts'
import type { ConsistencyCheck } from './consistency.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault, type RpcAnswerError } from './errors.ts'
import type { HeadTracker } from './head-tracker.ts'
import type { RequestEndpoint } from './request-endpoint.ts'
import type { ClientLimits } from './rpc.ts'

interface RetryOptions {
  endpoints: readonly Endpoint[]
  requestEndpoint: RequestEndpoint
  consistency: ConsistencyCheck
  /** Undefined when the caller checks heads and logs itself. */
  tracker: HeadTracker | undefined
  limits: ClientLimits
  now: () => number
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Whether the budget allows a hedged request; spends it if so. */
  mayHedge: () => boolean
  onEvent: (event: RecoveryEvent) => void
}

const neverAborted = new AbortController().signal

/**
 * Sends a request in rounds, to each endpoint once a round, until one answers or the deadline is reached.
 * @throws RpcAnswerError when the answer is an error
 * @throws RpcUnavailable when no endpoint answered correctly
 */
export function createRequestWithRetries(
  options: RetryOptions,
): (request: ClientRequest) => Promise<unknown> {
  const { endpoints, requestEndpoint, tracker, limits, now, random, sleep, onEvent } = options

  const { rankedEndpoints, probeOthers } = createRanking(options)

  const runRound = async (
    request: ClientRequest,
    onAttempt: (attempt: Attempt) => void,
  ): Promise<Attempt | undefined> => {
    const candidates = rankedEndpoints()
    const startedAt = now()
    probeOthers(candidates)
    const conclusive = await hedged(
      candidates.map((endpoint) => async () => {
        const attempt = await requestEndpoint(endpoint, request)
        onAttempt(attempt)
        return attempt
      }),
      {
        isConclusive: (attempt) => isConclusive(attempt, request),
        hedgeAfterMs: request.kind === 'read' ? limits.hedgeAfterMs : undefined,
        mayHedge: options.mayHedge,
      },
    )
    const isCompared = tracker !== undefined && request.method === 'eth_getLogs'
    return isCompared && conclusive?.kind === 'result'
      ? await crossCheckLogs(request, conclusive, {
          endpoints: rankedEndpoints(),
          requestEndpoint,
          onAttempt,
          // A caller waits for a second endpoint about as long as for the first.
          msMax: Math.max(limits.attemptMs, 2 * (now() - startedAt)),
          now,
        })
      : conclusive
  }

  /** Waits for the next round; false when none can begin before the deadline. */
  const backOff = async (round: number, { deadlineAt, signal }: ClientRequest): Promise<boolean> => {
    const nextAt = Math.max(now(), Math.min(...endpoints.map(({ readyAt }) => readyAt)))
    if (nextAt >= deadlineAt) return false
    const backoffMs = random() * Math.min(limits.backoffMaxMs, limits.backoffMs * 2 ** round)
    await sleep(Math.min(Math.max(nextAt - now(), backoffMs), deadlineAt - now()), signal ?? neverAborted)
    return now() < deadlineAt
  }

  return async (request) => {
    const { method, params, kind, signal } = request
    const log = createAttemptLog({ method, endpoints, now, onEvent })
    for (let round = 0; ; round += 1) {
      signal?.throwIfAborted()
      const attempts: Attempt[] = []
      const conclusive = await runRound(request, (attempt) => {
        log.add(attempt)
        attempts.push(attempt)
      })
      signal?.throwIfAborted()
      if (conclusive?.kind === 'error') {
        log.answered(conclusive.endpoint)
        throw conclusive.error
      }
      if (conclusive?.kind === 'result') {
        const value =
          tracker === undefined ? conclusive.value : tracker.serve(method, params, conclusive.value)
        if (value !== undefined) {
          log.answered(conclusive.endpoint)
          return value
        }
      }
      const fallback = fallbackOf(request, attempts, { round, tracker })
      if (fallback?.kind === 'error') throw fallback.error
      if (fallback !== undefined) {
        log.answered(fallback.endpoint, fallback.action)
        return fallback.value
      }
      const isOver = kind === 'once' || log.attempts >= limits.attemptsMax
      if (isOver || !(await backOff(round, request))) throw log.unavailable()
    }
  }
}

function createRanking({ endpoints, consistency, limits, now }: RetryOptions) {
  /** Low is good. */
  const rank = (endpoint: Endpoint) => {
    const { lastFault } = endpoint
    const failedLately = lastFault !== undefined && now() - lastFault.at < limits.cooldownMs
    return (
      (endpoint.readiness() === 'unverified' ? 8 : 0) +
      (failedLately ? 4 : 0) +
      (endpoint.isSlow ? 2 : 0) +
      (consistency.isBehind(endpoint) ? 1 : 0)
    )
  }
  const rankedEndpoints = (): Endpoint[] =>
    endpoints
      .filter((endpoint) => endpoint.readiness() !== 'excluded')
      .map((endpoint) => ({ endpoint, rank: rank(endpoint) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ endpoint }) => endpoint)

  /** Checks unverified and slow endpoints in the background while a ready one serves the request. */
  const probeOthers = ([first, ...others]: readonly Endpoint[]) => {
    if (first?.readiness() !== 'ready') return
    for (const endpoint of others) {
      if (endpoint.readiness() === 'unverified') void endpoint.verifyChain().catch(() => {})
      else endpoint.probeIfSlow()
    }
  }
  return { rankedEndpoints, probeOthers }
}

/** Rounds after which an error of an endpoint's own state is the answer, if no other endpoint answers. */
const unconfirmedRoundsMax = 2

type Fallback =
  | { kind: 'value'; endpoint: Endpoint; value: unknown; action: string | undefined }
  | { kind: 'error'; error: RpcAnswerError }

/**
 * The answer to a round without a conclusive one, if there is one: the cached head when every endpoint is behind it;
 * null when no other endpoint has an answer; an unconfirmed error after the second round.
 */
function fallbackOf(
  { method, params, kind }: ClientRequest,
  attempts: readonly Attempt[],
  about: { round: number; tracker: HeadTracker | undefined },
): Fallback | undefined {
  const outdated = attempts.find(
    (one) => one.kind === 'fault' && (one.fault.kind === 'stale_head' || one.fault.kind === 'split_head'),
  )
  const head = outdated === undefined ? undefined : about.tracker?.newest(method, params)
  if (outdated !== undefined && head !== undefined)
    return { kind: 'value', endpoint: outdated.endpoint, value: head, action: 'served the cached head' }

  const unknown = attempts.find((attempt) => attempt.kind === 'unconfirmed null')
  if (unknown !== undefined)
    return { kind: 'value', endpoint: unknown.endpoint, value: null, action: undefined }

  if (kind !== 'once' && about.round + 1 < unconfirmedRoundsMax) return undefined
  const unconfirmed = attempts.find((attempt) => attempt.kind === 'unconfirmed error')
  return unconfirmed === undefined ? undefined : { kind: 'error', error: unconfirmed.error }
}

/**
 * Hedged requests: starts the next attempt when one fails, and one more beside it when none has settled after
 * `hedgeAfterMs`. Resolves with the first conclusive outcome, or undefined when there is none. Attempts still in flight
 * go on unobserved; attempts must not reject.
 * @param hedgeAfterMs undefined when no two attempts may be in flight
 */
function hedged<Outcome>(
  attempts: readonly (() => Promise<Outcome>)[],
  options: {
    isConclusive: (outcome: Outcome) => boolean
    hedgeAfterMs: number | undefined
    mayHedge: () => boolean
  },
): Promise<Outcome | undefined> {
  const { isConclusive, hedgeAfterMs, mayHedge } = options
  return new Promise((resolve) => {
    let next = 0
    let inFlight = 0
    let settled = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const settle = (outcome: Outcome | undefined) => {
      settled = true
      clearTimeout(timer)
      resolve(outcome)
    }
    const start = () => {
      const attempt = attempts[next]
      if (attempt === undefined) {
        if (inFlight === 0) settle(undefined)
        return
      }
      next += 1
      inFlight += 1
      void attempt().then((outcome) => {
        inFlight -= 1
        if (settled) return
        if (isConclusive(outcome)) settle(outcome)
        else start()
      })
      if (hedgeAfterMs === undefined || timer !== undefined || next >= attempts.length) return
      timer = setTimeout(() => {
        if (!settled && mayHedge()) start()
      }, hedgeAfterMs)
    }
    start()
  })
}

/**
 * Missing logs look like no logs, so the same ones are requested from a second endpoint, and the complete answer is
 * taken. Undefined when each answer lacks some; the first one is taken when no other endpoint answers in time.
 */
async function crossCheckLogs(
  request: ClientRequest,
  first: Attempt & { kind: 'result' },
  options: {
    endpoints: readonly Endpoint[]
    requestEndpoint: RequestEndpoint
    onAttempt: (attempt: Attempt) => void
    /** For each other endpoint. */
    msMax: number
    now: () => number
  },
): Promise<Attempt | undefined> {
  const { endpoints, requestEndpoint, onAttempt, msMax, now } = options
  const reportGap = (endpoint: Endpoint) => {
    const fault = new EndpointFault('missing_logs', 'left out logs', { counts: false })
    onAttempt({ kind: 'fault', endpoint, fault, wasSent: true })
  }
  for (const endpoint of endpoints) {
    if (endpoint === first.endpoint) continue
    const deadlineAt = Math.min(request.deadlineAt, now() + msMax)
    const second = await requestEndpoint(endpoint, { ...request, deadlineAt })
    if (second.kind === 'aborted') return second
    if (second.kind !== 'result') continue
    const one = keysOf(first.value)
    const two = keysOf(second.value)
    const isFirstComplete = two.isSubsetOf(one)
    const isSecondComplete = one.isSubsetOf(two)
    if (!isFirstComplete) reportGap(first.endpoint)
    if (!isSecondComplete) reportGap(endpoint)
    if (isFirstComplete) return first
    return isSecondComplete ? second : undefined
  }
  return first
}

function keysOf(logs: unknown): Set<string> {
  return new Set(Array.isArray(logs) ? logs.map(logKey) : [])
}
