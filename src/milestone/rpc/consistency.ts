import type { Attempt, ClientRequest } from './attempt.ts'
import { headOf, nullableMethods } from './check-result.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault, type FaultKind } from './errors.ts'
import { type HeadTracker, readsHead } from './head-tracker.ts'
import type { ClientLimits } from './rpc.ts'
import { isFields, isQuantity } from './shapes.ts'

/** Checks one endpoint's result against what earlier answers have shown. */
export interface ConsistencyCheck {
  check(endpoint: Endpoint, request: ClientRequest, value: unknown): Attempt | Promise<Attempt>
  /** Whether the endpoint has lately shown less of the chain than was known. */
  isBehind(endpoint: Endpoint): boolean
}

export function createConsistencyCheck(options: {
  endpoints: readonly Endpoint[]
  /** Undefined when the caller checks heads itself. */
  tracker: HeadTracker | undefined
  limits: ClientLimits
  now: () => number
}): ConsistencyCheck {
  const { endpoints, tracker, limits, now } = options
  const behindUntil = new WeakMap<Endpoint, number>()

  const isBehind = (endpoint: Endpoint) => {
    const until = behindUntil.get(endpoint)
    return until !== undefined && now() < until
  }
  const markBehind = (endpoint: Endpoint, text: string): Attempt => {
    behindUntil.set(endpoint, now() + limits.cooldownMs)
    return inconsistent(endpoint, 'stale_head', text)
  }
  const checkHead = (
    tracker: HeadTracker,
    endpoint: Endpoint,
    request: ClientRequest,
    value: unknown,
  ): Attempt | Promise<Attempt> => {
    const verdict = tracker.observe(request.method, request.params, value)
    if (verdict === 'behind')
      return markBehind(endpoint, `shows an older head than block ${tracker.newestKnown}`)
    if (verdict === 'conflict') return resolveConflict(tracker, endpoint, request, value)
    behindUntil.delete(endpoint)
    return { kind: 'result', endpoint, value }
  }

  /** The newest block was replaced only if no endpoint has it any more, and one still shows its replacement. */
  const resolveConflict = async (
    tracker: HeadTracker,
    endpoint: Endpoint,
    request: ClientRequest,
    value: unknown,
  ): Promise<Attempt> => {
    const { head } = tracker
    const number = `0x${(head?.number ?? 0).toString(16)}`
    const usable = endpoints.filter((one) => one === endpoint || one.readiness() !== 'excluded')
    const hashes = await Promise.all(usable.map((one) => hashAt(one, number, request)))
    const isReplaced = hashes.includes(headOf(value)?.hash) && !hashes.includes(head?.hash)
    if (isReplaced && tracker.head === head) {
      tracker.replace(request.method, request.params, value)
      return { kind: 'result', endpoint, value }
    }
    return inconsistent(endpoint, 'split_head', `shows another block ${head?.number} than was seen before`)
  }

  /** Undefined when the endpoint does not answer, or has no such block. */
  const hashAt = async (endpoint: Endpoint, number: string, { signal }: ClientRequest) => {
    const timing = { timeoutMs: limits.attemptMs, isFullTime: true, signal }
    try {
      if (endpoint.readiness() === 'unverified') await endpoint.verifyChain()
      const { result } = await endpoint.request('eth_getBlockByNumber', [number, false], timing)
      return headOf(result)?.hash
    } catch {
      return undefined
    }
  }

  return {
    isBehind,
    check: (endpoint, request, value) => {
      const { method, params } = request
      if (tracker !== undefined && readsHead(method, params))
        return checkHead(tracker, endpoint, request, value)
      if (method === 'eth_getTransactionReceipt' && isFields(value) && isQuantity(value['blockNumber']))
        tracker?.reach(Number(value['blockNumber']))
      if (value !== null || !nullableMethods.includes(method)) return { kind: 'result', endpoint, value }
      const newest = tracker?.head?.number
      const isKnown =
        method === 'eth_getBlockByNumber' &&
        newest !== undefined &&
        isQuantity(params[0]) &&
        Number(params[0]) <= newest
      if (isKnown) return markBehind(endpoint, `has no block ${Number(params[0])}`)
      return isBehind(endpoint) ? { kind: 'unconfirmed null', endpoint } : { kind: 'result', endpoint, value }
    },
  }
}

function inconsistent(endpoint: Endpoint, kind: FaultKind, text: string): Attempt {
  return {
    kind: 'fault',
    endpoint,
    fault: new EndpointFault(kind, text, { counts: false }),
    wasSent: true,
  }
}
