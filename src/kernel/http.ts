import { AppError, messageOf } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { problemResponse, RequestRefused } from './problem.ts'
import type { RouteEntry, RouteTable } from './route-table.ts'

/** Longest accepted path with query, in characters. */
export const urlLengthMax = 8192
/** Largest accepted body unless a route says otherwise, in bytes. */
export const bodyBytesMax = 1_048_576

export interface HttpOptions {
  /** The router: it is only handed requests whose path and method exist. */
  handle: (request: Request) => Response | Promise<Response>
  routes: RouteTable
  log: Log
  metrics: Metrics
  corsOrigins: readonly string[]
  requestIds: RequestIds
  /** Members that the area owning a path adds to every problem body. */
  problemExtra: (path: string) => Readonly<Record<string, unknown>>
  clock?: () => number
}

/** Gives each request its id, and tells it to whoever holds the request. */
export interface RequestIds {
  assign(request: Request): string
  of(request: Request): string
}

export function createRequestIds(): RequestIds {
  const ids = new WeakMap<Request, string>()
  return {
    assign(request) {
      const id = crypto.randomUUID()
      ids.set(request, id)
      return id
    },
    of: (request) => ids.get(request) ?? '',
  }
}

/**
 * Everything that holds for every request of every area: request id, limits, 404 and 405, HEAD and OPTIONS, CORS,
 * security headers, one log line, one measurement. The router under it sees well-formed requests only.
 */
export function createHttp(options: HttpOptions): (request: Request) => Promise<Response> {
  const { routes, log, metrics, requestIds } = options
  const clock = options.clock ?? (() => performance.now())

  return async (request) => {
    const startedAt = clock()
    const requestId = requestIds.assign(request)
    const path = pathOf(request.url)
    const route = request.url.length > urlLengthMax + 64 ? undefined : routes.find(path)
    let response: Response
    try {
      response = await answer(request, path, route, requestId)
    } catch (error) {
      response = refuse(error, path, requestId)
    }
    const headers = response.headers
    headers.set('x-request-id', requestId)
    for (const [name, value] of securityHeaders) if (!headers.has(name)) headers.set(name, value)
    allowOrigin(request, route, headers, options.corsOrigins)

    const milliseconds = clock() - startedAt
    metrics.observeRequest(request.method, route?.pattern ?? 'none', response.status, milliseconds / 1000)
    log.info('request', {
      requestId,
      method: request.method,
      path: path.slice(0, 256),
      status: response.status,
      ms: Math.round(milliseconds * 1000) / 1000,
    })
    return response
  }

  async function answer(request: Request, path: string, route: RouteEntry | undefined, requestId: string) {
    if (request.url.length > urlLengthMax + 64) {
      throw new RequestRefused(
        414,
        'uri_too_long',
        `Cannot read an address of more than ${urlLengthMax} characters`,
      )
    }
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
      return problemResponse(refused, { path, requestId, extra: options.problemExtra(path) }, { allow })
    }
    if (Number(request.headers.get('content-length') ?? 0) > bodyBytesMax) {
      throw new RequestRefused(
        413,
        'content_too_large',
        `Cannot take a body of more than ${bodyBytesMax} bytes`,
      )
    }
    return method === 'HEAD' ? await answerHead(request) : await options.handle(request)
  }

  async function answerHead(request: Request) {
    const asGet = new Request(request.url, { method: 'GET', headers: request.headers })
    const response = await options.handle(asGet)
    const length = response.headers.get('content-length') ?? String((await response.arrayBuffer()).byteLength)
    const headers = new Headers(response.headers)
    headers.set('content-length', length)
    return new Response(null, { status: response.status, headers })
  }

  function refuse(error: unknown, path: string, requestId: string) {
    return errorResponse(error, { path, requestId, extra: options.problemExtra(path) }, log)
  }
}

/** The one error mapper: an `AppError` says what it says, anything else is a bug and says nothing. */
export function errorResponse(
  error: unknown,
  about: { path: string; requestId: string; extra: Readonly<Record<string, unknown>> },
  log: Log,
): Response {
  if (error instanceof AppError) return problemResponse(error, about)
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

const securityHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]

function preflight(route: RouteEntry): Response {
  const allow = route.methods.join(', ')
  return new Response(null, {
    status: 204,
    headers: {
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': 'authorization, content-type, if-none-match, last-event-id',
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

const exposedHeaders = 'etag, x-request-id, retry-after, ratelimit, ratelimit-policy'

function setOrigin(headers: Headers, origin: string) {
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', exposedHeaders)
}

/** The part of `url` between the host and the query. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start === -1) return '/'
  const query = url.indexOf('?', start)
  const hash = url.indexOf('#', start)
  const end = Math.min(query === -1 ? url.length : query, hash === -1 ? url.length : hash)
  return url.slice(start, end)
}
