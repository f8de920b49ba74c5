import { type AnyElysia, Elysia } from 'elysia'
import { kernelError } from '../runtime/errors.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { requireReadable, requireSmallBody } from './request.ts'
import { contextOf } from './request-context.ts'
import type { RouteTable } from './route-facts.ts'
import { usualHeaders } from './usual-headers.ts'

/**
 * What holds for every route, by the pattern that the router found: limits on address and headers, and that no declared
 * parameter of the query is repeated. These are the first hooks, so that all others know the route.
 */
export function requestRules(corsOrigins: readonly string[]) {
  return (
    new Elysia({ name: 'http.request-rules' })
      .onParse({ as: 'global' }, ({ request, route, set }) => enter(request, route, set.headers, corsOrigins))
      // Without a content type nothing is parsed.
      .onTransform({ as: 'global' }, ({ request, route, params, query, set }) => {
        enter(request, route, set.headers, corsOrigins)
        replaceUndecodable(params)
        const keys = contextOf(request).route?.queryKeys
        if (keys !== undefined) removeUndeclared(query, keys)
      })
  )
}

function enter(request: Request, pattern: string, headers: object, corsOrigins: readonly string[]): void {
  const context = contextOf(request)
  if (context.pattern !== undefined) return
  const { routes, address, excess } = context
  const route = routes.of(request.method, pattern)
  const { cors, errorBody } = route ?? routes.path(pattern) ?? context
  Object.assign(context, { pattern: routes.path(pattern)?.pattern, route, cors, errorBody })
  // The router makes the answer with them, which costs less than to add them to it.
  Object.assign(
    headers,
    usualHeaders(context.id, corsHeaders(request.headers.get('origin'), cors, corsOrigins)),
  )
  requireReadable(address, excess)
  if (route === undefined) return
  if (route.bodySchema === undefined) requireSmallBody(excess)
  if (route.queryKeys !== undefined) context.address = withKnownParameters(address, route.queryKeys)
}

/** Answers what no route takes: OPTIONS, other methods of a path (405), and a slash behind the path of a GET (308). */
export function addFallbacks(app: AnyElysia, { paths }: RouteTable): void {
  const hidden = { detail: { hide: true } } as const
  for (const { pattern, methods } of paths) {
    const otherMethod = (request: Request) => {
      if (contextOf(request).method === 'OPTIONS')
        return new Response(null, { status: 204, headers: preflightHeaders(methods) })
      throw kernelError('method_not_allowed', methods)
    }
    app.all(pattern, ({ request }) => otherMethod(request), hidden)
    if (methods.includes('GET') && !/[/*]$/.test(pattern))
      app.all(`${pattern}/`, ({ request }) => withoutSlash(request), hidden)
  }
}

function withoutSlash(request: Request): Response {
  const { path, address } = contextOf(request)
  // A path of two slashes would name another host.
  if (!/^\/[^/].*[^/]\/$/.test(path)) throw kernelError('not_found')
  const location = `${path.slice(0, -1)}${address.slice(path.length)}`
  return new Response(null, { status: 308, headers: { location } })
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

/**
 * Path and query with the declared parameters alone: others change neither an answer nor what is cached.
 * @throws invalid_parameter when a declared parameter is given more than once
 */
export function withKnownParameters(address: string, known: readonly string[]): string {
  const start = address.indexOf('?')
  if (start === -1) return address
  const seen = new Set<string>()
  const parts = address
    .slice(start + 1)
    .split('&')
    .filter((part) => {
      const [name] = new URLSearchParams(part).keys()
      if (name === undefined || !known.includes(name)) return false
      if (seen.has(name)) throw kernelError('invalid_parameter', name.slice(0, 64), 'must be given once')
      seen.add(name)
      return true
    })
  return address.slice(0, start) + (parts.length === 0 ? '' : `?${parts.join('&')}`)
}
