import { EndpointFault, type RpcErrorAnswer } from './errors.ts'
import { readRetryAfter } from './retry-after.ts'
import type { RpcReply, RpcRequest } from './rpc.ts'

/** What an endpoint said, in the shape of JSON-RPC. */
export type Said = { result: unknown; error?: never } | { error: RpcErrorAnswer; result?: never }

/** HTTP answers by which providers refuse a request for what it asks. */
const refusingStatuses: readonly number[] = [400, 413, 422]
const limitExceeded = -32005

/**
 * Reads one reply as the answer to `request`.
 * @param now milliseconds since the epoch
 * @throws EndpointFault for everything that is not a JSON-RPC answer to this very request
 */
export function readReply(request: RpcRequest, reply: RpcReply, now: number): Said {
  const { status } = reply
  if (status === 429 || status === 503) throw busy(reply, now)
  if (status >= 200 && status < 300) return saidIn(request, parse(reply.text))
  const error = status >= 400 ? errorIn(request, reply.text) : undefined
  if (error !== undefined) return { error }
  // Too much was asked for: the one who asks can ask for less.
  if (request.method === 'eth_getLogs' && refusingStatuses.includes(status)) {
    return { error: { code: limitExceeded, message: `refused with HTTP status ${status}` } }
  }
  throw new EndpointFault('http_status', `answered with HTTP status ${status}`)
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
  if (text === '') throw new EndpointFault('malformed', 'sent an empty answer')
  try {
    return JSON.parse(text)
  } catch {
    throw new EndpointFault('malformed', 'sent an answer that is not JSON')
  }
}

function saidIn(request: RpcRequest, body: unknown): Said {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new EndpointFault('malformed', 'sent an answer that is no JSON-RPC object')
  if (!('jsonrpc' in body) || body.jsonrpc !== '2.0')
    throw new EndpointFault('malformed', 'sent an answer that is not of JSON-RPC 2.0')
  if (!('id' in body) || body.id !== request.id)
    throw new EndpointFault('wrong_id', 'sent the answer to another request')
  const error = 'error' in body && body.error !== null ? body.error : undefined
  const hasResult = 'result' in body && body.result !== undefined
  if (error === undefined && hasResult) return { result: body.result }
  if (error === undefined || (hasResult && body.result !== null))
    throw new EndpointFault('malformed', 'must send a result or an error: it sent both or none')
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
  throw new EndpointFault('malformed', 'sent an error without code or message')
}

/** Some nodes send a JSON-RPC error with an HTTP status that says the same. */
function errorIn(request: RpcRequest, text: string): RpcErrorAnswer | undefined {
  try {
    return saidIn(request, JSON.parse(text)).error
  } catch {
    return undefined
  }
}
