import type { Hex } from 'viem'
import type { Log } from '../../kernel/runtime/log.ts'
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

/** How long things may take, and how often they are done. */
export interface NodePace {
  /** Between two looks whether a node answers. */
  lookMs: number
  /** For the answer to a look. A node that gives none three times in a row is killed. */
  answerMs: number
  /** For the node that follows to show what was sent through its door. */
  showMs: number
  /** For readers of a node whose chain is being undone and made anew: then they see it as it is. */
  holdMs: number
  /** For those who were reading before that, until it begins anyway. */
  quietMs: number
  /** Blocks from one saved state to the next, at least. */
  checkpointBlocks: number
}

export const nodePaceDefault: NodePace = {
  lookMs: 1_000,
  answerMs: 2_000,
  showMs: 250,
  holdMs: 1_000,
  quietMs: 100,
  checkpointBlocks: 250,
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
  /** Of the first node's address; 0 picks a free one. */
  port?: number
  /** Addresses that keep their code once they have it; a node that loses the code of one is rebuilt. */
  contracts?: () => readonly Hex[]
  /** Brings a node that stands at the journal's head to where the chain may be used; runs after every replay. */
  prepare?: (rpc: NodeRpc, journal: BlockJournal) => Promise<void>
  onReplay?: (done: number, total: number) => void
  onRecovery?: (recovery: AnvilRecovery) => void
  now?: () => number
  backoffMs?: (failures: number) => number
  pace?: Partial<NodePace>
}
