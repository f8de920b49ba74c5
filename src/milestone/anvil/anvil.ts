import type { Hex } from 'viem'
import type { Log } from '../../kernel/runtime/log.ts'
import type { BlockRef } from '../indexer/state.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import type { BlockJournal } from './block-journal.ts'
import type { NodeRpc } from './node-rpc.ts'

export const demoChainId = 31337

/** The demo chain on two nodes with equal blocks, behind one address each: the leader mines, the follower replays. */
export interface Pair {
  readonly rpcUrls: readonly [string, string]
  /** Read only: blocks come from `prepare` and from the leader. */
  readonly journal: Pick<BlockJournal, 'genesisTimestamp' | 'headNumber' | 'hashAt' | 'isMarked' | 'read'>
  /** Resolves when the chain can be used for the first time; rejects when it never will be. */
  readonly ready: Promise<void>
  readonly actions: NodeActions
  status(): PairStatus
  /**
   * Makes sure that these blocks survive the nodes, with everything else up to the leader's head.
   * @throws Error when the leader does not have them (any more), or there is no leader: then they must not be shown
   */
  journalBlocks(blocks: readonly Pick<BlockRef, 'number' | 'hash'>[]): Promise<void>
  /** Starts the second node in the background, once the chain is ready. Until then the first is alone. */
  startSecond(): void
  /** For tests and faults. @returns whether there was a process to signal */
  killNode(which: NodeName | 'leader' | 'follower', signal?: NodeJS.Signals): boolean
  stop(): Promise<void>
}

export type NodeName = 'first' | 'second'

/** Methods of the leader that no public chain has, over a connection that passes neither proxies nor faults. */
export interface NodeActions {
  /** Takes back the newest `depth` blocks, with everything in them, and mines as many empty ones. */
  reorg(depth: number): Promise<void>
  /** Base fee of the next block, in wei. */
  setNextBaseFee(wei: bigint): Promise<void>
  /** Mines one block now. */
  mine(): Promise<void>
}

export interface PairStatus {
  /** Of the chain as a whole: ready while there is a leader. */
  state: AnvilState
  nodes: readonly [NodeStatus, NodeStatus]
}

export type AnvilState =
  | 'starting'
  | 'replaying'
  | 'preparing'
  | 'ready'
  | 'restarting'
  | 'failed'
  | 'stopped'

export interface NodeStatus {
  name: NodeName
  /** Undefined while it is not ready. */
  role: 'leader' | 'follower' | undefined
  state: AnvilState
  /** How often its process was started again. */
  restarts: number
  /** Its proxy: the same for as long as the service runs. */
  rpcUrl: string
  /** The process itself, for tools that must not pass the proxy; undefined while it is down. */
  process: { pid: number; url: string } | undefined
  /** Its newest block, as last seen. */
  head: number | undefined
}

export interface AnvilOptions {
  /** Of the journal and the nodes' files. */
  folder: string
  binary: string
  log: Log
  /** Seconds since the epoch; only used for a journal that does not exist yet. */
  genesisTimestamp: number
  /** Of the first node's address; 0 picks a free one. */
  port?: number
  /** Addresses that keep their code once they have it; a node that loses the code of one is rebuilt. */
  contracts?: () => readonly Hex[]
  /**
   * Extends a chain that was replayed to the journal's head until it can be used; runs after every replay. `checkpoint`
   * saves the state of the journal's head, from which a node begins once the chain is 128 blocks longer.
   */
  prepare?: (rpc: NodeRpc, journal: BlockJournal, checkpoint: () => Promise<void>) => Promise<void>
  onReplay?: (done: number, total: number) => void
  onRecovery?: (recovery: RecoveryEvent) => void
  now?: () => number
  backoffMs?: (failures: number) => number
  timings?: Partial<AnvilTimings>
}

export type NodeRecovery = Omit<RecoveryEvent, 'target'>

export interface AnvilTimings {
  /** From the start of a health check of a process to that of the next. */
  healthCheckMs: number
  /** For the answer to a health check. A process that fails three in a row is killed. */
  healthTimeoutMs: number
  /** For the follower to replay what was sent through its proxy, before the sender has its answer. */
  catchUpMsMax: number
  /** For reads that arrive while blocks are undone or replayed; then they see the chain as it is. */
  readWaitMsMax: number
  /** For reads under way before blocks are undone. */
  drainMsMax: number
  /** Blocks from one checkpoint to the next, at least. */
  checkpointBlocks: number
}

export const timingsDefault: AnvilTimings = {
  healthCheckMs: 1_000,
  healthTimeoutMs: 2_000,
  catchUpMsMax: 250,
  readWaitMsMax: 3_000,
  drainMsMax: 100,
  checkpointBlocks: 250,
}
