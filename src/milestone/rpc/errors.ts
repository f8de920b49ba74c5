import { BaseError, RpcRequestError } from 'viem'

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

/** One endpoint failed; another one, or a retry, may succeed. The message shows no more of a URL than its origin. */
export class EndpointFault extends Error {
  readonly kind: FaultKind
  /** Whether it counts against the endpoint's health. */
  readonly counts: boolean
  /** From the endpoint's `Retry-After`, within the bound. */
  readonly retryAfterMs: number | undefined

  constructor(kind: FaultKind, text: string, options: { counts?: boolean; retryAfterMs?: number } = {}) {
    super(scrubUrls(text))
    this.name = 'EndpointFault'
    this.kind = kind
    this.counts = options.counts ?? true
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The error object of a JSON-RPC response. */
export interface RpcErrorAnswer {
  code: number
  message: string
  data?: unknown
}

/**
 * A node answered with an error: a revert, a used nonce, too large a range. A retry would bring the same. `code`,
 * `data` and `details` (the message) are the node's; viem decodes reverts from it.
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

/** No endpoint answered correctly before the deadline. */
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

const url = /\b([a-z][a-z0-9+.-]*):\/\/[^\s"'<>`\\]+/gi
const textMax = 500

/** Cuts every URL in an external text to scheme and host, as paths and queries may hold keys. */
function scrubUrls(text: string): string {
  const scrubbed = text.replace(url, (found) => originOf(found))
  return scrubbed.length > textMax ? `${scrubbed.slice(0, textMax)}...` : scrubbed
}

/** Scheme, host and port: the part of a URL that may be shown. */
export function originOf(url: string): string {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}`
  } catch {
    return 'an address'
  }
}
