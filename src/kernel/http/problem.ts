import type { AppError } from '../runtime/app-error.ts'
import type { Problem } from './problem-schema.ts'

/** An RFC 9457 body, `error` being the stable machine slug. */
export type ProblemBody = typeof Problem.static

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Content too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  422: 'Cannot be processed',
  429: 'Too many requests',
  431: 'Header fields too large',
  499: 'Connection closed',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Service unavailable',
}

/** Longest path that an answer repeats, in characters. */
const instanceLengthMax = 8192

/** `extra` are the members an area adds to every problem of its own, such as `ok: false`. */
export function problemResponse(
  error: AppError,
  about: { path: string; requestId: string; extra?: Readonly<Record<string, unknown>> },
): Response {
  const body: ProblemBody = {
    type: 'about:blank',
    title: titles[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    instance: about.path.slice(0, instanceLengthMax),
    error: error.slug,
    requestId: about.requestId,
    ...(error.fields.length > 0 ? { errors: [...error.fields] } : {}),
    ...error.extra,
    ...about.extra,
  }
  const all: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...error.headers,
  }
  if (error.retryAfterSeconds !== undefined) all['retry-after'] = String(Math.ceil(error.retryAfterSeconds))
  return new Response(JSON.stringify(body), { status: error.status, headers: all })
}
