import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import { databaseUnavailable, isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { AppError, messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { readBoundedBody } from './bounded-body.ts'
import type { Connections } from './connections.ts'
import { type CorsClass, corsHeaders, preflightHeaders } from './cors.ts'
import type { RequestIds } from './http.ts'
import { invalidRequest } from './invalid-request.ts'
import { problemResponse, RequestRefused } from './problem.ts'
import { queryKeysOf, withKnownParameters } from './query.ts'
import type { RateLimit } from './rate-limit.ts'
import { addressOf, excessOf, pathOf, requireReadable } from './request.ts'
import { createRouteTable } from './route-table.ts'

/** Who calls: a holder of a key, or the one caller of a machine without keys. */
export interface Caller {
  id: string
  /** The id of the key that was sent. */
  keyId?: string
  /** Of a route that needs no caller: none is known, and `id` stands for the address. */
  isUnknown?: true
}

/** What a route needs to be called: nothing, a caller where there is one, a caller, or the operator's rights. */
export type Access = 'public' | 'optional' | 'caller' | 'operator'

export interface HouseDeps<QuotaName extends string> {
  requestIds: RequestIds
  log: Log
  metrics: Metrics
  corsOrigins: readonly string[]
  connections: Pick<Connections, 'closeWhenIdle'>
  quotas: Readonly<Record<QuotaName, RateLimit>>
  /** @throws AppError 401 or 403 for one who may not call */
  identify(request: Request, access: Access): Promise<Caller>
  /** The body of an error where a route has a shape of its own; undefined makes it a problem (RFC 9457). */
  errorResponse?(error: AppError, about: { path: string; requestId: string }): Response | undefined
  clock?: () => number
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/**
 * What every route shares, as one plugin: request id, security headers, limits on address, headers and body, errors as
 * problems, CORS, one log line and one measurement per request. A route states in its options what is its own:
 * `access`, `quota`, `cors`, `body`, `params`, `query`, `response`. `routes` answers those of the whole application.
 */
export function createHouse<QuotaName extends string>(
  deps: HouseDeps<QuotaName>,
  routes: () => readonly { method: string; path: string; hooks: { detail?: object; query?: unknown } }[],
) {
  const { requestIds, log, metrics, quotas, clock = () => performance.now() } = deps
  const requests = new WeakMap<Request, { startedAt: number; caller?: Caller }>()
  let table: ReturnType<typeof createRouteTable> | undefined
  const routeOf = (path: string) => {
    table ??= createRouteTable(
      routes().map(({ method, path, hooks }) => ({
        method,
        path,
        anyOrigin: isAnyOrigin(hooks.detail),
        queryKeys: queryKeysOf(hooks.query),
      })),
    )
    return table.find(path)
  }
  const finish = (request: Request, status: number, route: string | undefined) => {
    const milliseconds = clock() - (requests.get(request)?.startedAt ?? 0)
    const { method } = request
    metrics.observeRequest(method, route ?? 'none', status, milliseconds / 1000)
    const path = pathOf(addressOf(request.url)).slice(0, 256)
    const ms = Math.round(milliseconds * 1000) / 1000
    log.info('request', { requestId: requestIds.of(request), method, path, status, ms })
  }

  return (
    new Elysia({ name: 'house' })
      .onRequest(({ request, set }) => {
        requests.set(request, { startedAt: clock() })
        requestIds.assign(request, requestIds.next())
        const address = addressOf(request.url)
        const route = routeOf(pathOf(address))
        const cors: CorsClass = route?.anyOrigin === true ? 'any' : 'configured'
        Object.assign(set.headers, securityHeaders, {
          'x-request-id': requestIds.of(request),
          ...corsHeaders(request.headers.get('origin'), cors, deps.corsOrigins),
        })
        requireReadable(address, excessOf(request.headers))
        if (request.method !== 'OPTIONS' || route === undefined) {
          if (route?.queryKeys !== undefined) withKnownParameters(address, route.queryKeys)
          return
        }
        finish(request, 204, route.pattern)
        return new Response(null, {
          status: 204,
          headers: { ...plainHeaders(set.headers), ...preflightHeaders(route.methods) },
        })
      })
      .onParse({ as: 'global' }, ({ request, contentType }) => readBoundedBody(request, contentType))
      // Who may call, decided before anything of the request is judged; the handler receives the `caller`.
      .macro('access', (access: Access) => ({
        async transform({ request }) {
          const caller = await deps.identify(request, access)
          requests.set(request, { startedAt: requests.get(request)?.startedAt ?? 0, caller })
        },
        resolve: ({ request }) => ({ caller: requests.get(request)?.caller ?? { id: '' } }),
      }))
      // Counts the request before it is validated; stands after `access` in a route's options.
      .macro('quota', (name: QuotaName) => ({
        transform: ({ request }) => quotas[name].take(requests.get(request)?.caller?.id ?? ''),
      }))
      // For answers that take longer than the listener lets a connection be quiet.
      .macro('quietSecondsMax', (seconds: number) => ({
        transform: ({ request }) => deps.connections.closeWhenIdle(request, seconds),
      }))
      .macro('cors', (cors: CorsClass) => ({ detail: { 'x-cors': cors } }))
      .onAfterResponse({ as: 'global' }, ({ request, set, route, response }) =>
        finish(request, response instanceof Response ? response.status : Number(set.status ?? 200), route),
      )
      .onError({ as: 'global' }, ({ error: thrown, path, request, set }) => {
        const requestId = requestIds.of(request)
        const error = appErrorOf(thrown, path, routeOf)
        if (error.slug === 'internal') {
          const stack = thrown instanceof Error ? thrown.stack : undefined
          log.error('unhandled error', { requestId, error: messageOf(thrown), stack })
        }
        set.status = error.status
        const response =
          deps.errorResponse?.(error, { path, requestId }) ??
          problemResponse(error, { path, requestId, extra: {} })
        for (const [name, value] of Object.entries(plainHeaders(set.headers)))
          if (!response.headers.has(name)) response.headers.set(name, value)
        return response
      })
  )
}

/** What was thrown as a caller may read it; everything unknown is a bug. */
function appErrorOf(
  thrown: unknown,
  path: string,
  routeOf: (path: string) => { methods: readonly string[] } | undefined,
): AppError {
  const error = thrown instanceof ParseError && thrown.cause !== undefined ? thrown.cause : thrown
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return databaseUnavailable()
  if (error instanceof ValidationError && error.type !== 'response') return invalidRequest(error)
  if (error instanceof NotFoundError) {
    const route = routeOf(path)
    if (route === undefined)
      return new RequestRefused(
        404,
        'not_found',
        'Nothing is served at this path: GET /openapi.json lists what is',
      )
    const allow = route.methods.join(', ')
    return new RequestRefused(
      405,
      'method_not_allowed',
      `This path does not take this method: use ${allow}`,
      {
        headers: { allow },
      },
    )
  }
  return new RequestRefused(500, 'internal', 'Something went wrong here: the request id names it in the log')
}

function isAnyOrigin(detail: object | undefined): boolean {
  return detail !== undefined && 'x-cors' in detail && detail['x-cors'] === 'any'
}

function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
