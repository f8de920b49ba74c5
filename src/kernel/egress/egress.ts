import { isIP } from 'node:net'
import { createKeyedQueue, type KeyedQueue } from '../runtime/async.ts'
import type { Budget } from './budget.ts'
import { defaultEgressLimits } from './limits.ts'
import { EgressRefused } from './refused.ts'
import { createSession, type EgressDeps, type Place } from './session.ts'
import { parseTarget } from './target.ts'

export { type Budget, type BudgetLimits, type BudgetSpent, createBudget } from './budget.ts'
export { createSystemDns, type Dns, type DnsRecordType } from './dns.ts'
export { defaultEgressLimits, type EgressLimits } from './limits.ts'
export { type EgressReason, EgressRefused } from './refused.ts'
export type { EgressAnswer, EgressDeps, EgressSession, GetOptions } from './session.ts'
export type { EgressException, EgressPolicy } from './target.ts'

/** The only client for addresses that callers give, directly or through the pages they name. */
export type Egress = ReturnType<typeof createEgress>

export function createEgress(deps: EgressDeps) {
  for (const { origin, address } of deps.policy.exceptions) {
    if (!URL.canParse(origin) || isIP(address) === 0) {
      throw new TypeError(
        `Cannot allow an egress exception as it must be an origin and an address: current value is "${origin}" at "${address}"`,
      )
    }
  }
  const limits = { ...defaultEgressLimits, ...deps.limits }
  const queues = new Map<number, KeyedQueue>()
  const logRefusal = (error: unknown, at: Partial<Place> = {}) => {
    if (!(error instanceof EgressRefused)) return
    const write = error.reason === 'aborted' ? deps.log.debug : deps.log.info
    write('egress refused', { reason: error.reason, rule: error.rule, ...at, ...error.details })
  }
  return {
    /**
     * Parses and judges what needs no DNS: scheme, credentials, port, literals, reserved names. Drops the fragment.
     * @throws EgressRefused `invalid_url` or `not_allowed`
     */
    parse(text: string) {
      try {
        return parseTarget(text, deps.policy).url
      } catch (error) {
        logRefusal(error)
        throw error
      }
    },
    /**
     * One per scan: it has its own connections and its own pinned addresses. `perHost` requests to a host are under way at
     * a time, counted over all sessions.
     */
    open: (options: { signal: AbortSignal; budget: Budget; perHost: number }) => {
      const perHostQueue = queues.get(options.perHost) ?? createKeyedQueue(options.perHost)
      queues.set(options.perHost, perHostQueue)
      return createSession({ ...deps, ...options, perHostQueue, limits, logRefusal })
    },
  }
}
