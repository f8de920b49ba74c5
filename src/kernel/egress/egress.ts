import { isIP } from 'node:net'
import type { Log } from '../runtime/log.ts'
import type { Budget } from './budget.ts'
import type { Dns } from './dns.ts'
import { defaultEgressLimits, type EgressLimits } from './limits.ts'
import { EgressRefused } from './refused.ts'
import { createSession, type Place } from './session.ts'
import { type EgressPolicy, parseTarget } from './target.ts'
import { createTurns, type Turns } from './turns.ts'

export { type Budget, type BudgetLimits, type BudgetSpent, createBudget } from './budget.ts'
export { createSystemDns, type Dns, type DnsRecordType } from './dns.ts'
export { defaultEgressLimits, type EgressLimits } from './limits.ts'
export { type EgressReason, EgressRefused } from './refused.ts'
export type { EgressException, EgressPolicy } from './target.ts'

export interface EgressDeps {
  dns: Dns
  policy: EgressPolicy
  userAgent: string
  /** The operator's: one line per refusal with the rule that held. */
  log: Log
  now: () => number
  limits?: Partial<EgressLimits>
  /** Certificate authorities that stand in for the public ones. */
  trust?: { ca: string }
  /** Where a judged public address is really connected to; the port stays. For tests, whose servers are local. */
  dial?: (address: string) => string
}

/** The one way out: everything that is fetched on somebody's behalf is fetched through it. */
export interface Egress {
  /**
   * Parses and judges what needs no DNS: scheme, credentials, port, literals, reserved names. Drops the fragment.
   * @throws EgressRefused `invalid_url` or `not_allowed`
   */
  parse(text: string): URL
  /**
   * One per scan: it has its own connections and its own pinned addresses. `perHost` requests to a host are under way at
   * a time, counted over all sessions.
   */
  open(options: { signal: AbortSignal; budget: Budget; perHost: number }): EgressSession
}

export interface EgressSession {
  /** GET, following redirects. @throws EgressRefused, or what `beforeHop` throws */
  get(url: URL, options: GetOptions): Promise<EgressAnswer>
  /** Where a proxy may connect to for this host and port: same rules and pins as `get`. @throws EgressRefused */
  judge(host: string, port: number): Promise<{ address: string; family: 4 | 6 }>
  /** Ends what is under way and frees every connection. */
  close(): void
}

export interface GetOptions {
  accept: string
  limits?: Partial<EgressLimits>
  signal?: AbortSignal
  /** Called before a redirect to a judged URL is followed; what it throws ends the request. */
  beforeHop?: (next: URL, from: URL) => void | Promise<void>
}

export interface EgressAnswer {
  /** Where the last redirect led. */
  url: URL
  status: number
  /** In received order; names in lower case. */
  headers: ReadonlyArray<readonly [name: string, value: string]>
  /** Decoded. */
  body: Uint8Array<ArrayBuffer>
  /** Of all hops, headers and framing included. */
  wireBytes: number
  redirects: number
  /** Milliseconds since the epoch. */
  fetchedAt: number
}

export function createEgress(deps: EgressDeps): Egress {
  for (const { origin, address } of deps.policy.exceptions) {
    if (!URL.canParse(origin) || isIP(address) === 0) {
      throw new TypeError(
        `Cannot allow an egress exception as it must be an origin and an address: current value is "${origin}" at "${address}"`,
      )
    }
  }
  const limits = { ...defaultEgressLimits, ...deps.limits }
  const turnsByPace = new Map<number, Turns>()
  const logRefusal = (error: unknown, at: Partial<Place> = {}) => {
    if (!(error instanceof EgressRefused)) return
    const write = error.reason === 'aborted' ? deps.log.debug : deps.log.info
    write('egress refused', { reason: error.reason, rule: error.rule, ...at, ...error.details })
  }
  return {
    parse(text) {
      try {
        return parseTarget(text, deps.policy).url
      } catch (error) {
        logRefusal(error)
        throw error
      }
    },
    open: (options) => {
      const turns = turnsByPace.get(options.perHost) ?? createTurns(options.perHost)
      turnsByPace.set(options.perHost, turns)
      return createSession({ ...deps, ...options, turns, limits, logRefusal })
    },
  }
}

/** The header lines of an answer as one text, the body that quotes from headers are cut from. */
export function headerBlock(answer: Pick<EgressAnswer, 'headers'>): string {
  return answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}
