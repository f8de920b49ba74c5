import { nullableMethods } from '../rpc/check-result.ts'
import type { WireFault } from './fault.ts'
import { pick } from './random.ts'
import { replyResult, replyText, resultIn } from './wire.ts'

/**
 * Cut JSON, a web page, an empty body, a null result, a result of another type. The node does its work for all of them,
 * but for the web page. Where null is a lawful answer it would be a lie that nobody can see through, so it is not told.
 */
export const rpcMalformed: WireFault = {
  type: 'rpc_malformed',
  strike: async ({ endpoint, request, signal, inner, roll }) => {
    const kind = pick(['cut', 'page', 'empty', 'null', 'type'], roll('kind'))
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
