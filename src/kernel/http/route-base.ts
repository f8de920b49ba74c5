import { Elysia } from 'elysia'
import { kernelError } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { type AdmissionDeps, admission } from './admission.ts'
import type { CorsClass } from './cors.ts'
import { errorResponse } from './error-response.ts'
import { requireReadable } from './request.ts'
import { contextOf } from './request-context.ts'
import { requestRules } from './request-rules.ts'
import { type ErrorBody, optionsOf } from './route-facts.ts'

export interface RouteBaseDeps extends AdmissionDeps {
  log: Log
  corsOrigins: readonly string[]
}

export type RouteBase = ReturnType<typeof createRouteBase>

/**
 * What every route shares, as one plugin. A route states in its options what is its own: `access`, `quota`, `cors`,
 * `cacheControl`, `bodyBytesMax`, `quietSecondsMax`, `errorBody`, beside `body`, `params`, `query` and `response`.
 */
export function createRouteBase(deps: RouteBaseDeps) {
  return new Elysia({ name: 'route-base' })
    .use(requestRules(deps.corsOrigins))
    .use(admission(deps))
    .macro('cors', (cors: CorsClass) => ({ detail: optionsOf({ cors }) }))
    .macro('errorBody', (errorBody: ErrorBody) => ({ detail: optionsOf({ errorBody }) }))
    .macro('cacheControl', (value: string) => ({
      transform: ({ set }) => {
        set.headers['cache-control'] = value
      },
    }))
    .onError({ as: 'global' }, ({ code, error, request, set }) => {
      const { id, path, errorBody } = contextOf(request)
      const thrown = code === 'NOT_FOUND' ? notFound(request) : error
      const about = { path, requestId: id }
      const response = errorResponse(thrown, about, { log: deps.log, errorBody, signal: request.signal })
      set.status = response.status
      for (const [name, value] of Object.entries(set.headers))
        if (!response.headers.has(name)) response.headers.set(name, String(value))
      return response
    })
}

/** Of a request that the router found nothing for, so that no rule has been applied to it. */
function notFound(request: Request): unknown {
  const { address, excess } = contextOf(request)
  try {
    requireReadable(address, excess)
    return kernelError('not_found')
  } catch (unreadable) {
    return unreadable
  }
}
