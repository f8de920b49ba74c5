/**
 * Why a model gave no answer. `aborted`: the caller left. `resting` and `busy`: it was not asked, to spare it. `budget`:
 * the tokens of the day are spent. `uncounted`: the database does not count tokens at the moment, so none are spent.
 */
export type ModelFaultKind =
  | 'timeout'
  | 'aborted'
  | 'connection'
  | 'http_status'
  | 'too_large'
  | 'malformed'
  | 'resting'
  | 'busy'
  | 'budget'
  | 'uncounted'

/** Says nothing of what the other side sent: its errors may repeat the key or the prompt. */
export class ModelFault extends Error {
  readonly kind: ModelFaultKind
  /** HTTP status of the other side, if there was one. */
  readonly httpStatus: number | undefined
  /** When another try makes sense. */
  readonly retryAfterSeconds: number
  /** Whether no byte of an answer ever came, as from a port that refuses. */
  readonly isUnanswered: boolean
  /** What the other side asks to be waited before another try, in milliseconds. */
  readonly askedWaitMs: number | undefined

  constructor(
    kind: ModelFaultKind,
    options: {
      httpStatus?: number
      retryAfterSeconds?: number
      isUnanswered?: boolean
      askedWaitMs?: number | undefined
    } = {},
  ) {
    super(
      `The model gave no answer: ${kind}${options.httpStatus === undefined ? '' : ` ${options.httpStatus}`}`,
    )
    this.name = 'ModelFault'
    this.kind = kind
    this.httpStatus = options.httpStatus
    this.retryAfterSeconds = options.retryAfterSeconds ?? 10
    this.isUnanswered = options.isUnanswered ?? false
    this.askedWaitMs = options.askedWaitMs
  }

  /** Whether a second try may help. */
  get isPassing(): boolean {
    const { kind, httpStatus = 0 } = this
    return kind === 'connection' || (kind === 'http_status' && (httpStatus >= 500 || httpStatus === 429))
  }

  /** Whether the model fails, rather than that it is spared, may spend no more, or cannot be counted. */
  get isFailing(): boolean {
    return !sparing.has(this.kind)
  }
}

const sparing: ReadonlySet<ModelFaultKind> = new Set(['aborted', 'busy', 'budget', 'uncounted'])
