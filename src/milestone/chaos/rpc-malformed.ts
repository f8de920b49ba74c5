import { nullableMethods } from '../rpc/check-result.ts'
import type { WireFault } from './fault.ts'
import { pick } from './random.ts'
import { replyResult, replyText, resultIn } from './wire.ts'

/**
 * Cut JSON, a web page, an empty body, a null result, a result of another type. All but the web page reach the node.
 * Where null is a valid result it would be undetectable, so another type is sent instead.
 */
export const rpcMalformed: WireFault = {
  type: 'rpc_malformed',
  apply: async ({ endpoint, request, signal, inner, sample }) => {
    const kind = pick(['cut', 'page', 'empty', 'null', 'type'], sample('kind'))
    if (kind === 'page') return replyText('<!doctype html><title>Sign in to the network</title>')
    const reply = await inner(endpoint, request, signal)
    if (kind === 'empty') return replyText('')
    if (kind === 'cut') return replyText(reply.text.slice(0, Math.floor(reply.text.length / 2)))
    if (kind === 'null' && !nullableMethods.includes(request.method)) return replyResult(request, null)
    return replyResult(request, ofAnotherType(resultIn(reply)))
  },
}

function ofAnotherType(result: unknown): unknown {
  if (typeof result === 'string') return 42
  return Array.isArray(result) ? 'none' : 'latest'
}
