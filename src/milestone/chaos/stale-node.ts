import { asksHead, seenIn } from '../rpc/head-tracker.ts'
import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, WireFault } from './fault.ts'
import { replyResult, resultIn } from './wire.ts'

/** The head as this endpoint told it earlier. Strikes once the chain has moved on since then. */
export const staleNode: WireFault = {
  type: 'stale_node',
  layer: 1,
  methods: ['eth_blockNumber', 'eth_getBlockByNumber'],
  strike: async ({ endpoint, request, signal, inner, memory, miss }) => {
    const reply = await inner(endpoint, request, signal)
    const number = headIn(request, reply)
    const older = memory
      .entries()
      .find(([key]) => number !== undefined && key.startsWith(shapeOf(request)) && numberOf(key) < number)
    remember(request, reply, memory)
    if (older !== undefined) return replyResult(request, JSON.parse(older[1]))
    miss()
    return reply
  },
  watch: ({ request, reply, memory }) => remember(request, reply, memory),
}

function remember(request: RpcRequest, reply: RpcReply, memory: FaultMemory): void {
  const number = headIn(request, reply)
  if (number === undefined) return
  memory.set(`${shapeOf(request)} ${number}`, JSON.stringify(resultIn(reply)))
}

function headIn({ method, params }: RpcRequest, reply: RpcReply): number | undefined {
  return asksHead(method, params) ? seenIn(method, params, resultIn(reply))?.number : undefined
}

/** A number, a block with hashes and a block with transactions cannot stand in for each other. */
function shapeOf({ method, params }: RpcRequest): string {
  return `${method}/${params[1] === true}`
}

function numberOf(key: string): number {
  return Number(key.split(' ').at(-1))
}
