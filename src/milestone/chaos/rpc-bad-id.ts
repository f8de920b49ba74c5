import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, WireFault } from './fault.ts'
import { replyResult, resultIn } from './wire.ts'

/** The answer to an earlier request, or this one's under another id while there is no earlier one. */
export const rpcBadId: WireFault = {
  type: 'rpc_bad_id',
  strike: async ({ endpoint, request, signal, inner, memory }) => {
    const reply = await inner(endpoint, request, signal)
    const earlier = memory.entries().find(([question]) => question !== questionOf(request))
    remember(request, reply, memory)
    return earlier === undefined
      ? replyResult({ ...request, id: request.id + 1 }, resultIn(reply))
      : { ...reply, text: earlier[1] }
  },
  watch: ({ request, reply, memory }) => remember(request, reply, memory),
}

function questionOf({ method, params }: RpcRequest): string {
  return `${method} ${JSON.stringify(params)}`
}

function remember(request: RpcRequest, reply: RpcReply, memory: FaultMemory): void {
  memory.set(questionOf(request), reply.text)
}
