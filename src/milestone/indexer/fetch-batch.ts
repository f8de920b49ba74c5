import PQueue from 'p-queue'
import type { Address, Hex } from 'viem'
import type { Deployment } from '../contracts/deployment.ts'
import { type BloomEntries, mayLackLogs } from './bloom.ts'
import { type ChainLog, type ChainReader, ChainRefusal, type Header, type LogRange } from './chain-reader.ts'
import { eventsOf, followedAddresses } from './event-codec.ts'
import type { ChainEvent } from './events.ts'
import { undoDepthBlocks } from './read-model.ts'
import { NodeUnsettled, presentHeader } from './reorg.ts'
import type { BlockRef } from './state.ts'

/** Blocks after a parent, whose hashes and logs agree with each other. */
export interface FetchedBlocks {
  blocks: readonly BlockRef[]
  events: readonly ChainEvent[]
  /** Whether the last block is the node's head. */
  reachesTip: boolean
  /** Blocks whose logs were read again as their bloom filter indicated more. */
  refetched: readonly BlockRef[]
  /** How many blocks the node answers for in one request; undefined when it refused no range. */
  spanMax: number | undefined
}

export interface FetchScope {
  reader: ChainReader
  deployment: Deployment
  bloomEntries: BloomEntries
}

const concurrentRequests = 16

/** The next blocks after `parent`, up to `span` of them; far from the tip not all of their headers are read. */
export async function fetchBatch(
  scope: FetchScope,
  { parent, tip, span }: { parent: BlockRef | undefined; tip: Header; span: number },
): Promise<FetchedBlocks> {
  const fromBlock = parent === undefined ? scope.deployment.startBlock.number : parent.number + 1
  const farEnd = tip.number - undoDepthBlocks
  return fromBlock > farEnd
    ? await fetchNear(scope, { parent, tip, fromBlock, toBlock: Math.min(tip.number, fromBlock + span - 1) })
    : await fetchFar(scope, { parent, fromBlock, toBlock: Math.min(farEnd, fromBlock + span - 1) })
}

interface NearRange {
  parent: BlockRef | undefined
  tip: Header
  fromBlock: number
  toBlock: number
}

/** Near the tip every header is read, and every parent hash and log must match. */
async function fetchNear(
  { reader, deployment, bloomEntries }: FetchScope,
  { parent, tip, fromBlock, toBlock }: NearRange,
): Promise<FetchedBlocks> {
  const headers = await mapConcurrently(numbersFrom(fromBlock, toBlock), async (number) =>
    number === tip.number ? tip : await presentHeader(reader, number),
  )
  checkChain(parent, headers)
  const addresses = followedAddresses(deployment)
  const [only] = headers
  const ranged =
    only !== undefined && headers.length === 1
      ? { logs: await readBlockLogs(reader, only, addresses), spanMax: undefined }
      : await readLogs(reader, { fromBlock, toBlock }, addresses)
  const logs = groupByBlock(ranged.logs)
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  for (const [number, ofBlock] of logs) checkHash(byNumber.get(number), ofBlock)

  const refetched: BlockRef[] = []
  for (const header of headers) {
    const found = logs.get(header.number) ?? []
    if (!mayLackLogs(header.logsBloom, bloomEntries, found)) continue
    const again = await readBlockLogs(reader, header, addresses)
    checkHash(header, again)
    if (again.length === found.length) continue
    logs.set(header.number, again)
    refetched.push(refOf(header))
  }
  const timestamps = new Map(headers.map((header) => [header.number, header.timestamp]))
  return {
    blocks: headers.map(refOf),
    events: eventsOf(deployment, sorted(logs), timestamps),
    reachesTip: toBlock === tip.number,
    refetched,
    spanMax: ranged.spanMax,
  }
}

/** Far from the tip only the two ends are read, before and after the logs; the cross-check covers the blocks between. */
async function fetchFar(
  { reader, deployment }: FetchScope,
  { parent, fromBlock, toBlock }: { parent: BlockRef | undefined; fromBlock: number; toBlock: number },
): Promise<FetchedBlocks> {
  const first = await presentHeader(reader, fromBlock)
  checkChain(parent, [first])
  const ranged = await readLogs(reader, { fromBlock, toBlock }, followedAddresses(deployment))
  const logs = groupByBlock(ranged.logs)
  const last = fromBlock === toBlock ? first : await presentHeader(reader, toBlock)
  for (const [number, ofBlock] of logs) {
    if (number < fromBlock || number > toBlock)
      throw new NodeUnsettled(`The node sent logs of block ${number}`)
    checkHash(number === fromBlock ? first : number === toBlock ? last : ofBlock[0]?.blockHash, ofBlock)
  }
  return {
    blocks: first === last ? [refOf(first)] : [refOf(first), refOf(last)],
    events: eventsOf(deployment, sorted(logs), await timestampsOf(reader, logs)),
    reachesTip: false,
    refetched: [],
    spanMax: ranged.spanMax,
  }
}

