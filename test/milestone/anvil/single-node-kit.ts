import { afterEach } from 'bun:test'
import { createNodeRpc } from '../../../src/milestone/anvil/node-rpc.ts'
import { type Anvil, createAnvil } from './single-node.ts'
import { nodeFolder, transfer } from './support.ts'

/** Folders and nodes of the tests of one file, removed after each of them. */
export function useNodes() {
  const cleanups: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  return {
    cleanups,
    useFolder: () => {
      const used = nodeFolder()
      cleanups.push(used.remove)
      return used
    },
    startNode: async (options: Parameters<typeof createAnvil>[0]): Promise<Anvil> => {
      const anvil = await createAnvil(options)
      cleanups.push(() => anvil.stop())
      await anvil.ready
      return anvil
    },
  }
}

export async function transferMany(anvil: Anvil, count: number): Promise<void> {
  const rpc = createNodeRpc(anvil.rpcUrl)
  for (let value = 1; value <= count; value += 1) await transfer(rpc, BigInt(value))
}
