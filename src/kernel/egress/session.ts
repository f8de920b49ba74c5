import http from 'node:http'
import https from 'node:https'
import type { EgressAnswer, EgressDeps, EgressSession, GetOptions } from '../egress.ts'
import type { Budget } from './budget.ts'
import { exchange, type Order, type Reply, StaleConnection } from './exchange.ts'
import type { EgressLimits } from './limits.ts'
import { createPins } from './pins.ts'
import { EgressRefused } from './refused.ts'
import { createStop, type Stop, unlessStopped } from './stop.ts'
import { hostTarget, parseTarget, type Target } from './target.ts'
import { createTurns } from './turns.ts'

export interface SessionDeps extends EgressDeps {
  signal: AbortSignal
  budget: Budget
  perHost: number
  limits: EgressLimits
  logRefusal: (error: unknown, fields: { host?: string; port?: number }) => void
}

export function createSession(deps: SessionDeps): EgressSession {
  const { budget, policy, perHost, logRefusal } = deps
  const closing = new AbortController()
  const whole = createStop([deps.signal, closing.signal], 0)
  const pins = createPins({ dns: deps.dns, signal: whole.signal, dial: deps.dial ?? ((address) => address) })
  const turns = createTurns(perHost)
  const openAgents = (keepAlive: boolean) => agents({ keepAlive, perHost, ca: deps.trust?.ca })
  const kept = openAgents(true)

  /** One hop: its turn, its pinned address, the next address when the first cannot be reached. */
  const hop = async (
    target: Target,
    options: GetOptions,
    limits: EgressLimits,
    stop: Stop,
  ): Promise<Reply> => {
    const pin = await unlessStopped(pins.of(target), stop.signal)
    const giveBack = await turns.take(target.host, stop.signal)
    stop.startClock()
    try {
      for (;;) {
        const { address } = pin
        const order = {
          target,
          address,
          limits,
          budget,
          userAgent: deps.userAgent,
          accept: options.accept,
          signal: stop.signal,
        }
        try {
          return await exchangeFresh(order)
        } catch (error) {
          if (!isUnreached(error) || stop.signal.aborted || !pin.next(address)) throw error
        }
      }
    } finally {
      giveBack()
    }
  }
  const exchangeFresh = async (order: Omit<Order, 'agent'>): Promise<Reply> => {
    const { protocol } = order.target.url
    try {
      return await exchange({ ...order, agent: kept.of(protocol) })
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
    }
    const fresh = openAgents(false)
    try {
      return await exchange({ ...order, agent: fresh.of(protocol) })
    } finally {
      fresh.destroy()
    }
  }
  const follow = async (start: URL, options: GetOptions, at: { host: string }): Promise<EgressAnswer> => {
    const limits = { ...deps.limits, ...options.limits }
    const stop = createStop([whole.signal, options.signal], limits.requestMs)
    try {
      let target = parseTarget(start.href, policy)
      const seen = new Set<string>()
      let wireBytes = 0
      for (;;) {
        at.host = target.host
        if (seen.has(target.url.href)) throw new EgressRefused('redirects', 'redirect-loop')
        seen.add(target.url.href)
        const reply = await hop(target, options, limits, stop)
        wireBytes += reply.wireBytes
        const next = redirectOf(reply, target.url)
        const redirects = seen.size - 1
        if (next === undefined) {
          const { status, headers, body } = reply
          return { url: target.url, status, headers, body, wireBytes, redirects, fetchedAt: deps.now() }
        }
        if (redirects >= limits.redirectsMax) throw new EgressRefused('redirects', 'redirects-max')
        const from = target.url
        target = redirectTarget(next, deps)
        await unlessStopped(Promise.resolve(options.beforeHop?.(target.url, from)), stop.signal)
      }
    } finally {
      stop.release()
    }
  }
  return {
    async get(url, options) {
      const at = { host: url.hostname }
      try {
        return await follow(url, options, at)
      } catch (error) {
        logRefusal(error, at)
        throw error
      }
    },
    async judge(host, port) {
      try {
        const { address } = await unlessStopped(pins.of(hostTarget(host, port, policy)), whole.signal)
        return { address, family: address.includes(':') ? 6 : 4 }
      } catch (error) {
        logRefusal(error, { host: host.slice(0, 253), port })
        throw error
      }
    },
    close() {
      closing.abort()
      whole.release()
      kept.destroy()
    },
  }
}

/** Agents of this session alone: the process-wide pool would answer one scan over a connection pinned by another. */
function agents(options: { keepAlive: boolean; perHost: number; ca: string | undefined }) {
  const pool = { keepAlive: options.keepAlive, maxSockets: options.perHost, maxFreeSockets: options.perHost }
  const plain = new http.Agent(pool)
  const secure = new https.Agent({
    ...pool,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Said here so that no variable of the environment can say otherwise.
    rejectUnauthorized: true,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  return {
    of: (protocol: string) => (protocol === 'https:' ? secure : plain),
    destroy() {
      plain.destroy()
      secure.destroy()
    },
  }
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** @throws EgressRefused `protocol` when an answer names two places */
function redirectOf(reply: Reply, from: URL): string | undefined {
  if (!redirectStatuses.has(reply.status)) return undefined
  const locations = new Set(reply.headers.filter(([name]) => name === 'location').map(([, value]) => value))
  if (locations.size > 1) throw new EgressRefused('protocol', 'two-locations')
  const [location] = locations
  if (location === undefined) return undefined
  if (!URL.canParse(location, from.href)) throw new EgressRefused('not_allowed', 'redirect:url-malformed')
  return new URL(location, from).href
}

/** The caller's URL was fine, so a redirect to what is no web address is a place not allowed, not an invalid URL. */
function redirectTarget(text: string, { policy }: EgressDeps): Target {
  try {
    return parseTarget(text, policy)
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error
    throw new EgressRefused('not_allowed', `redirect:${error.rule}`, error.details)
  }
}

function isUnreached(error: unknown): boolean {
  return error instanceof EgressRefused && (error.reason === 'connect' || error.rule === 'connect-time')
}
