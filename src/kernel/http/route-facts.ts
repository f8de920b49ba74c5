import type { AnyElysia } from 'elysia'
import type { AppError } from '../runtime/app-error.ts'
import type { CorsClass } from './cors.ts'
import { bodyContent } from './json-schema.ts'

/** What a route needs to be called: nothing, a caller where there is one, a caller, or the operator's rights. */
export type Access = 'public' | 'optional' | 'caller' | 'operator'

/** The body of an error, where a route has another shape than a plain problem. */
export type ErrorBody = (error: AppError, about: { path: string; requestId: string }) => Response

/** What a route states in its own options, by the macros of `route-base.ts`. */
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

/** What all routes of a path share. */
interface PathFacts extends Pick<RouteFacts, 'pattern' | 'methods' | 'cors' | 'errorBody'> {}

export interface RouteTable {
  all: readonly RouteFacts[]
  paths: readonly PathFacts[]
  /** By the pattern that the router found; undefined for a method that its path does not take. */
  of(method: string, pattern: string): RouteFacts | undefined
  path(pattern: string): PathFacts | undefined
  /** Of an unknown path: one whose first two segments are the same. */
  neighbour(path: string): PathFacts | undefined
}

/** The facts of all routes, found by the pattern and method that the router has found. */
export function createRouteTable({ routes }: Pick<AnyElysia, 'routes'>): RouteTable {
  const paths = new Map<string, PathFacts>()
  const byPrefix = new Map<string, PathFacts>()
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const options = ofPath.map(({ hooks }) => optionsIn(hooks?.detail))
    const methods = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const facts: PathFacts = {
      cors: options.some(({ cors }) => cors === 'any') ? 'any' : 'configured',
      errorBody: options.findLast(({ errorBody }) => errorBody !== undefined)?.errorBody,
      pattern: path,
      methods: [...methods, 'OPTIONS'],
    }
    paths.set(path, facts)
    if (!byPrefix.has(prefixOf(path))) byPrefix.set(prefixOf(path), facts)
  }
  const byPattern = new Map<string, RouteFacts>()
  for (const { method, path, hooks } of routes) {
    const facts = paths.get(path)
    if (facts === undefined) continue
    const bodies = bodyContent(hooks?.body)
    byPattern.set(`${method} ${path}`, {
      ...optionsIn(hooks?.detail),
      ...facts,
      method,
      queryKeys: keysOf(hooks?.query),
      bodySchema: hooks?.body,
      takesFiles: 'multipart/form-data' in bodies,
      takesJson: 'application/json' in bodies,
    })
  }
  return {
    all: [...byPattern.values()],
    paths: [...paths.values()],
    of: (method, pattern) => byPattern.get(`${method} ${pattern}`),
    path: (pattern) => paths.get(pattern),
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
