import type { Attempt, ClientRequest } from './attempt.ts'
import type { Endpoint } from './endpoint.ts'
import type { RpcAnswerError } from './errors.ts'
import type { HeadTracker } from './head-tracker.ts'

/** Rounds after which an error of an endpoint's own state is the answer, if no other endpoint answers. */
const unconfirmedRoundsMax = 2

export type Fallback =
  | { kind: 'value'; endpoint: Endpoint; value: unknown; action: string | undefined }
  | { kind: 'error'; error: RpcAnswerError }

/**
 * The answer to a round without a conclusive one, if there is one: the cached head when every endpoint is behind it;
 * null when no other endpoint has an answer; an unconfirmed error after the second round.
 */
export function fallbackOf(
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
