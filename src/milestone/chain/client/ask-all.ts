import type { AskEndpoint } from './ask-endpoint.ts'
import { compareLogs } from './compare-logs.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault, type RpcAnswerError, RpcUnavailable } from './errors.ts'
import { asksHead, type HeadTracker } from './head-tracker.ts'
import type { Judge } from './judge.ts'
import { isConclusive, type Outcome, type Question } from './outcome.ts'
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

/** Rounds in which every endpoint may still change its mind about an error that another one could know better. */
const unsureRoundsMax = 2
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
    return (endpoint.readiness() === 'due' ? 4 : 0) + (isShaky ? 2 : 0) + (judge.isBehind(endpoint) ? 1 : 0)
  }
  /** Who may be asked, the likeliest to answer well first. */
  const usable = (): Endpoint[] =>
    endpoints
      .filter((endpoint) => endpoint.readiness() !== 'resting')
      .map((endpoint) => ({ endpoint, rank: rank(endpoint) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ endpoint }) => endpoint)

  const probeDue = (candidates: readonly Endpoint[]) => {
    if (candidates[0]?.readiness() !== 'ready') return
    for (const endpoint of candidates)
      if (endpoint.readiness() === 'due') void endpoint.verify().catch(() => {})
  }

  const runRound = async (
    question: Question,
    candidates: readonly Endpoint[],
    onOutcome: (outcome: Outcome) => void,
  ): Promise<Outcome | undefined> => {
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
    if (conclusive?.kind !== 'result' || question.method !== 'eth_getLogs' || !options.comparesLogs)
      return conclusive
    return await secondOpinion(question, conclusive, onOutcome)
  }

  /** Missing logs look like no logs, so another endpoint is asked for the same ones. */
  const secondOpinion = async (
    question: Question,
    first: Outcome & { kind: 'result' },
    onOutcome: (outcome: Outcome) => void,
  ): Promise<Outcome | undefined> => {
    const lacking = (endpoint: Endpoint) => {
      const fault = new EndpointFault('missing_logs', 'left out logs', { counts: false })
      onOutcome({ kind: 'fault', endpoint, fault, wasAsked: true })
    }
    for (const endpoint of usable()) {
      if (endpoint === first.endpoint) continue
      const second = await askEndpoint(endpoint, question)
      if (second.kind === 'given up') return second
      if (second.kind !== 'result') continue
      const comparison = compareLogs(first.value, second.value)
      if (comparison === 'same') return first
      if (comparison !== 'second lacks') lacking(first.endpoint)
      if (comparison !== 'first lacks') lacking(endpoint)
      if (comparison === 'differ') return undefined
      return comparison === 'first lacks' ? second : first
    }
    return first
  }

  return async (question) => {
    const { method, params, kind, deadlineAt, signal } = question
    const startedAt = now()
    const faults = new Map<Endpoint, EndpointFault>()
    let firstFault: { endpoint: Endpoint; fault: EndpointFault; at: number } | undefined
    let tries = 0

    const unavailable = (): RpcUnavailable => {
      const told = endpoints.flatMap((endpoint) => {
        const fault = faults.get(endpoint) ?? endpoint.lastFault?.fault
        return fault === undefined ? [] : [{ origin: endpoint.origin, fault }]
      })
      const error = new RpcUnavailable(method, { waitedMs: now() - startedAt, faults: told })
      const target = firstFault?.endpoint.origin ?? told[0]?.origin ?? 'rpc'
      const latencyMs = now() - startedAt
      const action = 'gave up and said so'
      onEvent({
        event: 'rpc_unavailable',
        context: error.message,
        action,
        target,
        outcome: 'failed',
        latencyMs,
      })
      return error
    }
    const answered = (outcome: Outcome, action?: string) => {
      if (firstFault === undefined) return
      const { endpoint, fault, at } = firstFault
      onEvent({
        event: `rpc_${fault.kind}`,
        context: `${method}: ${endpoint.origin} ${fault.message}`,
        action: action ?? (outcome.endpoint === endpoint ? 'asked again' : 'asked another endpoint'),
        target: outcome.endpoint.origin,
        outcome: 'success',
        latencyMs: now() - at,
      })
    }

    for (let round = 0; ; round += 1) {
      signal?.throwIfAborted()
      const candidates = usable()
      probeDue(candidates)
      const outcomes: Outcome[] = []
      const conclusive = await runRound(question, candidates, (outcome) => {
        tries += 1
        outcomes.push(outcome)
        if (outcome.kind !== 'fault') return
        faults.set(outcome.endpoint, outcome.fault)
        firstFault ??= { ...outcome, at: now() }
      })
      if (conclusive?.kind === 'error') {
        answered(conclusive)
        throw conclusive.error
      }
      if (conclusive?.kind === 'result') {
        const newest =
          tracker !== undefined && asksHead(method, params) ? tracker.newest(method, params) : undefined
        answered(conclusive)
        return newest ?? conclusive.value
      }
      signal?.throwIfAborted()

      const kept = keptHead(tracker, question, outcomes)
      if (kept !== undefined) {
        answered(kept.outcome, 'kept the head that was seen before')
        return kept.value
      }
      const unsure = bestUnsure(question, outcomes, { round, endpoints: endpoints.length })
      if (unsure?.kind === 'unsure error') throw unsure.error
      if (unsure?.kind === 'unsure') {
        answered(unsure)
        return null
      }
      const nextAt = Math.max(now(), Math.min(...endpoints.map(({ readyAt }) => readyAt)))
      if (kind === 'once' || tries >= limits.attemptsMax || nextAt >= deadlineAt) throw unavailable()
      const backoffMs = random() * Math.min(limits.backoffMaxMs, limits.backoffMs * 2 ** round)
      const waitMs = Math.min(Math.max(nextAt - now(), backoffMs), deadlineAt - now())
      await sleep(waitMs, signal ?? neverAborted)
      if (now() >= deadlineAt) throw unavailable()
    }
  }
}

/** When every endpoint is behind what was served before, that stays the head. */
function keptHead(
  tracker: HeadTracker | undefined,
  { method, params }: Question,
  outcomes: readonly Outcome[],
): { outcome: Outcome; value: unknown } | undefined {
  if (tracker === undefined || !asksHead(method, params)) return undefined
  const outcome = outcomes.find(
    (one) => one.kind === 'fault' && (one.fault.kind === 'stale_head' || one.fault.kind === 'split_head'),
  )
  const value = tracker.newest(method, params)
  return outcome === undefined || value === undefined ? undefined : { outcome, value }
}

type Unsure =
  | { kind: 'unsure'; endpoint: Endpoint; value: null }
  | { kind: 'unsure error'; error: RpcAnswerError }

/** What is answered when nobody knows better: an error after a second look, an absence as far as it must be confirmed. */
function bestUnsure(
  { confirmNull }: Question,
  outcomes: readonly Outcome[],
  about: { round: number; endpoints: number },
): Unsure | undefined {
  const absences = outcomes.filter((outcome) => outcome.kind === 'unsure')
  if (absences[0] !== undefined && (!confirmNull || absences.length >= about.endpoints)) return absences[0]
  if (about.round + 1 < unsureRoundsMax) return undefined
  return outcomes.find((outcome) => outcome.kind === 'unsure error')
}
