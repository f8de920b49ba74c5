import type { Log } from '../../kernel/log.ts'
import type { BlockJournal } from './block-journal.ts'
import type { NodeRpc } from './node-rpc.ts'

export const demoChainId = 31337

export type AnvilState =
  | 'starting'
  | 'replaying'
  | 'preparing'
  | 'ready'
  | 'restarting'
  | 'failed'
  | 'stopped'

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
  /** Of the first node's address; 0 picks a free one. */
  port?: number
  /** Brings a node that stands at the journal's head to where the chain may be used; runs after every replay. */
  prepare?: (rpc: NodeRpc, journal: BlockJournal) => Promise<void>
  onReplay?: (done: number, total: number) => void
  onRecovery?: (recovery: AnvilRecovery) => void
  now?: () => number
  backoffMs?: (failures: number) => number
}
