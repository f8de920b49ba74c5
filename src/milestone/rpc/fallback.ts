import type { Endpoint } from './endpoint.ts'
import type { RpcAnswerError } from './errors.ts'
import type { HeadTracker } from './head-tracker.ts'
import type { Outcome, Question } from './outcome.ts'

/** Rounds in which every endpoint may still change its mind about an error that another one could know better. */
const unsureRoundsMax = 2

/** What a round without an answer allows to say all the same. */
export type Fallback =
  | { kind: 'kept head'; outcome: Outcome; value: unknown }
  | { kind: 'absent'; outcome: Outcome }
  | { kind: 'error'; error: RpcAnswerError }

/**
 * The head that was served before, when every endpoint is behind it; an absence, as far as it must be confirmed; an
 * error that no endpoint knows better, after a second look.
 */
export function fallbackOf(
  { method, params, kind, confirmNull }: Question,
  outcomes: readonly Outcome[],
  about: { round: number; endpoints: readonly Endpoint[]; tracker: HeadTracker | undefined },
): Fallback | undefined {
  const outdated = outcomes.find(
    (one) => one.kind === 'fault' && (one.fault.kind === 'stale_head' || one.fault.kind === 'split_head'),
  )
  const value = outdated === undefined ? undefined : about.tracker?.newest(method, params)
  if (outdated !== undefined && value !== undefined) return { kind: 'kept head', outcome: outdated, value }

  const absences = outcomes.filter((outcome) => outcome.kind === 'unsure')
  const [outcome] = absences
  if (outcome !== undefined && (!confirmNull || absences.length >= about.endpoints.length))
    return { kind: 'absent', outcome }

  if (kind !== 'once' && about.round + 1 < unsureRoundsMax) return undefined
  const unsure = outcomes.find((outcome) => outcome.kind === 'unsure error')
  return unsure === undefined ? undefined : { kind: 'error', error: unsure.error }
}
