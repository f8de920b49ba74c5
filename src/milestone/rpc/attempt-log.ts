import type { Endpoint } from './endpoint.ts'
import { type EndpointFault, RpcUnavailable } from './errors.ts'
import type { Outcome } from './outcome.ts'
import type { ClientEvent } from './settings.ts'

/** What went wrong with one question, and what was told of it. */
export interface Ledger {
  /** Endpoints that were asked, each time counted. */
  readonly tries: number
  note(outcome: Outcome): void
  /** The question is answered; tells how, if anything went wrong before. */
  answered(by: Endpoint, action?: string): void
  /** Tells that the question cannot be answered. */
  unavailable(): RpcUnavailable
}

export function openLedger(options: {
  method: string
  endpoints: readonly Endpoint[]
  now: () => number
  onEvent: (event: ClientEvent) => void
}): Ledger {
  const { method, endpoints, now, onEvent } = options
  const startedAt = now()
  let tries = 0
  let first: { endpoint: Endpoint; fault: EndpointFault; at: number } | undefined
  let faults: Map<Endpoint, EndpointFault> | undefined

  return {
    get tries() {
      return tries
    },
    note: (outcome) => {
      tries += 1
      if (outcome.kind !== 'fault') return
      const { endpoint, fault } = outcome
      faults ??= new Map()
      // That the time ran out says less than what went wrong before.
      const saysLess = fault.kind === 'timeout' && !fault.counts
      if (!saysLess || !faults.has(endpoint)) faults.set(endpoint, fault)
      first ??= { endpoint, fault, at: now() }
    },
    answered: (by, action) => {
      if (first === undefined) return
      const { endpoint, fault, at } = first
      onEvent({
        event: `rpc_${fault.kind}`,
        context: `${method}: ${endpoint.origin} ${fault.message}`,
        action: action ?? (by === endpoint ? 'asked again' : 'asked another endpoint'),
        target: by.origin,
        outcome: 'success',
        latencyMs: now() - at,
      })
    },
    unavailable: () => {
      const waitedMs = now() - startedAt
      const told = endpoints.flatMap((endpoint) => {
        const fault = faults?.get(endpoint) ?? endpoint.lastFault?.fault
        return fault === undefined ? [] : [{ origin: endpoint.origin, fault }]
      })
      const error = new RpcUnavailable(method, { waitedMs, faults: told })
      onEvent({
        event: 'rpc_unavailable',
        context: error.message,
        action: 'gave up and said so',
        target: first?.endpoint.origin ?? told[0]?.origin ?? 'rpc',
        outcome: 'failed',
        latencyMs: waitedMs,
      })
      return error
    },
  }
}
