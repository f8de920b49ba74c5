import type { AnyElysia } from 'elysia'
import type { AppError } from '../runtime/app-error.ts'
import type { CorsClass } from './cors.ts'
import { bodyContent } from './json-schema.ts'

/** What a route needs to be called: nothing, a caller where there is one, a caller, or the operator's rights. */
export type Access = 'public' | 'optional' | 'caller' | 'operator'

/** The body of an error, where a route has another shape than a plain problem. */
export type ErrorBody = (error: AppError, about: { path: string; requestId: string }) => Response

/** What a route states in its own options, by the macros of `house.ts`. */
export interface RouteOptions {
  access?: Access
  quota?: string
  cors?: CorsClass
  /** Largest body in bytes. */
  bodyBytesMax?: number
  /** For answers that take longer than the listener keeps a silent connection. */
  quietSecondsMax?: number
  errorBody?: ErrorBody
}

/** One route as the layers before its handler need it. */
export interface RouteFacts extends Omit<RouteOptions, 'errorBody'> {
  /** Of the whole path, as a preflight is about a path. */
  cors: CorsClass
  /** Of the whole path, as a method that it does not take has no route. */
  errorBody: ErrorBody | undefined
  /** As it was registered, such as `/api/ens/:name`; safe as a metrics label. */
  pattern: string
  method: string
  /** All methods of its path. */
  methods: readonly string[]
  /** Declared parameters of the query; undefined without a schema. */
  queryKeys: readonly string[] | undefined
  /** Undefined for a route that takes no body. */
  bodySchema: unknown
  /** Whether the body has fields that are files. */
  takesFiles: boolean
  /** Not where a file is all that a body may hold, or must. */
  takesJson: boolean
}

/** Where the macros keep a route's options: a member of `detail` that the API description leaves out. */
const optionsMember = 'x-route'

export function optionsOf(own: RouteOptions) {
  return { [optionsMember]: own }
}

export interface RouteTable {
  all: readonly RouteFacts[]
  /** The route of a path and a method, or of another method of the path. */
  find(method: string, path: string): RouteFacts | undefined
  /** Of an unknown path: a route whose first two segments are the same. */
  neighbour(path: string): RouteFacts | undefined
}

/** Looks routes up in the router's own tables, before the router runs. */
export function createRouteTable(app: AnyElysia): RouteTable {
  app.compile()
  const { router, routes } = app
  const methodsOf = new Map<string, Set<string>>()
  const readByAll = new Set<string>()
  const errorBodyOf = new Map<string, ErrorBody>()
  for (const { method, path, hooks } of routes) {
    const methods = methodsOf.get(path) ?? new Set()
    methods.add(method)
    if (method === 'GET') methods.add('HEAD')
    methodsOf.set(path, methods)
    const { cors, errorBody } = optionsIn(hooks?.detail)
    if (cors === 'any') readByAll.add(path)
    if (errorBody !== undefined) errorBodyOf.set(path, errorBody)
  }
  const byPattern = new Map<string, RouteFacts>()
  const byStore = new WeakMap<object, RouteFacts>()
  const byPrefix = new Map<string, RouteFacts>()
  for (const { method, path, hooks } of routes) {
    const bodies = bodyContent(hooks?.body)
    const facts: RouteFacts = {
      ...optionsIn(hooks?.detail),
      cors: readByAll.has(path) ? 'any' : 'configured',
      errorBody: errorBodyOf.get(path),
      pattern: path,
      method,
      methods: [...(methodsOf.get(path) ?? []), 'OPTIONS'],
      queryKeys: keysOf(hooks?.query),
      bodySchema: hooks?.body,
      takesFiles: 'multipart/form-data' in bodies,
      takesJson: 'application/json' in bodies,
    }
    byPattern.set(`${method} ${path}`, facts)
    if (!byPrefix.has(prefixOf(path))) byPrefix.set(prefixOf(path), facts)
    const found = router.http.find(method, path.replace(/:[^/]+/g, 'x'))
    if (found !== null && /[:*]/.test(path)) byStore.set(found.store, facts)
  }
  const methods = [...new Set(routes.map(({ method }) => method))]
  const exactly = (method: string, path: string): RouteFacts | undefined => {
    if (router.static[path] !== undefined) return byPattern.get(`${method} ${path}`)
    const found = router.http.find(method, path)
    return found === null ? undefined : byStore.get(found.store)
  }
  return {
    all: [...byPattern.values()],
    find(method, path) {
      const own = exactly(method, path)
      if (own !== undefined) return own
      for (const other of methods) {
        const facts = exactly(other, path)
        if (facts !== undefined) return facts
      }
      return undefined
    },
    neighbour: (path) => byPrefix.get(prefixOf(path)),
  }
}

function prefixOf(path: string): string {
  return path.split('/', 3).join('/')
}

/** The options that a route states, from its `detail`. */
export function optionsIn(detail: unknown): RouteOptions {
  if (typeof detail !== 'object' || detail === null || !(optionsMember in detail)) return {}
  const options = detail[optionsMember]
  return typeof options === 'object' && options !== null ? options : {}
}

function keysOf(schema: unknown): readonly string[] | undefined {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return undefined
  return Object.keys(schema.properties ?? {})
}
