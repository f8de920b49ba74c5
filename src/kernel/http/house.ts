import { Elysia } from 'elysia'
import type { Log } from '../runtime/log.ts'
import { type AdmissionDeps, admission } from './admission.ts'
import type { CorsClass } from './cors.ts'
import { errorResponse } from './error-response.ts'
import type { RequestContexts } from './request-context.ts'
import { plainHeaders, requestRules } from './request-rules.ts'
import { type ErrorBody, optionsOf } from './route-facts.ts'

export interface HouseDeps extends AdmissionDeps {
  log: Log
  corsOrigins: readonly string[]
}

export type House = ReturnType<typeof createHouse>

/**
 * What every route shares, as one plugin. A route states in its options what is its own: `access`, `quota`, `cors`,
 * `cacheControl`, `bodyBytesMax`, `quietSecondsMax`, `errorBody`, beside `body`, `params`, `query` and `response`.
 */
export function createHouse(deps: HouseDeps, contexts: RequestContexts) {
  return new Elysia({ name: 'house' })
    .use(requestRules(contexts, deps.corsOrigins))
    .use(admission(deps, contexts))
    .macro('cors', (cors: CorsClass) => ({ detail: optionsOf({ cors }) }))
    .macro('errorBody', (errorBody: ErrorBody) => ({ detail: optionsOf({ errorBody }) }))
    .macro('cacheControl', (value: string) => ({
      transform: ({ set }) => {
        set.headers['cache-control'] = value
      },
    }))
    .onError({ as: 'global' }, ({ error, request, set }) => {
      const { id, path, errorBody } = contexts.of(request)
      const response = errorResponse(
        error,
        { path, requestId: id },
        { log: deps.log, errorBody, signal: request.signal },
      )
      set.status = response.status
      for (const [name, value] of Object.entries(plainHeaders(set.headers)))
        if (!response.headers.has(name)) response.headers.set(name, value)
      return response
    })
}
