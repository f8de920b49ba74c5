import type { Endpoint } from './endpoint.ts'
import type { EndpointFault, RpcAnswerError } from './errors.ts'
import type { MethodKind } from './methods.ts'

/** One request of a caller. */
export interface ClientRequest {
  method: string
  params: readonly unknown[]
  kind: MethodKind
  /** For all attempts together, in milliseconds since the epoch. */
  deadlineAt: number
  signal: AbortSignal | undefined
}

/**
 * The outcome of one attempt at one endpoint. `result` and `error` are final. `unconfirmed`: another endpoint may know
 * better. `fault`: no answer, or one that cannot be right; `wasSent` when the request itself left. `aborted`: by the
 * caller's signal.
 */
export type Attempt =
  | { kind: 'result'; endpoint: Endpoint; value: unknown }
  | { kind: 'error'; endpoint: Endpoint; error: RpcAnswerError }
  | { kind: 'unconfirmed null'; endpoint: Endpoint }
  | { kind: 'unconfirmed error'; endpoint: Endpoint; error: RpcAnswerError }
  | { kind: 'fault'; endpoint: Endpoint; fault: EndpointFault; wasSent: boolean }
  | { kind: 'aborted'; endpoint: Endpoint }

/** A request that must not be repeated ends with the first attempt that was sent, with any outcome. */
export function isConclusive(attempt: Attempt, { kind }: ClientRequest): boolean {
  if (attempt.kind === 'fault') return kind === 'once' && attempt.wasSent
  return attempt.kind === 'result' || attempt.kind === 'error' || attempt.kind === 'aborted'
}
