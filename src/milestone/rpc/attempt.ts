import type { RecoveryEvent } from '../recovery-event.ts'
import type { Endpoint } from './endpoint.ts'
import { type EndpointFault, type RpcAnswerError, RpcUnavailable } from './errors.ts'
import type { MethodKind } from './rpc.ts'

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

/** The attempts of one request, and the events reported for it. */
export function createAttemptLog(options: {
  method: string
  endpoints: readonly Endpoint[]
  now: () => number
  onEvent: (event: RecoveryEvent) => void
}) {
  const { method, endpoints, now, onEvent } = options
  const startedAt = now()
  const faults = new Map<Endpoint, EndpointFault>()
  let attempts = 0
  let first: { endpoint: Endpoint; fault: EndpointFault; at: number } | undefined

  return {
    get attempts() {
      return attempts
    },
    add: (attempt: Attempt) => {
      attempts += 1
      if (attempt.kind !== 'fault') return
      const { endpoint, fault } = attempt
      // A timeout by the caller's deadline explains less than the fault before it.
      const explainsLess = fault.kind === 'timeout' && !fault.counts
      if (!explainsLess || !faults.has(endpoint)) faults.set(endpoint, fault)
      first ??= { endpoint, fault, at: now() }
    },
    /** The request is answered; reports the recovery if an attempt failed before. */
    answered: (by: Endpoint, action?: string) => {
      if (first === undefined) return
      const { endpoint, fault, at } = first
      onEvent({
        event: `rpc_${fault.kind}`,
        context: `${method}: ${endpoint.origin} ${fault.message}`,
        action: action ?? (by === endpoint ? 'retried' : 'retried on another endpoint'),
        target: by.origin,
        outcome: 'success',
        latencyMs: now() - at,
      })
    },
    /** Reports that the request failed. */
    unavailable: () => {
      const waitedMs = now() - startedAt
      const found = endpoints.flatMap((endpoint) => {
        const fault = faults.get(endpoint) ?? endpoint.lastFault?.fault
        return fault === undefined ? [] : [{ origin: endpoint.origin, fault }]
      })
      const error = new RpcUnavailable(method, { waitedMs, faults: found })
      onEvent({
        event: 'rpc_unavailable',
        context: error.message,
        action: 'returned an error',
        target: first?.endpoint.origin ?? found[0]?.origin ?? 'rpc',
        outcome: 'failed',
        latencyMs: waitedMs,
      })
      return error
    },
  }
}
