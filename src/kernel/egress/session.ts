import http from 'node:http'
import https from 'node:https'
import { type KeyedQueue, within } from '../runtime/async.ts'
import type { Log } from '../runtime/log.ts'
import type { Budget } from './budget.ts'
import type { Dns } from './dns.ts'
import { type ExchangeOptions, exchange, type Reply, type Sent, StaleConnection } from './exchange.ts'
import type { EgressLimits } from './limits.ts'
import { createPins } from './pins.ts'
import { locationOf, redirectTarget } from './redirect.ts'
import { EgressRefused } from './refused.ts'
import { type EgressPolicy, hostTarget, parseTarget, type Target } from './target.ts'

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

export type EgressSession = ReturnType<typeof createSession>

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

interface SessionDeps extends EgressDeps {
  signal: AbortSignal
  budget: Budget
  perHost: number
  /** Shared by all sessions: together they send a host no more requests at a time than one alone. */
  perHostQueue: KeyedQueue
  limits: EgressLimits
  logRefusal: (error: unknown, at: Place) => void
}

/** Where a request was refused. */
export interface Place {
  host: string
  port?: number
}

/** What all hops of one request share. */
interface RequestContext {
  accept: string
  limits: EgressLimits
  stop: RequestSignal
  send?: Sent
}

export function createSession(deps: SessionDeps) {
  const { budget, policy, perHost, perHostQueue, userAgent, logRefusal } = deps
  const closing = new AbortController()
  const whole = createRequestSignal([deps.signal, closing.signal])
  const pins = createPins({ dns: deps.dns, signal: whole.signal, dial: deps.dial ?? ((address) => address) })
  const openAgents = (keepAlive: boolean) => createAgents({ keepAlive, perHost, ca: deps.trust?.ca })
  const kept = openAgents(true)

  const follow = async (start: URL, options: GetOptions, at: Place): Promise<EgressAnswer> => {
    const limits = { ...deps.limits, ...options.limits }
    const stop = createRequestSignal([whole.signal, options.signal], limits.requestMs)
    const context = { accept: options.accept, limits, stop }
    const seen = new Set<string>()
    let wireBytes = 0
    try {
      let target = parseTarget(start.href, policy)
      for (;;) {
        at.host = target.host
        if (seen.has(target.url.href)) throw new EgressRefused('redirects', 'redirect-loop')
        const redirects = seen.size
        seen.add(target.url.href)
        const reply = await hop(target, context)
        wireBytes += reply.wireBytes
        const location = locationOf(reply.status, reply.headers)
        if (location === undefined) {
          const { status, headers, body } = reply
          return { url: target.url, status, headers, body, wireBytes, redirects, fetchedAt: deps.now() }
        }
        if (redirects >= limits.redirectsMax) throw new EgressRefused('redirects', 'redirects-max')
        const from = target.url
        target = redirectTarget(location, from, policy)
        await within(options.beforeHop?.(target.url, from), stop.signal)
      }
    } finally {
      stop.release()
    }
  }
  /** One hop at its pinned address, or the next one when an address cannot be reached. */
  const hop = (target: Target, context: RequestContext): Promise<Reply> =>
    perHostQueue(target.host, context.stop.signal, async () => {
      const { stop } = context
      stop.startTimer()
      const pin = await within(pins.of(target), stop.signal)
      const options = { ...context, target, budget, userAgent, signal: stop.signal, addresses: pin.addresses }
      for (;;) {
        const { address } = pin
        try {
          return await exchangeFresh({ ...options, address })
        } catch (error) {
          if (!isUnreached(error) || stop.signal.aborted || !pin.next(address)) throw error
        }
      }
    })
  /** Retries once over a new connection when the server had closed a kept one. */
  const exchangeFresh = async (options: Omit<ExchangeOptions, 'agent'>): Promise<Reply> => {
    const { protocol } = options.target.url
    // What a POST does may not be done twice.
    if (options.send === undefined)
      try {
        return await exchange({ ...options, agent: kept.of(protocol) })
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error
      }
    const fresh = openAgents(false)
    try {
      return await exchange({ ...options, agent: fresh.of(protocol) })
    } finally {
      fresh.destroy()
    }
  }
  return {
    /** GET, following redirects. @throws EgressRefused, or what `beforeHop` throws */
    async get(url: URL, options: GetOptions) {
      const at: Place = { host: url.hostname }
      try {
        return await follow(url, options, at)
      } catch (error) {
        logRefusal(error, at)
        throw error
      }
    },
    /**
     * POST over a connection of its own. Redirects are not followed, and the body of the answer is not read.
     * @returns the status of the answer
     * @throws EgressRefused
     */
    async post(url: URL, { body, headers, ...options }: Sent & Pick<GetOptions, 'limits' | 'signal'>) {
      const limits = { ...deps.limits, ...options.limits }
      const stop = createRequestSignal([whole.signal, options.signal], limits.requestMs)
      const at: Place = { host: url.hostname }
      try {
        const target = parseTarget(url.href, policy)
        return (await hop(target, { accept: '*/*', limits, stop, send: { body, headers } })).status
      } catch (error) {
        logRefusal(error, at)
        throw error
      } finally {
        stop.release()
      }
    },
    /** Where a proxy may connect to for this host and port: same rules and pins as `get`. @throws EgressRefused */
    async judge(host: string, port: number): Promise<{ address: string; family: 4 | 6 }> {
      try {
        const { address } = await within(pins.of(hostTarget(host, port, policy)), whole.signal)
        return { address, family: address.includes(':') ? 6 : 4 }
      } catch (error) {
        logRefusal(error, { host: host.slice(0, 253), port })
        throw error
      }
    },
    /** Ends what is under way and frees every connection. */
    close() {
      closing.abort()
      whole.release()
      kept.destroy()
    },
  }
}

