import type { RpcErrorAnswer } from './errors.ts'

/**
 * `request`: about what was requested, so every endpoint would answer the same.
 * `endpoint`: about this endpoint's state; another one may know better, and if none does, it is the answer.
 * `rate_limited`: the endpoint takes no more requests for now.
 */
export type ErrorScope = 'request' | 'endpoint' | 'rate_limited'

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
