import type { Hex } from 'viem'

/** What only the node of a demo chain can do, over a connection of its own that no fault touches. */
export interface NodeActions {
  /** Takes back the newest `depth` blocks, with everything in them, and mines as many empty ones. */
  reorg(depth: number): Promise<void>
  /** Forgets a transaction that waits to be mined. */
  dropTransaction(hash: Hex): Promise<void>
  /** Base fee of the next block, in wei. */
  setNextBaseFee(wei: bigint): Promise<void>
  /** Mines one block now. */
  mine(): Promise<void>
}
