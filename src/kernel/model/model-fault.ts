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

  constructor(kind: ModelFaultKind, options: { httpStatus?: number; retryAfterSeconds?: number } = {}) {
    super(
      `The model gave no text: ${kind}${options.httpStatus === undefined ? '' : ` ${options.httpStatus}`}`,
    )
    this.name = 'ModelFault'
    this.kind = kind
    this.httpStatus = options.httpStatus
    this.retryAfterSeconds = options.retryAfterSeconds ?? 10
  }
}
