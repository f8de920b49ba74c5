import type { Log } from '../../kernel/log.ts'
import type { BlockRef } from '../indexer/state.ts'
import type { BlockJournal } from './block-journal.ts'
import type { NodeRpc } from './node-rpc.ts'
import { createPair } from './pair.ts'

export const demoChainId = 31337

export type AnvilState =
  | 'starting'
  | 'replaying'
  | 'preparing'
  | 'ready'
  | 'restarting'
  | 'failed'
  | 'stopped'

export interface AnvilStatus {
  state: AnvilState
  /** How often the node was started again because it had died. */
  restarts: number
  /** The same for as long as the service runs. */
  rpcUrl: string
  /** The node itself, for tools that must not pass the door; gone while it is down. */
  node: { pid: number; url: string } | undefined
}

/** Something that went wrong with the node, and what came of it. */
export interface AnvilRecovery {
  event: 'node_exit' | 'leader_exit' | 'follower_diverged' | 'replay_cut'
  context: string
  action: string
  outcome: 'success' | 'degraded'
  latencyMs: number | undefined
}

export interface AnvilOptions {
  /** Where the journal and the node's files are kept. */
  folder: string
  binary: string
  log: Log
  /** Seconds since the epoch; only a journal that does not exist yet takes it. */
  genesisTimestamp: number
  /** 0 picks a free one. */
  port?: number
  /** Brings a node that stands at the journal's head to where the chain may be used; runs after every replay. */
  prepare?: (rpc: NodeRpc, journal: BlockJournal) => Promise<void>
  onReplay?: (done: number, total: number) => void
  onRecovery?: (recovery: AnvilRecovery) => void
  now?: () => number
  backoffMs?: (failures: number) => number
}

/** The demo chain's node: one process after the other behind one address, all with the same blocks. */
export interface Anvil {
  readonly rpcUrl: string
  /** Read only: what is written goes through `prepare` and `journalBlocks`. */
  readonly journal: Pick<BlockJournal, 'genesisTimestamp' | 'headNumber' | 'hashAt' | 'isMarked'>
  /** Resolves when the node can be used for the first time; rejects when it never will be. */
  readonly ready: Promise<void>
  status(): AnvilStatus
  /**
   * Makes sure that these blocks survive the node, with everything else up to its head.
   * @throws Error when the node does not have them (any more), or is down: then they must not be shown
   */
  journalBlocks(blocks: readonly Pick<BlockRef, 'number' | 'hash'>[]): Promise<void>
  stop(): Promise<void>
}

/**
 * The demo chain on a single node.
 * @throws StartupError when the port is taken or the journal cannot be read
 */
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
