import http from 'node:http'
import https from 'node:https'
import { isIP, isIPv6, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { isSameAddress } from './address.ts'
import type { Budget } from './budget.ts'
import { createByteCounter } from './byte-counter.ts'
import { type HeaderPairs, headerPairs } from './headers.ts'
import { acceptEncoding } from './inflate.ts'
import type { EgressLimits } from './limits.ts'
import { discardBody, receiveBody } from './receive.ts'
import { locationOf } from './redirect.ts'
import { EgressRefused } from './refused.ts'
import type { Target } from './target.ts'

export interface ExchangeOptions {
  target: Target
  /** Address to connect to, already judged. */
  address: string
  /** Judged addresses of this host, to which a kept connection may lead. */
  addresses: readonly string[]
  agent: http.Agent | https.Agent
  accept: string
  userAgent: string
  /** What a POST sends; undefined for a GET. */
  send?: Sent | undefined
  limits: EgressLimits
  budget: Budget
  /** Its reason is an EgressRefused. */
  signal: AbortSignal
}

/** Body and headers of a POST. */
export interface Sent {
  body: Uint8Array
  headers: Readonly<Record<string, string>>
}

export interface Reply {
  status: number
  headers: HeaderPairs
  /** Empty for a redirect and for the answer to a POST. */
  body: Uint8Array<ArrayBuffer>
  wireBytes: number
}

/** The server had closed the kept connection before it answered anything, so a retry is safe. */
export class StaleConnection extends Error {}

const interimAnswersMax = 10

/**
 * One GET or POST over HTTP/1.1, connected to the given address, under the name of the target.
 * @throws EgressRefused, or StaleConnection when only a kept connection was at fault
 */
export function exchange(options: ExchangeOptions): Promise<Reply> {
  const { limits, budget, signal } = options
  if (signal.aborted) return Promise.reject(signal.reason)
  budget.chargeRequest()
  return new Promise((resolve, reject) => {
    const counter = createByteCounter(limits, budget)
    let phase: Phase = 'connecting'
    let answered = false
    let settled = false
    let stopBody = () => {}
    let carriedBytes = () => 0

    const request = openRequest(options)
    const idleTimer = createIdleTimer((rule) => refuse(new EgressRefused('timeout', rule)))
    const settle = (then: () => void) => {
      if (settled) return
      settled = true
      idleTimer.stop()
      signal.removeEventListener('abort', stop)
      then()
    }
    const refuse = (error: unknown) => {
      if (settled) return
      charge(() => counter.setWire(carriedBytes()))
      settle(() => reject(error))
      stopBody()
      request.destroy()
    }
    const stop = () => refuse(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    idleTimer.start(limits.connectMs, 'connect-time')

    const connected = (socket: Socket) => {
      const remote = socket.remoteAddress ?? ''
      if (!options.addresses.some((address) => isSameAddress(remote, address))) {
        return refuse(new EgressRefused('not_allowed', 'pin-broken'))
      }
      phase = 'open'
      idleTimer.start(limits.idleMs, 'idle-time')
    }
    request.on('socket', (socket) => {
      const before = socket.bytesRead
      carriedBytes = () => socket.bytesRead - before
      if (request.reusedSocket) return connected(socket)
      if (!(socket instanceof TLSSocket)) return void socket.once('connect', () => connected(socket))
      socket.once('connect', () => {
        phase = 'greeting'
      })
      socket.once('secureConnect', () => connected(socket))
    })
    let interimAnswers = 0
    request.on('information', () => {
      interimAnswers += 1
      if (interimAnswers > interimAnswersMax) refuse(new EgressRefused('protocol', 'interim-answers'))
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      refuse(new EgressRefused('protocol', 'upgrade'))
    })
    request.on('error', (error) => {
      const stale = request.reusedSocket && !answered && carriedBytes() === 0 && isHangUp(error)
      refuse(stale ? new StaleConnection() : refusalOf(error, phase))
    })
    request.on('response', (message) => {
      answered = true
      idleTimer.start(limits.idleMs, 'idle-time')
      const { statusCode: status = 0 } = message
      const headers = headerPairs(message.rawHeaders)
      // After the end the connection may carry the next response: later bytes are not of this one.
      message.once('end', () => {
        idleTimer.stop()
        const carried = carriedBytes()
        carriedBytes = () => carried
      })
      try {
        const isRead = options.send === undefined && locationOf(status, headers) === undefined
        const receive = isRead ? receiveBody : discardBody
        stopBody = receive({
          message,
          limits,
          counter,
          carriedBytes: () => carriedBytes(),
          onBytes: idleTimer.restart,
          onRefused: refuse,
          onBody: (body) => settle(() => resolve({ status, headers, body, wireBytes: counter.wireBytes })),
        })
      } catch (error) {
        refuse(error)
      }
    })
    request.end(options.send?.body)
  })
}

type Phase = 'connecting' | 'greeting' | 'open'

function openRequest({
  target,
  address,
  agent,
  accept,
  userAgent,
  send,
  limits,
}: ExchangeOptions): http.ClientRequest {
  const family = isIPv6(address) ? 6 : 4
  const literal = isIP(target.host) !== 0
  const request: https.RequestOptions = {
    // A literal is connected to without a lookup, so the dialled address itself must stand there.
    host: literal ? address : target.host,
    port: target.port,
    path: `${target.url.pathname}${target.url.search}`,
    method: send === undefined ? 'GET' : 'POST',
    agent,
    maxHeaderSize: limits.headerBytesMax,
    insecureHTTPParser: false,
    lookup: (_, { all }, callback) =>
      all === true ? callback(null, [{ address, family }]) : callback(null, address, family),
    headers: {
      ...(send && { ...send.headers, 'content-length': send.body.length }),
      host: target.url.host,
      'user-agent': userAgent,
      accept,
      'accept-encoding': acceptEncoding,
    },
  }
  return target.url.protocol === 'https:' ? https.request(request) : http.request(request)
}

function refusalOf(error: unknown, phase: Phase): EgressRefused {
  const code = error instanceof Error && 'code' in error ? String(error.code).slice(0, 60) : 'unknown'
  if (phase === 'connecting') return new EgressRefused('connect', `connect:${code}`)
  if (phase === 'greeting') return new EgressRefused('tls', `tls:${code}`)
  if (code === 'HPE_HEADER_OVERFLOW') return new EgressRefused('too_large', 'header-bytes')
  return new EgressRefused('protocol', `http:${code}`)
}

function isHangUp(error: Error): boolean {
  return 'code' in error && ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(String(error.code))
}

function charge(step: () => void) {
  try {
    step()
  } catch {
    // The request is refused already, for the reason that came first.
  }
}

/** The wait is counted in quarters: a new timer for every piece of a body would cost more than the body. */
const ticksPerWait = 4

/** A timer that activity restarts; `start` replaces the wait before it. Calls `onExpire` with the rule of the wait. */
function createIdleTimer(onExpire: (rule: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ticks = 0
  const stop = () => clearInterval(timer)
  return {
    start(ms: number, rule: string) {
      stop()
      ticks = 0
      timer = setInterval(() => {
        ticks += 1
        if (ticks < ticksPerWait) return
        stop()
        onExpire(rule)
      }, ms / ticksPerWait)
    },
    restart() {
      ticks = 0
    },
    stop,
  }
}
