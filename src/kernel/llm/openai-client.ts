import OpenAI, { APIError } from 'openai'
import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'
import { LlmFault } from './llm-fault.ts'

/** One model of a service with OpenAI's API: a language model or an image model. */
export interface OpenAiService {
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string
  /** Undefined for services that need none. */
  apiKey: string | undefined
  /** Name of the model. */
  name: string
}

/** A client that does not retry, logs nothing, bounds the size of responses, and reads nothing from the environment. */
export function createOpenAiClient(options: {
  service: OpenAiService
  responseBytesMax: number
  fetch: Fetch
}): OpenAI {
  const { service, responseBytesMax, fetch } = options
  return new OpenAI({
    baseURL: service.baseUrl,
    apiKey: service.apiKey ?? 'none',
    // What is not given is read from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: service.apiKey === undefined ? { authorization: null } : {},
    logLevel: 'off',
    // The library's own retries wait as long as the service asks for.
    maxRetries: 0,
    fetch: createBoundedFetch({ fetch, bytesMax: responseBytesMax }),
  })
}

/** The fault behind an error of the OpenAI client. */
export function faultOf(error: unknown): LlmFault {
  if (error instanceof LlmFault) return error
  if (!(error instanceof APIError)) return new LlmFault('malformed')
  if (error.cause instanceof LlmFault) return error.cause
  if (error.status === undefined) return new LlmFault('connection')
  return new LlmFault('http_status', {
    httpStatus: error.status,
    retryAfterMs: error.headers && retryAfterMs(error.headers),
  })
}

/**
 * Seconds, or a date, which is compared to the response's own Date header.
 * @see RFC 9110, section 10.2.3
 */
function retryAfterMs(headers: Headers): number | undefined {
  const retryAfter = headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const waitMs = Date.parse(retryAfter) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
