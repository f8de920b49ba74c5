import type { CorsClass } from './cors.ts'
import type { Excess } from './request.ts'
import type { ErrorBody, RouteFacts, RouteTable } from './route-facts.ts'

/** Who calls: a holder of a key, or the one caller of a machine without keys. */
export interface Caller {
  id: string
  /** The id of the key that was sent. */
  keyId?: string
  /** Of a route that needs no caller: none is known, and `id` stands for the address. */
  isUnknown?: true
  /** Whose quota counts, where it is not that of `id`. */
  countedAs?: string
}

/** The state of one request while it is answered. */
export interface RequestContext {
  readonly id: string
  /** As it was sent; a HEAD is routed as a GET. */
  readonly method: string
  /** Path and query; without undeclared parameters once the request is routed. */
  address: string
  readonly path: string
  readonly excess: Excess | undefined
  /** Those of the application that answers. */
  readonly routes: RouteTable
  /** Undefined before the router has run, and for an unknown path. */
  pattern: string | undefined
  /** Undefined as well for a method that the path does not take. */
  route: RouteFacts | undefined
  /** Of the path; of an unknown one, those of a path with the same first two segments. */
  errorBody: ErrorBody | undefined
  cors: CorsClass
  /** The body has not come whole yet. */
  isReadingBody: boolean
  /** Set once the request is admitted. */
  caller: Caller | undefined
}

/** Of requests under way, by the request that the router was given. */
const contexts = new WeakMap<Request, RequestContext>()

export function assignContext(request: Request, context: RequestContext): void {
  contexts.set(request, context)
}

/** @throws Error for a request that did not come through the entry */
export function contextOf(request: Request): RequestContext {
  const context = contexts.get(request)
  if (context === undefined) throw new Error('a request reached the router without a context')
  return context
}

const idPrefix = crypto.randomUUID().replaceAll('-', '').slice(0, 20)
let idCount = 0

/** Ids are unguessable by their prefix, random at start, and unique by their counter. */
export function nextRequestId(): string {
  idCount += 1
  return `${idPrefix}-${idCount.toString(36)}`
}
