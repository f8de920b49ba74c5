import type { AnvilOptions } from '../../../src/milestone/anvil/anvil.ts'
import { createPair } from '../../../src/milestone/anvil/pair.ts'

export type Anvil = Awaited<ReturnType<typeof createAnvil>>

/** A chain of which the second node is never brought up. */
export async function createAnvil(options: AnvilOptions) {
  const { rpcUrls, journal, ready, status, journalBlocks, stop } = await createPair(options)
  const [rpcUrl] = rpcUrls
  return {
    rpcUrl,
    journal,
    ready,
    status: () => {
      const { state, nodes } = status()
      return { state, restarts: nodes[0].restarts, rpcUrl, node: nodes[0].process }
    },
    journalBlocks,
    stop,
  }
}
