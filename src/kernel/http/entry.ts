import type { AnyElysia } from 'elysia'
import { withStatementWait } from '../database/statement-wait.ts'
import { kernelError } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { answerInTime, answerMsMax } from './answer-in-time.ts'
import { type CachedResponse, sendCached } from './cached-responses.ts'
import type { Connections } from './connections.ts'
import { corsHeaders } from './cors.ts'
import { opensPage, problemAsPage } from './error-page.ts'
import { errorResponse } from './error-response.ts'
import { eventStreamType } from './event-stream.ts'
import { addressOf, excessOf, pathOf, toRoutable } from './request.ts'
import { assignContext, nextRequestId, type RequestContext } from './request-context.ts'
import type { RouteTable } from './route-facts.ts'
import { addUsualHeaders } from './usual-headers.ts'

export interface EntryDeps {
  log: Log
  metrics: Metrics
  corsOrigins: readonly string[]
  connections: Pick<Connections, 'assign'>
  clock?: () => number
  /** For an answer, in milliseconds; just under the idle timeout of connections by default. */
  answerMsMax?: number
  /** For a statement of a request before its turn, in milliseconds; 2,000 by default. */
  statementWaitMsMax?: number
}

const statementWaitMsMax = 2_000

/** A cached response to a GET of this address (path and query), sent without the router. */
export type FindCached = (address: string) => CachedResponse | undefined
export type Fetch = (request: Request) => Response | Promise<Response>

/**
 * The way of every request into the application: cached responses first, then the router, which sees a HEAD as a GET; a
 * time limit, one log line and one measurement for each.
 */
export function createEntry(
  app: AnyElysia,
  routes: RouteTable,
  findCached: FindCached,
  deps: EntryDeps,
): Fetch {
  const { log, metrics, corsOrigins } = deps
  const clock = deps.clock ?? (() => performance.now())

  const finish = (
    { id: requestId, method, path }: Pick<RequestContext, 'id' | 'method' | 'path'>,
    route: string,
    status: number,
    startedAt: number,
  ) => {
    const milliseconds = clock() - startedAt
    metrics.observeRequest(method, route, status, milliseconds / 1000)
    const ms = Math.round(milliseconds * 1000) / 1000
    log.request({ requestId, method, path: path.slice(0, 256), status, ms })
  }
  const routed = async (request: Request, context: RequestContext): Promise<Response> => {
    const routable = toRoutable(request, context.address)
    assignContext(routable, context)
    if (routable !== request) deps.connections.assign(routable, request)
    try {
      const answer = withStatementWait(deps.statementWaitMsMax ?? statementWaitMsMax, () =>
        app.handle(routable),
      )
      // The rules of a request find its route before anything is waited for.
      const quietMsMax = 1000 * (context.route?.quietSecondsMax ?? 0)
      return await answerInTime(answer, quietMsMax || (deps.answerMsMax ?? answerMsMax))
    } catch (thrown) {
      const error = context.isReadingBody ? kernelError('request_timeout') : thrown
      const { id, path, errorBody } = context
      return errorResponse(error, { path, requestId: id }, { log, errorBody })
    }
  }

  return (request) => {
    const startedAt = clock()
    const { method } = request
    const address = addressOf(request.url)
    const id = nextRequestId()
    const path = pathOf(address)
    const excess = excessOf(request.headers)
    const cached = method === 'GET' && excess === undefined ? findCached(address) : undefined
    if (cached !== undefined) {
      const response = sendCached(request, cached, id, corsOrigins)
      finish({ id, method, path }, cached.route, response.status, startedAt)
      return response
    }
    const { errorBody, cors = 'configured' } = routes.neighbour(path) ?? {}
    const context: RequestContext = {
      ...{ id, method, address, path, excess, routes, errorBody, cors },
      ...{ pattern: undefined, route: undefined, caller: undefined, isReadingBody: false },
    }
    return routed(request, context).then(async (routedResponse) => {
      const answered = opensPage(request) ? await problemAsPage(routedResponse) : routedResponse
      const response = method === 'HEAD' ? await withoutBody(answered) : answered
      if (!response.headers.has('x-request-id'))
        addUsualHeaders(response, id, corsHeaders(request.headers.get('origin'), context.cors, corsOrigins))
      finish(context, context.pattern ?? 'none', response.status, startedAt)
      return response
    })
  }
}

/** The status and headers of a GET with the length of its body; a 304 and a stream of events have none. */
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
