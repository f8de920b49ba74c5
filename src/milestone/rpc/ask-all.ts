import type { AskEndpoint } from './ask-endpoint.ts'
import { openLedger } from './attempt-log.ts'
import type { Endpoint } from './endpoint.ts'
import { fallbackOf } from './fallback.ts'
import type { HeadTracker } from './head-tracker.ts'
import type { Judge } from './judge.ts'
import { isConclusive, type Outcome, type Question } from './outcome.ts'
import { secondOpinion } from './second-opinion.ts'
import type { ClientEvent, ClientLimits } from './settings.ts'
import { staggered } from './staggered.ts'

export interface AskAllOptions {
  endpoints: readonly Endpoint[]
  askEndpoint: AskEndpoint
  judge: Judge
  tracker: HeadTracker | undefined
  comparesLogs: boolean
  limits: ClientLimits
  now: () => number
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Whether a second endpoint may be asked as well. */
  mayHedge: () => boolean
  onEvent: (event: ClientEvent) => void
}

const neverAborted = new AbortController().signal

/**
 * Asks round after round, each endpoint once in each, until one answers or the time is over.
 * @throws RpcAnswerError when the answer is an error
 * @throws RpcUnavailable when no endpoint answered as it must
 */
export function createAskAll(options: AskAllOptions): (question: Question) => Promise<unknown> {
  const { endpoints, askEndpoint, judge, tracker, limits, now, random, sleep, onEvent } = options

  const rank = (endpoint: Endpoint) => {
    const { lastFault } = endpoint
    const isShaky = lastFault !== undefined && now() - lastFault.at < limits.restMs
    return (
      (endpoint.readiness() === 'due' ? 8 : 0) +
      (isShaky ? 4 : 0) +
      (endpoint.isSlow ? 2 : 0) +
      (judge.isBehind(endpoint) ? 1 : 0)
    )
  }
  /** Who may be asked, the likeliest to answer well first. */
  const usable = (): Endpoint[] =>
    endpoints
      .filter((endpoint) => endpoint.readiness() !== 'resting')
      .map((endpoint) => ({ endpoint, rank: rank(endpoint) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ endpoint }) => endpoint)

  /** While the first one answers, those that are due or were slow show whether they can be used. */
  const probeOthers = ([first, ...others]: readonly Endpoint[]) => {
    if (first?.readiness() !== 'ready') return
    for (const endpoint of others) {
      if (endpoint.readiness() === 'due') void endpoint.verify().catch(() => {})
      else endpoint.probeSlow()
    }
  }

  const runRound = async (
    question: Question,
    onOutcome: (outcome: Outcome) => void,
  ): Promise<Outcome | undefined> => {
    const candidates = usable()
    probeOthers(candidates)
    const conclusive = await staggered(
      candidates.map((endpoint) => async () => {
        const outcome = await askEndpoint(endpoint, question)
        onOutcome(outcome)
        return outcome
      }),
      {
        isConclusive: (outcome) => isConclusive(outcome, question),
        hedgeAfterMs: question.kind === 'read' ? limits.hedgeAfterMs : undefined,
        onHedge: options.mayHedge,
      },
    )
    const isCompared = options.comparesLogs && question.method === 'eth_getLogs'
    return isCompared && conclusive?.kind === 'result'
      ? await secondOpinion(question, conclusive, { endpoints: usable(), askEndpoint, onOutcome })
      : conclusive
  }

  /** Waits; false when no further round can begin before the deadline. */
  const untilNextRound = async (round: number, { deadlineAt, signal }: Question): Promise<boolean> => {
    const nextAt = Math.max(now(), Math.min(...endpoints.map(({ readyAt }) => readyAt)))
    if (nextAt >= deadlineAt) return false
    const backoffMs = random() * Math.min(limits.backoffMaxMs, limits.backoffMs * 2 ** round)
    await sleep(Math.min(Math.max(nextAt - now(), backoffMs), deadlineAt - now()), signal ?? neverAborted)
    return now() < deadlineAt
  }

  return async (question) => {
    const { method, params, kind, signal } = question
    const ledger = openLedger({ method, endpoints, now, onEvent })
    for (let round = 0; ; round += 1) {
      signal?.throwIfAborted()
      const outcomes: Outcome[] = []
      const conclusive = await runRound(question, (outcome) => {
        ledger.note(outcome)
        outcomes.push(outcome)
      })
      signal?.throwIfAborted()
      if (conclusive?.kind === 'error') {
        ledger.answered(conclusive.endpoint)
        throw conclusive.error
      }
      if (conclusive?.kind === 'result') {
        const value =
          tracker === undefined ? conclusive.value : tracker.serve(method, params, conclusive.value)
        if (value !== undefined) {
          ledger.answered(conclusive.endpoint)
          return value
        }
      }
      const fallback = fallbackOf(question, outcomes, { round, endpoints, tracker })
      if (fallback?.kind === 'error') throw fallback.error
      if (fallback?.kind === 'absent') {
        ledger.answered(fallback.outcome.endpoint)
        return null
      }
      if (fallback?.kind === 'kept head') {
        ledger.answered(fallback.outcome.endpoint, 'kept the head that was seen before')
        return fallback.value
      }
      const isOver = kind === 'once' || ledger.tries >= limits.attemptsMax
      if (isOver || !(await untilNextRound(round, question))) throw ledger.unavailable()
    }
  }
}
