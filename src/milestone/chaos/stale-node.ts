import { headIn } from '../rpc/head-tracker.ts'
import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, WireFault } from './fault.ts'
import { replyResult, resultIn } from './wire.ts'

/** An earlier head of this endpoint, once the chain has moved on. */
export const staleNode: WireFault = {
  type: 'stale_node',
  layer: 1,
  methods: ['eth_blockNumber', 'eth_getBlockByNumber'],
  apply: async ({ endpoint, request, signal, inner, memory, revoke }) => {
    const reply = await inner(endpoint, request, signal)
    const number = headNumberIn(request, reply)
    const older = memory
      .entries()
      .find(([key]) => number !== undefined && key.startsWith(shapeOf(request)) && numberOf(key) < number)
    remember(request, reply, memory)
    if (older !== undefined) return replyResult(request, JSON.parse(older[1]))
    revoke()
    return reply
  },
  observe: ({ request, reply, memory }) => remember(request, reply, memory),
}

function remember(request: RpcRequest, reply: RpcReply, memory: FaultMemory): void {
  const number = headNumberIn(request, reply)
  if (number === undefined) return
  memory.set(`${shapeOf(request)} ${number}`, JSON.stringify(resultIn(reply)))
}

function headNumberIn({ method, params }: RpcRequest, reply: RpcReply): number | undefined {
  return headIn(method, params, resultIn(reply))?.number
}

/** A number, a block with hashes and a block with transactions have different types. */
function shapeOf({ method, params }: RpcRequest): string {
  return `${method}/${params[1] === true}`
}

function numberOf(key: string): number {
  return Number(key.split(' ').at(-1))
}
