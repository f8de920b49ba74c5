import type { RecoveryEvent } from '../recovery-event.ts'
import type { Attempt } from './attempt.ts'
import type { Endpoint } from './endpoint.ts'
import { type EndpointFault, RpcUnavailable } from './errors.ts'

/** The attempts of one request, and the events reported for it. */
export interface AttemptLog {
  readonly attempts: number
  add(attempt: Attempt): void
  /** The request is answered; reports the recovery if an attempt failed before. */
  answered(by: Endpoint, action?: string): void
  /** Reports that the request failed. */
  unavailable(): RpcUnavailable
}

export function createAttemptLog(options: {
  method: string
  endpoints: readonly Endpoint[]
  now: () => number
  onEvent: (event: RecoveryEvent) => void
}): AttemptLog {
  const { method, endpoints, now, onEvent } = options
  const startedAt = now()
  const faults = new Map<Endpoint, EndpointFault>()
  let attempts = 0
  let first: { endpoint: Endpoint; fault: EndpointFault; at: number } | undefined

  return {
    get attempts() {
      return attempts
    },
    add: (attempt) => {
      attempts += 1
      if (attempt.kind !== 'fault') return
      const { endpoint, fault } = attempt
      // A timeout by the caller's deadline explains less than the fault before it.
      const explainsLess = fault.kind === 'timeout' && !fault.counts
      if (!explainsLess || !faults.has(endpoint)) faults.set(endpoint, fault)
      first ??= { endpoint, fault, at: now() }
    },
    answered: (by, action) => {
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