/** The same blocks once more, with each block's logs by its hash: slow, and independent of how a node reads ranges. */
export async function refetchByBlock(
  { reader, deployment }: FetchScope,
  { parent, fetched }: { parent: BlockRef | undefined; fetched: FetchedBlocks },
): Promise<FetchedBlocks> {
  const fromBlock = parent === undefined ? deployment.startBlock.number : parent.number + 1
  const last = fetched.blocks.at(-1)
  const numbers = numbersFrom(fromBlock, last?.number ?? fromBlock)
  const headers = await mapConcurrently(numbers, (number) => presentHeader(reader, number))
  checkChain(parent, headers)
  if (headers.at(-1)?.hash !== last?.hash)
    throw new NodeUnsettled('The chain moved while logs were read again')
  const addresses = followedAddresses(deployment)
  const logs = await mapConcurrently(headers, async (header) => {
    const found = await readBlockLogs(reader, header, addresses)
    checkHash(header, found)
    return found
  })
  const timestamps = new Map(headers.map((header) => [header.number, header.timestamp]))
  const events = eventsOf(deployment, sorted(groupByBlock(logs.flat())), timestamps)
  return { ...fetched, events }
}

function numbersFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** @throws NodeUnsettled when a block is not the next one's parent: the chain moved while it was read */
function checkChain(parent: BlockRef | undefined, headers: readonly Header[]): void {
  let previous = parent
  for (const header of headers) {
    if (previous !== undefined && header.parentHash !== previous.hash) {
      throw new NodeUnsettled(`The chain moved at block ${header.number} while it was read`)
    }
    previous = header
  }
}

function checkHash(expected: Header | string | undefined, logs: readonly ChainLog[]): void {
  const hash = typeof expected === 'string' ? expected : expected?.hash
  const foreign = logs.find((log) => log.blockHash !== hash)
  if (foreign !== undefined)
    throw new NodeUnsettled(`The chain moved at block ${foreign.blockNumber} while its logs were read`)
}

function groupByBlock(logs: readonly ChainLog[]): Map<number, ChainLog[]> {
  const groups = new Map<number, ChainLog[]>()
  for (const log of logs) {
    const group = groups.get(log.blockNumber)
    if (group === undefined) groups.set(log.blockNumber, [log])
    else group.push(log)
  }
  return groups
}

/** In chain order, each log once, regardless of the order of the node. */
function sorted(groups: ReadonlyMap<number, ChainLog[]>): ChainLog[] {
  return [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([, logs]) => logs.sort((a, b) => a.logIndex - b.logIndex))
    .filter((log, index, all) => {
      const before = all[index - 1]
      return before?.blockNumber !== log.blockNumber || before.logIndex !== log.logIndex
    })
}

/** From the logs where the node puts them there, otherwise from the headers of the blocks with logs. */
async function timestampsOf(
  reader: ChainReader,
  groups: ReadonlyMap<number, readonly ChainLog[]>,
): Promise<Map<number, number>> {
  const entries = await mapConcurrently([...groups], async ([number, logs]): Promise<[number, number]> => {
    const known = logs[0]?.timestamp
    if (known !== undefined) return [number, known]
    const header = await presentHeader(reader, number)
    checkHash(header, logs)
    return [number, header.timestamp]
  })
  return new Map(entries)
}

/** The results keep the order of the items; after a failure nothing more is started. */
async function mapConcurrently<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const queue = new PQueue({ concurrency: concurrentRequests })
  try {
    return await queue.addAll(items.map((item) => () => map(item)))
  } finally {
    queue.clear()
  }
}

function refOf({ number, hash, parentHash, timestamp }: Header): BlockRef {
  return { number, hash, parentHash, timestamp }
}

interface RangeOfLogs {
  logs: ChainLog[]
  /** How many blocks the node answered for in one request; undefined when it refused no range. */
  spanMax: number | undefined
}

/** The logs of a range of blocks; a range that the node refuses is read in halves, down to single blocks. */
async function readLogs(
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
async function readBlockLogs(
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
