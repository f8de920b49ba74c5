import type { Hex } from 'viem'
import { type NodeRpc, quantity, readBlock, readHead } from './node-rpc.ts'

const recentBlocks = 128

/** The node lost a part of the chain that it must hold. Its process cannot be used any more. */
export class NodeDamaged extends Error {
  constructor(lost: string) {
    super(`Cannot use the node as it must hold the whole chain: it lost ${lost}`)
    this.name = 'NodeDamaged'
  }
}

/** Finds nodes that lost a part of the chain and passes them to `onDamage` before the error is thrown. */
export function createDamageCheck<Node extends { readonly rpc: NodeRpc }>(
  contracts: () => readonly Hex[],
  onDamage: (node: Node, reason: string) => void,
) {
  let withCode: Hex[] = []
  const guard = async <Result>(node: Node, task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task()
    } catch (error) {
      if (error instanceof NodeDamaged) onDamage(node, error.message)
      throw error
    }
  }
  const requireKnownCode = ({ rpc }: Node) => requireCode(rpc, withCode)
  return {
    guard,
    /** From now on every node must have the code that the contracts have on this one. */
    learnCode: async ({ rpc }: Node) => {
      withCode = await addressesWithCode(rpc, contracts())
    },
    requireCode: requireKnownCode,
    inspect: (node: Node) =>
      guard(node, async () => {
        await requireBlocks(node.rpc)
        await requireKnownCode(node)
      }),
  }
}

/** @throws NodeDamaged when one of the newest blocks below the node's head is missing */
async function requireBlocks(rpc: NodeRpc): Promise<void> {
  const head = await readHead(rpc)
  const from = Math.max(0, head.number - recentBlocks)
  const numbers = Array.from({ length: head.number - from }, (_, index) => from + index)
  const found = await rpc.batch(numbers.map((number) => ['eth_getBlockByNumber', [quantity(number), false]]))
  const missing = numbers[found.indexOf(null)]
  if (missing === undefined || (await readHead(rpc)).number < missing) return
  // Read again: the chain may have been taken back meanwhile.
  if ((await readBlock(rpc, missing)) === undefined) throw new NodeDamaged(`block ${missing}`)
}

/** Those of the addresses that have code at the node's head. */
async function addressesWithCode(rpc: NodeRpc, addresses: readonly Hex[]): Promise<Hex[]> {
  const codes = await rpc.batch(addresses.map((address) => ['eth_getCode', [address, 'latest']]))
  return addresses.filter((_, index) => codes[index] !== '0x')
}

/** @throws NodeDamaged when one of the addresses has no code at the node's head */
async function requireCode(rpc: NodeRpc, addresses: readonly Hex[]): Promise<void> {
  const found = new Set(await addressesWithCode(rpc, addresses))
  const missing = addresses.filter((address) => !found.has(address))
  if (missing.length > 0) throw new NodeDamaged(`the code of ${missing.join(', ')}`)
}
