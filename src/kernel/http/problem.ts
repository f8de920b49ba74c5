import type { AppError } from '../runtime/app-error.ts'
import type { Problem } from './problem-schema.ts'
import texts from './status-texts.json'

/** An RFC 9457 body, `error` being the stable machine slug. */
export type ProblemBody = typeof Problem.static

/** The title of each status in problems, and its description in the API description. */
export const statusTexts: Readonly<Record<string, { title?: string; description?: string }>> = texts

/** Longest path that an answer repeats, in characters. */
const instanceLengthMax = 8192

/** `extra` are the members an area adds to every problem of its own, such as `ok: false`. */
export function problemResponse(
  error: AppError,
  about: { path: string; requestId: string; extra?: Readonly<Record<string, unknown>> },
): Response {
  const body: ProblemBody = {
    type: 'about:blank',
    title: statusTexts[error.status]?.title ?? 'Error',
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
