/**
 * Why a model gave no text. `resting` and `busy`: it was not asked, to spare it. `budget`: the tokens of the day are
 * spent. `uncounted`: the database does not count tokens at the moment, so none are spent.
 */
export type ModelFaultKind =
  | 'timeout'
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

  constructor(
    kind: ModelFaultKind,
    options: { httpStatus?: number; retryAfterSeconds?: number; isUnanswered?: boolean } = {},
  ) {
    super(
      `The model gave no text: ${kind}${options.httpStatus === undefined ? '' : ` ${options.httpStatus}`}`,
    )
    this.name = 'ModelFault'
    this.kind = kind
    this.httpStatus = options.httpStatus
    this.retryAfterSeconds = options.retryAfterSeconds ?? 10
    this.isUnanswered = options.isUnanswered ?? false
  }

  /** Whether the model fails, rather than that it is spared, may spend no more, or cannot be counted. */
  get isFailing(): boolean {
    return !sparing.has(this.kind)
  }
}

const sparing: ReadonlySet<ModelFaultKind> = new Set(['busy', 'budget', 'uncounted'])
