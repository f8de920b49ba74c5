import type { AppError } from '../../kernel/runtime/app-error.ts'
import { failureOf } from './run-agent.ts'

/** The error answer of the agent endpoint, which has a shape of its own. */
export function agentFailure(error: AppError, { requestId }: { requestId: string }): Response {
  const failure = failureOf(error)
  // The card documents one code for every problem with the list of formats.
  const isFormat =
    failure.code === 'invalid_request' && failure.field?.startsWith('parameters.formats') === true
  const body = {
    status: 'failed',
    error: isFormat ? { ...failure, code: 'unsupported_format' } : failure,
    requestId,
  }
  const headers = new Headers({ 'cache-control': 'private, no-store', ...error.headers })
  if (error.retryAfterSeconds !== undefined)
    headers.set('retry-after', String(Math.ceil(error.retryAfterSeconds)))
  return Response.json(body, { status: error.status, headers })
}
