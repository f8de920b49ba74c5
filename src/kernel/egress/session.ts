import { createAgents } from './agents.ts'
import type { Budget } from './budget.ts'
import type { EgressAnswer, EgressDeps, EgressSession, GetOptions } from './egress.ts'
import { exchange, type Order, type Reply, StaleConnection } from './exchange.ts'
import type { EgressLimits } from './limits.ts'
import { createPins } from './pins.ts'
import { locationOf, redirectTarget } from './redirect.ts'
import { EgressRefused } from './refused.ts'
import { createStop, type Stop, unlessStopped } from './stop.ts'
import { hostTarget, parseTarget, type Target } from './target.ts'
import type { Turns } from './turns.ts'

export interface SessionDeps extends EgressDeps {
  signal: AbortSignal
  budget: Budget
  perHost: number
  /** Shared by all sessions: a host is asked by all of them together no faster than by one. */
  turns: Turns
  limits: EgressLimits
  logRefusal: (error: unknown, at: Place) => void
}

/** Where a request had come to when it was refused. */
export interface Place {
  host: string
  port?: number
}

/** One request of a caller, whichever hop it has come to. */
interface Errand {
  accept: string
  limits: EgressLimits
  stop: Stop
}

export function createSession(deps: SessionDeps): EgressSession {
  const { budget, policy, perHost, turns, userAgent, logRefusal } = deps
  const closing = new AbortController()
  const whole = createStop([deps.signal, closing.signal])
  const pins = createPins({ dns: deps.dns, signal: whole.signal, dial: deps.dial ?? ((address) => address) })
  const openAgents = (keepAlive: boolean) => createAgents({ keepAlive, perHost, ca: deps.trust?.ca })
  const kept = openAgents(true)

  const follow = async (start: URL, options: GetOptions, at: Place): Promise<EgressAnswer> => {
    const limits = { ...deps.limits, ...options.limits }
    const stop = createStop([whole.signal, options.signal], limits.requestMs)
    const errand = { accept: options.accept, limits, stop }
    const seen = new Set<string>()
    let wireBytes = 0
    try {
      let target = parseTarget(start.href, policy)
      for (;;) {
        at.host = target.host
        if (seen.has(target.url.href)) throw new EgressRefused('redirects', 'redirect-loop')
        const redirects = seen.size
        seen.add(target.url.href)
        const reply = await hop(target, errand)
        wireBytes += reply.wireBytes
        const location = locationOf(reply.status, reply.headers)
        if (location === undefined) {
          const { status, headers, body } = reply
          return { url: target.url, status, headers, body, wireBytes, redirects, fetchedAt: deps.now() }
        }
        if (redirects >= limits.redirectsMax) throw new EgressRefused('redirects', 'redirects-max')
        const from = target.url
        target = redirectTarget(location, from, policy)
        await unlessStopped(Promise.resolve(options.beforeHop?.(target.url, from)), stop.signal)
      }
    } finally {
      stop.release()
    }
  }
  /** One hop: its turn, its pinned address, and the next address when one cannot be reached. */
  const hop = async (target: Target, errand: Errand): Promise<Reply> => {
    const { stop } = errand
    const giveBack = await turns.take(target.host, stop.signal)
    try {
      stop.startClock()
      const pin = await unlessStopped(pins.of(target), stop.signal)
      const order = { ...errand, target, budget, userAgent, signal: stop.signal, addresses: pin.addresses }
      for (;;) {
        const { address } = pin
        try {
          return await exchangeFresh({ ...order, address })
        } catch (error) {
          if (!isUnreached(error) || stop.signal.aborted || !pin.next(address)) throw error
        }
      }
    } finally {
      giveBack()
    }
  }
  /** Asks again, once and over a new connection, when a kept one turned out to be closed. */
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
  return {
    async get(url, options) {
      const at: Place = { host: url.hostname }
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

function isUnreached(error: unknown): boolean {
  return error instanceof EgressRefused && (error.reason === 'connect' || error.rule === 'connect-time')
}
