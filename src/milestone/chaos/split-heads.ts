import { headOf } from '../rpc/check-result.ts'
import { readsHead } from '../rpc/head-tracker.ts'
import type { RpcReply, RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, WireFault } from './fault.ts'
import { replyResult, resultIn } from './wire.ts'

/** Another hash for a newest block that this endpoint has shown before with its true hash. */
export const splitHeads: WireFault = {
  type: 'split_heads',
  // Outside `stale_node`, which would otherwise repeat blocks with changed hashes.
  layer: 2,
  methods: ['eth_getBlockByNumber'],
  apply: async ({ endpoint, request, signal, inner, sample, memory, revoke }) => {
    const reply = await inner(endpoint, request, signal)
    const block = blockIn(request, reply)
    if (block !== undefined && memory.get(keyOf(block)) !== undefined) {
      return replyResult(request, { ...block, hash: otherHash(sample) })
    }
    remember(request, reply, memory)
    revoke()
    return reply
  },
  observe: ({ request, reply, memory }) => remember(request, reply, memory),
}

function remember(request: RpcRequest, reply: RpcReply, memory: FaultMemory): void {
  const block = blockIn(request, reply)
  if (block !== undefined) memory.set(keyOf(block), 'shown')
}

function blockIn({ method, params }: RpcRequest, reply: RpcReply): object | undefined {
  if (method !== 'eth_getBlockByNumber' || !readsHead(method, params)) return undefined
  const block = resultIn(reply)
  return typeof block === 'object' && block !== null && headOf(block) !== undefined ? block : undefined
}

function keyOf(block: object): string {
  const head = headOf(block)
  return `${head?.number} ${head?.hash}`
}

function otherHash(sample: (name: string) => number): string {
  const words = Array.from({ length: 8 }, (_, word) => Math.floor(sample(`hash ${word}`) * 2 ** 32))
  return `0x${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`
}
