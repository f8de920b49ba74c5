import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, WireFault } from './fault.ts'
import { replyResult, resultIn } from './wire.ts'

/** The answer to an earlier request; while there is none, this one's with another id. */
export const rpcBadId: WireFault = {
  type: 'rpc_bad_id',
  apply: async ({ endpoint, request, signal, inner, memory }) => {
    const reply = await inner(endpoint, request, signal)
    const earlier = memory.entries().find(([key]) => key !== keyOf(request))
    remember(request, reply, memory)
    return earlier === undefined
      ? replyResult({ ...request, id: request.id + 1 }, resultIn(reply))
      : { ...reply, text: earlier[1] }
  },
  observe: ({ request, reply, memory }) => remember(request, reply, memory),
}

function keyOf({ method, params }: RpcRequest): string {
  return `${method} ${JSON.stringify(params)}`
}

function remember(request: RpcRequest, reply: RpcReply, memory: FaultMemory): void {
  memory.set(keyOf(request), reply.text)
}
