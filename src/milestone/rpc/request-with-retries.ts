import type { RecoveryEvent } from '../recovery-event.ts'
import { type Attempt, type ClientRequest, isConclusive } from './attempt.ts'
import { createAttemptLog } from './attempt-log.ts'
import type { ConsistencyCheck } from './consistency.ts'
import { crossCheckLogs } from './cross-check-logs.ts'
import type { Endpoint } from './endpoint.ts'
import { fallbackOf } from './fallback.ts'
import type { HeadTracker } from './head-tracker.ts'
import { hedged } from './hedge.ts'
import type { RequestEndpoint } from './request-endpoint.ts'
import type { ClientLimits } from './settings.ts'

export interface RetryOptions {
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
