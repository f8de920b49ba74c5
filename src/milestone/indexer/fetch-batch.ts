import type { Address } from 'viem'
import type { Deployment } from '../chain/contracts.ts'
import { type BloomEntries, mayLackLogs } from './bloom.ts'
import { eventsOf, followedAddresses } from './chain-events.ts'
import { type ChainLog, type ChainReader, ChainRefusal, type Header } from './chain-reader.ts'
import type { ChainEvent } from './events.ts'
import { inOrder } from './in-order.ts'
import { undoDepthBlocks } from './read-model.ts'
import { NodeUnsettled } from './reorg.ts'
import type { BlockRef } from './state.ts'

/** Blocks after a parent, whose hashes and logs agree with each other. */
export interface FetchedBlocks {
  blocks: readonly BlockRef[]
  events: readonly ChainEvent[]
  /** Whether the last block is the node's head. */
  reachesTip: boolean
  /** Blocks whose logs had to be asked for again as their bloom filter spoke of more. */
  refetched: readonly BlockRef[]
  /** How many blocks the node answers for at once; undefined when it refused no range. */
  spanMax: number | undefined
}

export interface FetchScope {
  reader: ChainReader
  deployment: Deployment
  bloomEntries: BloomEntries
}

/** Header requests under way at one time. */
const headersAtOnce = 16

/** The next blocks after `parent`: up to `span` of them far from the tip, all of them near it. */
export async function fetchBatch(
  scope: FetchScope,
  { parent, tip, span }: { parent: BlockRef | undefined; tip: Header; span: number },
): Promise<FetchedBlocks> {
  const fromBlock = parent === undefined ? scope.deployment.startBlock.number : parent.number + 1
  const farEnd = tip.number - undoDepthBlocks
  return fromBlock > farEnd
    ? await fetchNear(scope, { parent, fromBlock, tip })
    : await fetchFar(scope, { parent, fromBlock, toBlock: Math.min(farEnd, fromBlock + span - 1) })
}

/** Near the tip every header is read, and every parent hash and log must fit. */
async function fetchNear(
  { reader, deployment, bloomEntries }: FetchScope,
  { parent, fromBlock, tip }: { parent: BlockRef | undefined; fromBlock: number; tip: Header },
): Promise<FetchedBlocks> {
  const numbers = Array.from({ length: tip.number - fromBlock }, (_, index) => fromBlock + index)
  const headers = [...(await inOrder(numbers, headersAtOnce, (number) => headerOf(reader, number))), tip]
  checkChain(parent, headers)
  const addresses = followedAddresses(deployment)
  const ranged =
    fromBlock === tip.number
      ? { logs: await reader.logs({ blockHash: tip.hash }, addresses), spanMax: undefined }
      : await readRange(reader, { fromBlock, toBlock: tip.number }, addresses)
  const logs = groupByBlock(ranged.logs)
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  for (const [number, ofBlock] of logs) checkHash(byNumber.get(number), ofBlock)

  const refetched: BlockRef[] = []
  for (const header of headers) {
    const found = logs.get(header.number) ?? []
    if (!mayLackLogs(header.logsBloom, bloomEntries, found)) continue
    const again = await reader.logs({ blockHash: header.hash }, addresses)
    checkHash(header, again)
    if (again.length === found.length) continue
    logs.set(header.number, again)
    refetched.push(refOf(header))
  }
  const timestamps = new Map(headers.map((header) => [header.number, header.timestamp]))
  return {
    blocks: headers.map(refOf),
    events: eventsOf(deployment, sorted(logs), timestamps),
    reachesTip: true,
    refetched,
    spanMax: ranged.spanMax,
  }
}

