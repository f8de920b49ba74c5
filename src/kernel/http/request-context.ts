import type { CorsClass } from './cors.ts'
import type { Excess } from './request.ts'
import type { ErrorBody, RouteFacts } from './route-facts.ts'

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
  /** The path's route for this method, or another of its methods; undefined for an unknown path. */
  readonly route: RouteFacts | undefined
  /** Of the route, or for an unknown path of one with the same first two segments. */
  readonly errorBody: ErrorBody | undefined
  readonly cors: CorsClass
  /** The body has not come whole yet. */
  isReadingBody: boolean
  /** Set once the request is admitted. */
  caller: Caller | undefined
}

/** The contexts of requests under way, found by the request that the router was given. */
export interface RequestContexts {
  nextId(): string
  assign(request: Request, context: RequestContext): void
  /** @throws Error for a request that did not come through the entry */
  of(request: Request): RequestContext
}

/** Ids are unguessable by their prefix, random at start, and unique by their counter. */
export function createRequestContexts(): RequestContexts {
  const prefix = crypto.randomUUID().replaceAll('-', '').slice(0, 20)
  const contexts = new WeakMap<Request, RequestContext>()
  let count = 0
  return {
    nextId() {
      count += 1
      return `${prefix}-${count.toString(36)}`
    },
    assign: (request, context) => contexts.set(request, context),
    of(request) {
      const context = contexts.get(request)
      if (context === undefined) throw new Error('a request reached the router without a context')
      return context
    },
  }
}
