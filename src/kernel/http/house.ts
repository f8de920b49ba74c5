import { Elysia } from 'elysia'
import type { Log } from '../runtime/log.ts'
import { readBoundedBody, unsupportedMediaType } from './bounded-body.ts'
import type { Connections } from './connections.ts'
import { type CorsClass, corsHeaders, preflightHeaders } from './cors.ts'
import { errorResponse } from './error-response.ts'
import type { Identify } from './identify.ts'
import { methodNotAllowed, notFound } from './problem.ts'
import { withKnownParameters } from './query.ts'
import { requireReadable, requireSmallBody } from './request.ts'
import type { RequestContexts } from './request-context.ts'
import { type Access, type ErrorBody, optionsMember, type RouteOptions } from './route-facts.ts'
import { securityHeaders } from './security-headers.ts'

/** Requests that a caller may make in a time. */
export interface Quota {
  /** @throws RequestRefused 429 when it is used up */
  take(caller: string, request: Request): Promise<void>
}

export type House = ReturnType<typeof createHouse>

export interface HouseDeps {
  log: Log
  corsOrigins: readonly string[]
  connections: Pick<Connections, 'closeWhenIdle'>
  quotas: Readonly<Record<string, Quota>>
  /** @throws AppError 401 or 403 for one who may not call */
  identify: Identify
}

/**
 * What every route shares, as one plugin: security headers, limits on address, headers and body, 404 and 405, CORS,
 * admission, errors as problems. A route states in its options what is its own: `access`, `quota`, `cors`, `cacheControl`,
 * `bodyBytesMax`, `quietSecondsMax`, `errorBody`, beside `body`, `params`, `query` and `response`.
 */
export function createHouse(deps: HouseDeps, contexts: RequestContexts) {
  const { log, quotas } = deps
  const admitted = new WeakSet<Request>()

  /** Who calls and whether there is room, before anything of the body is read. Runs once per request. */
  const admit = async (request: Request): Promise<void> => {
    if (admitted.has(request)) return
    admitted.add(request)
    const context = contexts.of(request)
    const { access = 'public', quota, quietSecondsMax } = context.route ?? {}
    const caller = await deps.identify(request, access)
    context.caller = caller
    if (quota !== undefined) await quotas[quota]?.take(caller.countedAs ?? caller.id, request)
    if (quietSecondsMax !== undefined) deps.connections.closeWhenIdle(request, quietSecondsMax)
  }

  return new Elysia({ name: 'house' })
    .onRequest(({ request, set }) => {
      const context = contexts.of(request)
      const { route, address, method, excess } = context
      const cors = corsHeaders(request.headers.get('origin'), route?.cors ?? 'configured', deps.corsOrigins)
      Object.assign(set.headers, securityHeaders, { 'x-request-id': context.id }, cors)
      requireReadable(address, excess)
      if (route === undefined) throw notFound()
      if (method === 'OPTIONS')
        return new Response(null, {
          status: 204,
          headers: { ...plain(set.headers), ...preflightHeaders(route.methods) },
        })
      if (!route.methods.includes(method)) throw methodNotAllowed(route.methods)
      if (route.bodySchema === undefined) requireSmallBody(excess)
      if (route.queryKeys !== undefined) context.address = withKnownParameters(address, route.queryKeys)
      return
    })
    .onParse({ as: 'global' }, async ({ request }) => {
      await admit(request)
      const { route } = contexts.of(request)
      // A body that no schema describes is left unread.
      return route?.bodySchema === undefined ? null : await readBoundedBody(request, route)
    })
    .onTransform({ as: 'global' }, async ({ request, params, query }) => {
      await admit(request)
      const { route } = contexts.of(request)
      replaceUndecodable(params)
      if (route?.queryKeys !== undefined) removeUndeclared(query, route.queryKeys)
      if (route?.bodySchema !== undefined && !request.headers.has('content-type'))
        throw unsupportedMediaType(route.takesFiles)
    })
    .resolve({ as: 'global' }, ({ request }) => ({ caller: contexts.of(request).caller ?? { id: '' } }))
    .macro('access', (access: Access) => ({ detail: options({ access }) }))
    .macro('quota', (quota: string) => ({ detail: options({ quota }) }))
    .macro('cors', (cors: CorsClass) => ({ detail: options({ cors }) }))
    .macro('cacheControl', (value: string) => ({
      transform: ({ set }) => {
        set.headers['cache-control'] = value
      },
    }))
    .macro('bodyBytesMax', (bodyBytesMax: number) => ({ detail: options({ bodyBytesMax }) }))
    .macro('quietSecondsMax', (quietSecondsMax: number) => ({ detail: options({ quietSecondsMax }) }))
    .macro('errorBody', (errorBody: ErrorBody) => ({ detail: options({ errorBody }) }))
    .onError({ as: 'global' }, ({ error: thrown, request, set }) => {
      const { id, path, errorBody } = contexts.of(request)
      const response = errorResponse(thrown, { path, requestId: id }, { log, errorBody })
      set.status = response.status
      for (const [name, value] of Object.entries(plain(set.headers)))
        if (!response.headers.has(name)) response.headers.set(name, value)
      return response
    })
}

/** The router gives null for what is not valid percent-encoding: U+FFFD matches no stored name. */
function replaceUndecodable(params: Record<string, string | null | undefined> | undefined): void {
  if (params === undefined) return
  for (const [name, value] of Object.entries(params)) if (value === null) params[name] = '\ufffd'
}

/** Undeclared parameters are ignored; a schema would refuse them. */
function removeUndeclared(query: Record<string, unknown>, declared: readonly string[]): void {
  for (const name of Object.keys(query)) if (!declared.includes(name)) delete query[name]
}

function plain(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function options(own: RouteOptions) {
  return { [optionsMember]: own }
}
