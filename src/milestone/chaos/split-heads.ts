import { headOf } from '../rpc/check-result.ts'
import { asksHead } from '../rpc/head-tracker.ts'
import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, WireFault } from './fault.ts'
import { replyResult, resultIn } from './wire.ts'

/** Another hash for a newest block that this endpoint has shown before under its true one. */
export const splitHeads: WireFault = {
  type: 'split_heads',
  // Beyond `stale_node`, which would repeat its blocks as ones that were shown.
  layer: 2,
  methods: ['eth_getBlockByNumber'],
  strike: async ({ endpoint, request, signal, inner, roll, memory, miss }) => {
    const reply = await inner(endpoint, request, signal)
    const block = blockIn(request, reply)
    if (block !== undefined && memory.get(keyOf(block)) !== undefined) {
      return replyResult(request, { ...block, hash: otherHash(roll) })
    }
    remember(request, reply, memory)
    miss()
    return reply
  },
  watch: ({ request, reply, memory }) => remember(request, reply, memory),
}

function remember(request: RpcRequest, reply: RpcReply, memory: FaultMemory): void {
  const block = blockIn(request, reply)
  if (block !== undefined) memory.set(keyOf(block), 'shown')
}

function blockIn({ method, params }: RpcRequest, reply: RpcReply): object | undefined {
  if (method !== 'eth_getBlockByNumber' || !asksHead(method, params)) return undefined
  const block = resultIn(reply)
  return typeof block === 'object' && block !== null && headOf(block) !== undefined ? block : undefined
}

function keyOf(block: object): string {
  const head = headOf(block)
  return `${head?.number} ${head?.hash}`
}

function otherHash(roll: (name: string) => number): string {
  const words = Array.from({ length: 8 }, (_, word) => Math.floor(roll(`hash ${word}`) * 2 ** 32))
  return `0x${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`
}
