import type { Address, Hex } from 'viem'
import { type ChainLog, type ChainReader, ChainRefusal, type LogRange } from './chain-reader.ts'

interface RangeOfLogs {
  logs: ChainLog[]
  /** How many blocks the node answered for in one request; undefined when it refused no range. */
  spanMax: number | undefined
}

/** The logs of a range of blocks; a range that the node refuses is read in halves, down to single blocks. */
export async function readLogs(
  reader: ChainReader,
  { fromBlock, toBlock }: { fromBlock: number; toBlock: number },
  addresses: readonly Address[],
): Promise<RangeOfLogs> {
  try {
    return { logs: await reader.logs({ fromBlock, toBlock }, addresses), spanMax: undefined }
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error
  }
  if (fromBlock === toBlock)
    return { logs: await readInParts(reader, { fromBlock, toBlock }, addresses), spanMax: 1 }
  const middle = (fromBlock + toBlock) >> 1
  const older = await readLogs(reader, { fromBlock, toBlock: middle }, addresses)
  const newer = await readLogs(reader, { fromBlock: middle + 1, toBlock }, addresses)
  const spanMax = Math.min(older.spanMax ?? middle - fromBlock + 1, newer.spanMax ?? toBlock - middle)
  return { logs: [...older.logs, ...newer.logs], spanMax }
}

/** The logs of one block, by its hash; a block that is too large for one answer is read contract by contract. */
export async function readBlockLogs(
  reader: ChainReader,
  { hash: blockHash }: { hash: Hex },
  addresses: readonly Address[],
): Promise<ChainLog[]> {
  try {
    return await reader.logs({ blockHash }, addresses)
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error
  }
  return await readInParts(reader, { blockHash }, addresses)
}

async function readInParts(
  reader: ChainReader,
  range: LogRange,
  addresses: readonly Address[],
): Promise<ChainLog[]> {
  const parts: ChainLog[] = []
  for (const address of addresses) parts.push(...(await reader.logs(range, [address])))
  return parts
}
