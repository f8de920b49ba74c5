import { ParseError, ValidationError } from 'elysia'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { AppError } from '../runtime/app-error.ts'
import { kernelError, messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { invalidRequest } from './invalid-request.ts'
import { problemResponse } from './problem.ts'
import type { ErrorBody } from './route-facts.ts'

/**
 * The one error mapper: an `AppError` becomes its own answer, a schema's refusal a 400, an unavailable database a 503.
 * Everything else is a bug: it is logged, and its answer holds nothing of it.
 */
export function errorResponse(
  thrown: unknown,
  about: { path: string; requestId: string },
  {
    log,
    errorBody = problemResponse,
    signal,
  }: { log: Log; errorBody?: ErrorBody | undefined; signal?: AbortSignal },
): Response {
  // A failure after the connection was closed is a consequence of that; the response is for log and metrics only.
  const error = signal?.aborted === true ? kernelError('caller_left') : appErrorOf(thrown)
  if (error.slug === 'internal')
    log.error('unhandled error', {
      requestId: about.requestId,
      error: messageOf(thrown),
      stack: thrown instanceof Error ? thrown.stack : undefined,
    })
  return errorBody(error, about)
}

function appErrorOf(thrown: unknown): AppError {
  const error = thrown instanceof ParseError && thrown.cause !== undefined ? thrown.cause : thrown
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return kernelError('database_unavailable')
  if (error instanceof ValidationError && error.type !== 'response') return invalidRequest(error)
  return kernelError('internal')
}
