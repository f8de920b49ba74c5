import { EndpointFault, type RpcErrorAnswer } from './errors.ts'
import type { Exchange, RpcReply, RpcRequest } from './rpc.ts'

/** A JSON-RPC response without its envelope. */
export type RpcAnswer = { result: unknown; error?: never } | { error: RpcErrorAnswer; result?: never }

/** HTTP statuses by which providers refuse a request for its content. */
const refusingStatuses: readonly number[] = [400, 413, 422]
export const limitExceeded = -32005
/** Upper bound on any `Retry-After`. */
const retryAfterMaxMs = 2_000

/**
 * Reads a reply as the response to `request`.
 * @param now milliseconds since the epoch
 * @throws EndpointFault for everything that is not a JSON-RPC response to this request
 */
export function readReply(request: RpcRequest, reply: RpcReply, now: number): RpcAnswer {
  const { status } = reply
  if (status === 429 || status === 503) throw busy(reply, now)
  if (status >= 200 && status < 300) return answerIn(request, parse(reply.text))
  const error = status >= 400 ? errorIn(request, reply.text) : undefined
  if (error !== undefined) return { error }
  // As an error of JSON-RPC it reaches the caller, who can request fewer logs.
  if (request.method === 'eth_getLogs' && refusingStatuses.includes(status)) {
    return { error: { code: limitExceeded, message: `refused with HTTP status ${status}` } }
  }
  throw new EndpointFault('http_status', `answered with HTTP status ${status}`)
}

/** The result of one request over a bare exchange, without retries; undefined when there is none in time. */
export async function resultFrom(
  exchange: Exchange,
  endpoint: string,
  { method, params, timeoutMs }: Pick<RpcRequest, 'method' | 'params'> & { timeoutMs: number },
): Promise<unknown> {
  const request = { jsonrpc: '2.0', id: 1, method, params } as const
  try {
    return readReply(request, await exchange(endpoint, request, AbortSignal.timeout(timeoutMs)), 0).result
  } catch {
    return undefined
  }
}

function busy({ status, retryAfter }: RpcReply, now: number): EndpointFault {
  const retryAfterMs = readRetryAfter(retryAfter, now)
  return new EndpointFault(
    status === 429 ? 'rate_limited' : 'http_status',
    `answered with HTTP status ${status}`,
    retryAfterMs === undefined ? {} : { retryAfterMs },
  )
}

function parse(text: string): unknown {
  if (text === '') throw malformed('sent an empty answer')
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('sent an answer that is not JSON')
  }
}

function answerIn(request: RpcRequest, body: unknown): RpcAnswer {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('sent an answer that is not a JSON-RPC object')
  if (!('jsonrpc' in body) || body.jsonrpc !== '2.0')
    throw malformed('sent an answer that is not of JSON-RPC 2.0')
  if (!('id' in body) || body.id !== request.id)
    throw new EndpointFault('wrong_id', 'sent the answer to another request')
  const error = 'error' in body && body.error !== null ? body.error : undefined
  const hasResult = 'result' in body && body.result !== undefined
  if (error === undefined && hasResult) return { result: body.result }
  if (error === undefined || (hasResult && body.result !== null))
    throw malformed('must send a result or an error: it sent both or none')
  return { error: errorOf(error) }
}

function errorOf(error: unknown): RpcErrorAnswer {
  if (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'number' &&
    'message' in error &&
    typeof error.message === 'string'
  ) {
    const { code, message } = error
    return { code, message, ...('data' in error ? { data: error.data } : {}) }
  }
  throw malformed('sent an error without code or message')
}

/** Some nodes send a JSON-RPC error with an HTTP error status. */
function errorIn(request: RpcRequest, text: string): RpcErrorAnswer | undefined {
  try {
    return answerIn(request, JSON.parse(text)).error
  } catch {
    return undefined
  }
}

function malformed(text: string): EndpointFault {
  return new EndpointFault('malformed', text)
}

/**
 * The wait that a `Retry-After` header requests, in milliseconds and within the bound. Undefined when the header is
 * absent, or neither seconds nor a date.
 * @param now milliseconds since the epoch
 */
function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, retryAfterMaxMs)
  // Dates begin with a weekday; `Date.parse` would read "-1" and "2.5" as years.
  const at = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), retryAfterMaxMs)
}

/**
 * `request`: about what was requested, so every endpoint would answer the same.
 * `endpoint`: about this endpoint's state; another one may know better, and if none does, it is the answer.
 * `rate_limited`: the endpoint takes no more requests for now.
 */
type ErrorScope = 'request' | 'endpoint' | 'rate_limited'

const parseError = -32700
const invalidRequest = -32600
const methodNotFound = -32601
const internalError = -32603
const resourceNotFound = -32001
const resourceUnavailable = -32002
/** Provider-specific: HTTP's number in a JSON body, and "N/second request limit reached". */
const rateLimitCodes: readonly number[] = [429, -32007]
const endpointCodes: readonly number[] = [
  parseError,
  invalidRequest,
  methodNotFound,
  internalError,
  resourceNotFound,
  resourceUnavailable,
]

const rateLimitWords =
  /rate.?limit|request rate|too many requests|requests? per (second|minute|day)|\/second request|capacity/i
const endpointWords =
  /unknown block|(header|block|state) (is )?not (found|available)|block ?out ?of ?range|missing trie node|pruned|not synced|syncing/i
const aboutTransaction = /revert|nonce|already (known|imported)|underpriced|insufficient funds|intrinsic gas/i

/** Nodes agree on few codes, so the message decides where the code does not. */
export function errorScope({ code, message }: RpcErrorAnswer): ErrorScope {
  if (code === 3 || aboutTransaction.test(message)) return 'request'
  if (rateLimitCodes.includes(code) || rateLimitWords.test(message)) return 'rate_limited'
  if (endpointCodes.includes(code) || endpointWords.test(message)) return 'endpoint'
  return 'request'
}
