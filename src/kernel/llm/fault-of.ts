import { APIError } from 'openai'
import { ModelFault } from './llm-fault.ts'

/** What an error of the service's client means. */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error
  if (!(error instanceof APIError)) return new ModelFault('malformed')
  if (error.cause instanceof ModelFault) return error.cause
  if (error.status === undefined) return new ModelFault('connection')
  return new ModelFault('http_status', {
    httpStatus: error.status,
    askedWaitMs: error.headers && askedWaitMs(error.headers),
  })
}

/**
 * Seconds, or a date, which is compared to the other side's own clock.
 * @see RFC 9110, section 10.2.3
 */
function askedWaitMs(headers: Headers): number | undefined {
  const retryAfter = headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const waitMs = Date.parse(retryAfter) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
