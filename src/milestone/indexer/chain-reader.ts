import {
  type Address,
  BaseError,
  type Hex,
  HttpRequestError,
  isHex,
  numberToHex,
  type PublicClient,
  ResponseBodyTooLargeError,
  RpcRequestError,
} from 'viem'
import type { CallAt } from '../contracts/lens.ts'
import { hexOf } from '../rpc/shapes.ts'
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

/** HTTP statuses by which providers refuse a request because of its content. */
const refusingStatuses: readonly number[] = [400, 413, 422]

/** Reads the node through a viem client: one plain request at a time, never a JSON-RPC batch. */
export function createViemReader(client: Pick<PublicClient, 'request'>): ChainReader {
  return {
    chainId: async () => Number(await asChainError(client.request({ method: 'eth_chainId' }))),
    head: async () => {
      const block = await asChainError(
        client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
      )
      if (block === null) throw new Error('Cannot read the newest block: the node has none')
      return headerOf(block)
    },
    header: async (number) => {
      const block = await asChainError(
        client.request({ method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }),
      )
      if (block === null) return undefined
      const header = headerOf(block)
      if (header.number !== number)
        throw new Error(`Cannot use the answer for block ${number}: it is another block`)
      return header
    },
    logs: async (range, addresses) => {
      const address = [...addresses]
      const logs = await asChainError(
        client.request(
          {
            method: 'eth_getLogs',
            params: [
              'blockHash' in range
                ? { address, blockHash: range.blockHash }
                : { address, fromBlock: numberToHex(range.fromBlock), toBlock: numberToHex(range.toBlock) },
            ],
          },
          // A range that was too large would only be refused again.
          { retryCount: 0 },
        ),
      )
      if (!Array.isArray(logs)) throw new Error('Cannot read the logs: the answer is not a list')
      return logs.map(logOf)
    },
    call: async ({ to, data, blockHash }) =>
      hexOf(
        await asChainError(client.request({ method: 'eth_call', params: [{ to, data }, { blockHash }] })),
      ),
  }
}

async function asChainError<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (cause) {
    if (isRefusal(cause)) throw new ChainRefusal(messageOfRpc(cause), { cause })
    throw cause
  }
}

function isRefusal(error: unknown): error is BaseError {
  if (!(error instanceof BaseError)) return false
  const found = error.walk(
    (inner) =>
      inner instanceof RpcRequestError ||
      inner instanceof ResponseBodyTooLargeError ||
      (inner instanceof HttpRequestError && refusingStatuses.includes(inner.status ?? 0)),
  )
  return found !== null
}

function messageOfRpc(error: BaseError): string {
  return error.details === '' ? error.shortMessage : error.details
}

function headerOf(block: {
  number: Hex | null
  hash: Hex | null
  parentHash: Hex
  timestamp: Hex
  logsBloom: Hex | null
}): Header {
  return {
    number: Number(hexOf(block.number)),
    hash: hexOf(block.hash),
    parentHash: hexOf(block.parentHash),
    timestamp: Number(hexOf(block.timestamp)),
    logsBloom: hexOf(block.logsBloom),
  }
}

function logOf(log: {
  address: Hex
  topics: readonly Hex[]
  data: Hex
  blockNumber: Hex | null
  blockHash: Hex | null
  logIndex: Hex | null
  transactionHash: Hex | null
  blockTimestamp?: unknown
  removed: boolean
}): ChainLog {
  if (log.removed) throw new Error('Cannot use a log that was removed by a reorg')
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: Number(hexOf(log.blockNumber)),
    blockHash: hexOf(log.blockHash),
    logIndex: Number(hexOf(log.logIndex)),
    txHash: hexOf(log.transactionHash),
    timestamp: isHex(log.blockTimestamp) ? Number(log.blockTimestamp) : undefined,
  }
}
