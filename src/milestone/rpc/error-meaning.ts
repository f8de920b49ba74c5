import type { RpcErrorAnswer } from './errors.ts'

/**
 * `answer`: about what was asked, so that everybody would say the same.
 * `elsewhere`: about this endpoint's state; another one may know better, and if none does, it is the answer.
 * `rate_limited`: the endpoint wants to be left alone.
 */
export type ErrorMeaning = 'answer' | 'elsewhere' | 'rate_limited'

const parseError = -32700
const invalidRequest = -32600
const methodNotFound = -32601
const internalError = -32603
const resourceNotFound = -32001
const resourceUnavailable = -32002
/** Of providers' own making: HTTP's number in a JSON body, and "N/second request limit reached". */
const rateLimitCodes: readonly number[] = [429, -32007]
const elsewhereCodes: readonly number[] = [
  parseError,
  invalidRequest,
  methodNotFound,
  internalError,
  resourceNotFound,
  resourceUnavailable,
]

const rateLimitWords =
  /rate.?limit|request rate|too many requests|requests? per (second|minute|day)|\/second request|capacity/i
const elsewhereWords =
  /unknown block|(header|block|state) (is )?not (found|available)|block ?out ?of ?range|missing trie node|pruned|not synced|syncing/i
const aboutTransaction = /revert|nonce|already (known|imported)|underpriced|insufficient funds|intrinsic gas/i

/** Nodes agree on few codes, so words decide where codes do not. */
export function errorMeaning({ code, message }: RpcErrorAnswer): ErrorMeaning {
  if (code === 3 || aboutTransaction.test(message)) return 'answer'
  if (rateLimitCodes.includes(code) || rateLimitWords.test(message)) return 'rate_limited'
  if (elsewhereCodes.includes(code) || elsewhereWords.test(message)) return 'elsewhere'
  return 'answer'
}
