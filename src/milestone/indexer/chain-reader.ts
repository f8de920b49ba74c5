import type { Address, Hex } from 'viem'
import type { CallAt } from '../contracts/lens.ts'
import type { BlockRef } from './state.ts'

/** A block's header. `logsBloom` limits which logs the block may have. */
export interface Header extends BlockRef {
  logsBloom: Hex
}

/** A log as the node sends it. */
export interface ChainLog {
  address: Address
  topics: readonly Hex[]
  data: Hex
  blockNumber: number
  blockHash: Hex
  logIndex: number
  txHash: Hex
  /** Of its block, in seconds since the epoch, when the node includes it. */
  timestamp: number | undefined
}

/** Logs of a range of blocks, ends included, or of exactly one block. */
export type LogRange = { fromBlock: number; toBlock: number } | { blockHash: Hex }

/**
 * All requests of the indexer to a node. Every method rejects with `ChainRefusal` when the node answered with an error,
 * and with another error when it did not answer, or not with what was requested.
 */
export interface ChainReader {
  chainId(): Promise<number>
  head(): Promise<Header>
  /** The block of that number on the node's chain; undefined when it has none. */
  header(number: number): Promise<Header | undefined>
  logs(range: LogRange, addresses: readonly Address[]): Promise<ChainLog[]>
  call: CallAt
}

/** The node answered, and the answer was an error: the range is too large, the state is gone, the block unknown. */
export class ChainRefusal extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ChainRefusal'
  }
}
