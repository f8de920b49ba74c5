import type { Attempt, ClientRequest } from './attempt.ts'
import { logKey } from './check-logs.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault } from './errors.ts'
import type { RequestEndpoint } from './request-endpoint.ts'

/**
 * Missing logs look like no logs, so the same ones are requested from a second endpoint, and the complete answer is
 * taken. Undefined when each answer lacks some; the first one is taken when no other endpoint answers in time.
 */
export async function crossCheckLogs(
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