/** Far from the tip the two ends are read before and after the logs; the cross-check judges what lies between. */
async function fetchFar(
  { reader, deployment }: FetchScope,
  { parent, fromBlock, toBlock }: { parent: BlockRef | undefined; fromBlock: number; toBlock: number },
): Promise<FetchedBlocks> {
  const first = await headerOf(reader, fromBlock)
  checkChain(parent, [first])
  const ranged = await readRange(reader, { fromBlock, toBlock }, followedAddresses(deployment))
  const logs = groupByBlock(ranged.logs)
  const last = fromBlock === toBlock ? first : await headerOf(reader, toBlock)
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

/** The same blocks once more, each block's logs asked for by its hash: slow, and not to be confused by any range. */
export async function refetchByBlock(
  { reader, deployment }: FetchScope,
  { parent, fetched }: { parent: BlockRef | undefined; fetched: FetchedBlocks },
): Promise<FetchedBlocks> {
  const fromBlock = parent === undefined ? deployment.startBlock.number : parent.number + 1
  const last = fetched.blocks.at(-1)
  const numbers = Array.from(
    { length: (last?.number ?? fromBlock) - fromBlock + 1 },
    (_, index) => fromBlock + index,
  )
  const headers = await inOrder(numbers, headersAtOnce, (number) => headerOf(reader, number))
  checkChain(parent, headers)
  if (headers.at(-1)?.hash !== last?.hash)
    throw new NodeUnsettled('The chain moved while logs were read again')
  const addresses = followedAddresses(deployment)
  const logs = await inOrder(headers, headersAtOnce, async (header) => {
    const found = await reader.logs({ blockHash: header.hash }, addresses)
    checkHash(header, found)
    return found
  })
  const timestamps = new Map(headers.map((header) => [header.number, header.timestamp]))
  const events = eventsOf(deployment, sorted(groupByBlock(logs.flat())), timestamps)
  return { ...fetched, events }
}

/** The logs of a range, read in halves of halves when the node refuses it. */
async function readRange(
  reader: ChainReader,
  { fromBlock, toBlock }: { fromBlock: number; toBlock: number },
  addresses: readonly Address[],
): Promise<{ logs: ChainLog[]; spanMax: number | undefined }> {
  try {
    return { logs: await reader.logs({ fromBlock, toBlock }, addresses), spanMax: undefined }
  } catch (error) {
    if (!(error instanceof ChainRefusal) || fromBlock === toBlock) throw error
    const middle = (fromBlock + toBlock) >> 1
    const older = await readRange(reader, { fromBlock, toBlock: middle }, addresses)
    const newer = await readRange(reader, { fromBlock: middle + 1, toBlock }, addresses)
    const spanMax = Math.min(older.spanMax ?? middle - fromBlock + 1, newer.spanMax ?? toBlock - middle)
    return { logs: [...older.logs, ...newer.logs], spanMax }
  }
}

async function headerOf(reader: ChainReader, number: number): Promise<Header> {
  const header = await reader.header(number)
  if (header === undefined) throw new NodeUnsettled(`The node does not answer for block ${number}`)
  return header
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

/** In chain order, each log once, whatever order the node chose. */
function sorted(groups: ReadonlyMap<number, ChainLog[]>): ChainLog[] {
  return [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([, logs]) => logs.sort((a, b) => a.logIndex - b.logIndex))
    .filter((log, index, all) => {
      const before = all[index - 1]
      return before?.blockNumber !== log.blockNumber || before.logIndex !== log.logIndex
    })
}

/** From the logs when the node says them there, otherwise from the headers of the blocks with logs. */
async function timestampsOf(
  reader: ChainReader,
  groups: ReadonlyMap<number, readonly ChainLog[]>,
): Promise<Map<number, number>> {
  const entries = await inOrder(
    [...groups],
    headersAtOnce,
    async ([number, logs]): Promise<[number, number]> => {
      const known = logs[0]?.timestamp
      if (known !== undefined) return [number, known]
      const header = await headerOf(reader, number)
      checkHash(header, logs)
      return [number, header.timestamp]
    },
  )
  return new Map(entries)
}

function refOf({ number, hash, parentHash, timestamp }: Header): BlockRef {
  return { number, hash, parentHash, timestamp }
}
