import { BaseError, RpcRequestError } from 'viem'
import { scrubUrls } from './scrub-urls.ts'

/** In what way an endpoint failed. */
export type FaultKind =
  | 'timeout'
  | 'connection'
  | 'http_status'
  | 'rate_limited'
  | 'malformed'
  | 'wrong_id'
  | 'too_large'
  | 'wrong_chain'
  | 'stale_head'
  | 'split_head'
  | 'missing_logs'

/** One endpoint did not answer as it must; another one, or a later try, may. The text never holds more than its origin. */
export class EndpointFault extends Error {
  readonly kind: FaultKind
  /** Whether it tells against the endpoint itself. */
  readonly counts: boolean
  /** How long the endpoint asked to be left alone, within the limit. */
  readonly retryAfterMs: number | undefined

  constructor(kind: FaultKind, text: string, options: { counts?: boolean; retryAfterMs?: number } = {}) {
    super(scrubUrls(text))
    this.name = 'EndpointFault'
    this.kind = kind
    this.counts = options.counts ?? true
    this.retryAfterMs = options.retryAfterMs
  }
}

/** What a node answers in place of a result. */
export interface RpcErrorAnswer {
  code: number
  message: string
  data?: unknown
}

/**
 * A node answered, and its answer is an error: a revert, a nonce that is used, a range that is too large. Asking again
 * would bring the same. `code` and `data` are the node's, `details` its words; viem decodes reverts from it.
 */
export class RpcAnswerError extends RpcRequestError {
  constructor(method: string, { code, message, data }: RpcErrorAnswer, origin: string) {
    super({
      body: { method },
      error: { code, message: scrubUrls(message), ...(data === undefined ? {} : { data }) },
      url: origin,
    })
    this.name = 'RpcAnswerError'
  }
}

/** No endpoint answered as it must within the time. */
export class RpcUnavailable extends BaseError {
  /** The last fault of each endpoint, by its origin. */
  readonly faults: readonly { origin: string; fault: EndpointFault }[]

  constructor(
    method: string,
    { waitedMs, faults }: { waitedMs: number; faults: readonly { origin: string; fault: EndpointFault }[] },
  ) {
    const reasons = faults.map(({ origin, fault }) => `${origin} ${fault.message}`).join('; ')
    const text = `Cannot get an answer to ${method} as an endpoint must give one: within ${Math.round(waitedMs)} ms ${reasons === '' ? 'none could be asked' : reasons}`
    super(text, { name: 'RpcUnavailable' })
    this.message = text
    this.faults = faults
  }
}
