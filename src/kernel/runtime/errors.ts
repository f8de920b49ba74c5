/** One problem with one part of a request or document. `path` is a JSON pointer, such as `/limit` or `/facts/3/id`. */
export interface FieldProblem {
  path: string
  message: string
}

/**
 * An error whose message a caller may read.
 *
 * `status` is the HTTP status, `slug` the stable name that responses carry as `error`. The message is one sentence with
 * action, need and state. Every other error is a bug, and responses hold nothing of it.
 */
export abstract class AppError extends Error {
  abstract readonly status: number
  abstract readonly slug: string
  readonly fields: readonly FieldProblem[]
  /** Further members of the problem body, such as `available` or `reason`. */
  readonly extra: Readonly<Record<string, unknown>>
  /** Seconds to wait before another try, sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** Further headers of the response, such as `www-authenticate`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    message: string,
    options: {
      cause?: unknown
      fields?: readonly FieldProblem[]
      extra?: Readonly<Record<string, unknown>>
      retryAfterSeconds?: number
      headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.fields = options.fields ?? []
    this.extra = options.extra ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
  }
}

/**
 * A condition of this machine or its settings that stops a command before it serves: a busy port, an unwritable
 * folder, a wrong connection string. The command line prints the message alone and exits with 1.
 */
export class StartupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartupError'
  }
}

/** The text of anything thrown, for log lines and start-up messages. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
