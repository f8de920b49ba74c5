import { Elysia } from 'elysia'
import { kernelError } from '../runtime/errors.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { withKnownParameters } from './query.ts'
import { requireReadable, requireSmallBody } from './request.ts'
import type { RequestContexts } from './request-context.ts'
import { usualHeaders } from './usual-headers.ts'

/**
 * What holds before the router runs: request id, security and CORS headers, limits on address and headers, 404 and 405,
 * OPTIONS, and that no declared parameter of the query is repeated.
 */
export function requestRules(contexts: RequestContexts, corsOrigins: readonly string[]) {
  return new Elysia({ name: 'http.request-rules' })
    .onRequest(({ request, set }) => {
      const context = contexts.of(request)
      const { route, address, method, excess } = context
      const cors = corsHeaders(request.headers.get('origin'), context.cors, corsOrigins)
      Object.assign(set.headers, usualHeaders(context.id, cors))
      requireReadable(address, excess)
      if (route === undefined) throw kernelError('not_found')
      if (method === 'OPTIONS')
        return new Response(null, {
          status: 204,
          headers: { ...plainHeaders(set.headers), ...preflightHeaders(route.methods) },
        })
      if (!route.methods.includes(method)) throw kernelError('method_not_allowed', route.methods)
      if (route.bodySchema === undefined) requireSmallBody(excess)
      if (route.queryKeys !== undefined) context.address = withKnownParameters(address, route.queryKeys)
      return
    })
    .onTransform({ as: 'global' }, ({ request, params, query }) => {
      replaceUndecodable(params)
      const { route } = contexts.of(request)
      if (route?.queryKeys !== undefined) removeUndeclared(query, route.queryKeys)
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

export function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