function isUnreached(error: unknown): boolean {
  return error instanceof EgressRefused && (error.reason === 'connect' || error.rule === 'connect-time')
}

/** Connection pools of one session: with the global pool one scan would use connections pinned by another. */
function createAgents(options: { keepAlive: boolean; perHost: number; ca: string | undefined }) {
  const { keepAlive, perHost, ca } = options
  const pool = { keepAlive, maxSockets: perHost, maxFreeSockets: perHost }
  const plain = new http.Agent(pool)
  const secure = new https.Agent({
    ...pool,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Explicit, so that the environment cannot change it.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  })
  return {
    of: (protocol: string): http.Agent => (protocol === 'https:' ? secure : plain),
    destroy() {
      plain.destroy()
      secure.destroy()
    },
  }
}

/** One signal for everything that ends a request early; its reason is always an EgressRefused. */
type RequestSignal = ReturnType<typeof createRequestSignal>

function createRequestSignal(signals: readonly (AbortSignal | undefined)[], requestMs?: number) {
  const controller = new AbortController()
  const refuse = (error: EgressRefused) => controller.abort(error)
  const abort = (event: Event) =>
    refuse(refusalOf(event.target instanceof AbortSignal ? event.target : undefined))
  let timer: ReturnType<typeof setTimeout> | undefined
  for (const signal of signals) {
    if (signal?.aborted) refuse(refusalOf(signal))
    else signal?.addEventListener('abort', abort, { once: true })
  }
  return {
    signal: controller.signal,
    /** Starts the time limit of the whole request, if it has one; only the first call counts. */
    startTimer() {
      if (requestMs === undefined) return
      timer ??= setTimeout(
        () => refuse(new EgressRefused('timeout', 'request-time', { requestMs })),
        requestMs,
      )
    },
    /** Clears the timer and stops listening to the given signals. */
    release() {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', abort)
    },
  }
}

/** Distinguishes a deadline of the caller from a caller that has disconnected. */
function refusalOf(signal: AbortSignal | undefined): EgressRefused {
  const reason: unknown = signal?.reason
  if (reason instanceof EgressRefused) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError') {
    return new EgressRefused('timeout', 'caller-deadline')
  }
  return new EgressRefused('aborted', 'caller-aborted')
}
