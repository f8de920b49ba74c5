import type { AnvilOptions, AnvilState, Pair } from '../../../src/milestone/anvil/anvil.ts'
import { createPair } from '../../../src/milestone/anvil/pair.ts'

export interface AnvilStatus {
  state: AnvilState
  /** How often the node was started again because it had died. */
  restarts: number
  /** The same for as long as the service runs. */
  rpcUrl: string
  /** The node itself, for tools that must not pass the proxy; gone while it is down. */
  node: { pid: number; url: string } | undefined
}

/** The demo chain on its first node alone. */
export interface Anvil extends Pick<Pair, 'journal' | 'ready' | 'journalBlocks' | 'stop'> {
  readonly rpcUrl: string
  status(): AnvilStatus
}

/** A chain of which the second node is never brought up. */
export async function createAnvil(options: AnvilOptions): Promise<Anvil> {
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
