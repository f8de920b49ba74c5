import { AppError } from '../runtime/errors.ts'
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

/** A request refused by the kernel before any area saw it, or for a reason every route shares. */
export class RequestRefused extends AppError {
  readonly status: number
  readonly slug: string
  constructor(
    status: number,
    slug: string,
    message: string,
    options?: ConstructorParameters<typeof AppError>[1],
  ) {
    super(message, options)
    this.status = status
    this.slug = slug
  }
}

export function notFound(): RequestRefused {
  return new RequestRefused(
    404,
    'not_found',
    'Nothing is served at this path: GET /openapi.json lists what is',
  )
}

export function callerLeft(): RequestRefused {
  return new RequestRefused(499, 'caller_left', 'Cannot answer as the connection was closed')
}

export function bodyTimeout(): RequestRefused {
  return new RequestRefused(408, 'request_timeout', 'Cannot wait longer for the body of this request')
}

export function methodNotAllowed(methods: readonly string[]): RequestRefused {
  const allow = methods.join(', ')
  return new RequestRefused(405, 'method_not_allowed', `This path does not take this method: use ${allow}`, {
    headers: { allow },
  })
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
