/**
 * Why there is no answer. `aborted`: the caller disconnected. `circuit_open`, `busy`: no request was sent. `budget`: the
 * tokens of the day are spent. `uncounted`: the database that counts tokens does not answer, so none may be spent.
 */
export type LlmFaultKind =
  | 'timeout'
  | 'aborted'
  | 'connection'
  | 'http_status'
  | 'too_large'
  | 'malformed'
  | 'circuit_open'
  | 'busy'
  | 'budget'
  | 'uncounted'

/** Holds nothing that the service sent: its errors may repeat the key or the prompt. */
export class LlmFault extends Error {
  readonly kind: LlmFaultKind
  /** HTTP status of the response, if there was one. */
  readonly httpStatus: number | undefined
  /** When the caller may try again. */
  readonly retryAfterSeconds: number
  /** Whether not one byte of a response came, as from a port that refuses. */
  readonly isUnanswered: boolean
  /** The wait that the response's Retry-After asks for. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: LlmFaultKind,
    options: {
      httpStatus?: number
      retryAfterSeconds?: number
      isUnanswered?: boolean
      retryAfterMs?: number | undefined
    } = {},
  ) {
    super(
      `The service gave no answer: ${kind}${options.httpStatus === undefined ? '' : ` ${options.httpStatus}`}`,
    )
    this.name = 'LlmFault'
    this.kind = kind
    this.httpStatus = options.httpStatus
    this.retryAfterSeconds = options.retryAfterSeconds ?? 10
    this.isUnanswered = options.isUnanswered ?? false
    this.retryAfterMs = options.retryAfterMs
  }

  /** Whether a retry may help. */
  get isTransient(): boolean {
    const { kind, httpStatus = 0 } = this
    return kind === 'connection' || (kind === 'http_status' && (httpStatus >= 500 || httpStatus === 429))
  }

  /** Whether the service failed, rather than that no request was sent. */
  get isFailing(): boolean {
    return !unsent.has(this.kind)
  }
}

const unsent: ReadonlySet<LlmFaultKind> = new Set(['aborted', 'busy', 'budget', 'uncounted'])
