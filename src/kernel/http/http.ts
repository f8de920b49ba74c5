import { databaseUnavailable, isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { AppError, messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { answerInTime, answerMsMax } from './answer-in-time.ts'
import type { Connections } from './connections.ts'
import { problemResponse, RequestRefused } from './problem.ts'
import { withKnownParameters } from './query.ts'
import { addressOf, bodyBytesMax, excessOf, pathOf, requireReadable, toRoutable } from './request.ts'
import type { RouteEntry, RouteTable } from './route-table.ts'

/** A GET answer ready to be sent again and again; readable from any origin. */
export interface KeptAnswer {
  /** The pattern it is counted under. */
  route: string
  body: Uint8Array<ArrayBuffer>
  /** Strong validator, quotes included. */
  etag: string
}

export interface HttpOptions {
  /** The router: it is only handed requests whose path and method exist. */
  handle: (request: Request) => Response | Promise<Response>
  /** A kept answer to a GET of this address (path and query), sent without asking the router. */
  findKept: (address: string) => KeptAnswer | undefined
  routes: RouteTable
  log: Log
  metrics: Metrics
  corsOrigins: readonly string[]
  requestIds: RequestIds
  /** Told of requests that stand for others; needed where a route uses it. */
  connections?: Connections
  /** Members that the area owning a path adds to every problem body. */
  problemExtra: (path: string) => Readonly<Record<string, unknown>>
  clock?: () => number
  /** For the router's answer, in milliseconds; just under the idle timeout of connections unless told. */
  answerMsMax?: number
}

/** Gives each request its id, and tells it to whoever holds the request. */
export interface RequestIds {
  next(): string
  assign(request: Request, id: string): void
  of(request: Request): string
}

/** Ids are unguessable by their prefix, drawn at start, and unique by their counter. */
export function createRequestIds(): RequestIds {
  const prefix = crypto.randomUUID().replaceAll('-', '').slice(0, 20)
  const ids = new WeakMap<Request, string>()
  let count = 0
  return {
    next() {
      count += 1
      return `${prefix}-${count.toString(36)}`
    },
    assign: (request, id) => ids.set(request, id),
    of: (request) => ids.get(request) ?? '',
  }
}

/**
 * Everything that holds for every request of every area: request id, limits, 404 and 405, HEAD and OPTIONS, CORS,
 * security headers, one log line, one measurement. The router under it sees well-formed requests only.
 */
export function createHttp(options: HttpOptions): (request: Request) => Response | Promise<Response> {
  const { routes, log, metrics, requestIds } = options
  const clock = options.clock ?? (() => performance.now())

  return (request) => {
    const startedAt = clock()
    const requestId = requestIds.next()
    const address = addressOf(request.url)
    if (request.method === 'GET' && excessOf(request.headers) === undefined) {
      const kept = options.findKept(address)
      if (kept !== undefined) {
        const response = keptResponse(request, kept, requestId)
        finish(request.method, pathOf(address), kept.route, response.status, startedAt, requestId)
        return response
      }
    }
    return routed(request, address, startedAt, requestId)
  }

  async function routed(request: Request, address: string, startedAt: number, requestId: string) {
    requestIds.assign(request, requestId)
    const path = pathOf(address)
    const route = routes.find(path)
    let response: Response
    try {
      response = await answer(request, address, route, requestId)
    } catch (error) {
      response = errorResponse(error, { path, requestId, extra: options.problemExtra(path) }, log)
    }
    const headers = response.headers
    headers.set('x-request-id', requestId)
    for (const [name, value] of Object.entries(securityHeaders))
      if (!headers.has(name)) headers.set(name, value)
    allowOrigin(request, route, headers, options.corsOrigins)
    finish(request.method, path, route?.pattern ?? 'none', response.status, startedAt, requestId)
    return response
  }

  function finish(
    method: string,
    path: string,
    route: string,
    status: number,
    startedAt: number,
    requestId: string,
  ) {
    const milliseconds = clock() - startedAt
    metrics.observeRequest(method, route, status, milliseconds / 1000)
    log.info('request', {
      requestId,
      method,
      path: path.slice(0, 256),
      status,
      ms: Math.round(milliseconds * 1000) / 1000,
    })
  }

  async function answer(request: Request, address: string, route: RouteEntry | undefined, requestId: string) {
    const excess = excessOf(request.headers)
    requireReadable(address, excess)
    if (route === undefined) {
      throw new RequestRefused(
        404,
        'not_found',
        'Nothing is served at this path: GET /openapi.json lists what is',
      )
    }
    const { method } = request
    if (method === 'OPTIONS') return preflight(route)
    if (!route.methods.includes(method)) {
      const allow = route.methods.join(', ')
      const refused = new RequestRefused(
        405,
        'method_not_allowed',
        `This path does not take this method: use ${allow}`,
      )
      const path = pathOf(address)
      return problemResponse(refused, { path, requestId, extra: options.problemExtra(path) }, { allow })
    }
    if (excess === 'body') {
      throw new RequestRefused(
        413,
        'content_too_large',
        `Cannot take a body of more than ${bodyBytesMax} bytes`,
      )
    }
    if (excess === 'unknown' && method !== 'POST') {
      throw new RequestRefused(
        411,
        'length_required',
        'Cannot take a body of unknown length: send it with Content-Length',
      )
    }
    const { queryKeys } = route
    const wanted = queryKeys === undefined ? address : withKnownParameters(address, queryKeys)
    const routable = toRoutable(request, address, wanted)
    if (routable !== request) {
      requestIds.assign(routable, requestId)
      options.connections?.assign(routable, request)
    }
    const response = await answerInTime(options.handle(routable), options.answerMsMax ?? answerMsMax)
    return method === 'HEAD' ? await withoutBody(response) : response
  }
}

/**
 * What a GET would say, with the length of the body that is left out; a 304 speaks of a body it does not have, and a
 * stream of events has no length.
 */
async function withoutBody(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  if (headers.get('content-type')?.startsWith(eventStreamType) === true) {
    await response.body?.cancel()
    headers.set('transfer-encoding', 'chunked')
    return new Response(null, { status: response.status, headers })
  }
  const { byteLength } = await response.arrayBuffer()
  if (response.status !== 304) headers.set('content-length', String(byteLength))
  return new Response(null, { status: response.status, headers })
}

/** The one error mapper: an `AppError` says what it says, a database that is away is a 503, the rest are bugs. */
export function errorResponse(
  error: unknown,
  about: { path: string; requestId: string; extra: Readonly<Record<string, unknown>> },
  log: Log,
): Response {
  if (error instanceof AppError) return problemResponse(error, about)
  if (isDatabaseUnavailable(error)) return problemResponse(databaseUnavailable(), about)
  log.error('unhandled error', {
    requestId: about.requestId,
    error: messageOf(error),
    stack: error instanceof Error ? error.stack : undefined,
  })
  return problemResponse(
    new RequestRefused(500, 'internal', 'Something went wrong here: the request id names it in the log'),
    about,
  )
}

export const eventStreamType = 'text/event-stream'

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const exposedHeaders = 'etag, x-request-id, retry-after, ratelimit, ratelimit-policy'
const publicHeaders = {
  ...securityHeaders,
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
}

/** A kept answer, or 304 when the caller already has it. */
export function keptResponse(request: Request, { body, etag }: KeptAnswer, requestId: string): Response {
  const wanted = request.headers.get('if-none-match')
  if (wanted !== null && matchesEtag(wanted, etag)) {
    return new Response(null, { status: 304, headers: { ...publicHeaders, etag, 'x-request-id': requestId } })
  }
  return new Response(body, {
    headers: { ...publicHeaders, 'content-type': 'application/json', etag, 'x-request-id': requestId },
  })
}

/** Weak comparison, as RFC 9110 section 13.1.2 asks for If-None-Match. */
function matchesEtag(header: string, etag: string): boolean {
  return header.split(',', 64).some((candidate) => {
    const value = candidate.trim()
    return value === '*' || value === etag || value === `W/${etag}`
  })
}

function preflight(route: RouteEntry): Response {
  const allow = route.methods.join(', ')
  return new Response(null, {
    status: 204,
    headers: {
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers':
        'authorization, cache-control, content-type, if-none-match, last-event-id, x-deletion-token',
      'access-control-max-age': '86400',
    },
  })
}

/** Public reads answer every origin; the rest only the configured ones, and `Vary` says so to caches. */
function allowOrigin(
  request: Request,
  route: RouteEntry | undefined,
  headers: Headers,
  origins: readonly string[],
) {
  if (route?.anyOrigin === true) return setOrigin(headers, '*')
  if (origins.length === 0) return
  headers.append('vary', 'origin')
  const origin = request.headers.get('origin')
  if (origin !== null && origins.includes(origin)) setOrigin(headers, origin)
}

function setOrigin(headers: Headers, origin: string) {
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', exposedHeaders)
}
