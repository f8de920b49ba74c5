import type { Deployment } from '../contracts/deployment.ts'
import type { ChainReader, Header } from './chain-reader.ts'
import { undoDepthBlocks } from './read-model.ts'
import type { BlockRef } from './state.ts'

/** The next step, from our blocks and the node's chain. */
export type Plan =
  /** The node's head is ours. */
  | { kind: 'stay' }
  /** The node is on our chain but behind us: it lags, or blocks were rolled back and not replaced. */
  | { kind: 'behind'; at: BlockRef | undefined }
  /** Continue after `parent` (undefined: from the start block). `undo` when blocks above it must be undone first. */
  | { kind: 'extend'; parent: BlockRef | undefined; undo: boolean }
  | { kind: 'halt'; reason: string }

/** The node's answers do not fit together: it is catching up, or answers from different states. */
export class NodeUnsettled extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NodeUnsettled'
  }
}

/**
 * Compares our newest blocks with the node's chain.
 * @throws NodeUnsettled when the node lacks a block below its own head, which is not a reorg
 */
export async function planNext(
  reader: ChainReader,
  deployment: Deployment,
  { blocks, tip }: { blocks: readonly BlockRef[]; tip: Header },
): Promise<Plan> {
  const head = blocks.at(-1)
  if (head === undefined) return await planStart(reader, deployment, tip)
  if (tip.hash === head.hash) return { kind: 'stay' }
  if (tip.parentHash === head.hash) return { kind: 'extend', parent: head, undo: false }
  if (tip.number > head.number) {
    const same = await isOnChain(reader, head)
    return same
      ? { kind: 'extend', parent: head, undo: false }
      : await planReorg(reader, deployment, { blocks, tip })
  }
  const oldest = blocks[0] ?? head
  if (tip.number < oldest.number) return await planFarBehind(reader, deployment, tip)
  const own = blocks.find((block) => block.number === tip.number)
  if (own?.hash === tip.hash) return { kind: 'behind', at: own }
  return await planReorg(reader, deployment, { blocks, tip })
}

async function planStart(
  reader: ChainReader,
  { startBlock, chainId }: Deployment,
  tip: Header,
): Promise<Plan> {
  if (tip.number < startBlock.number) {
    throw new NodeUnsettled(
      `The node's head is block ${tip.number}, below the start block ${startBlock.number}`,
    )
  }
  if (startBlock.hash !== undefined) {
    const start = await presentHeader(reader, startBlock.number)
    if (start.hash !== startBlock.hash)
      return { kind: 'halt', reason: otherChain(chainId, startBlock.number) }
  }
  return { kind: 'extend', parent: undefined, undo: false }
}

/** Finds the newest common block. Chains that diverged stay different, so a binary search finds it. */
async function planReorg(
  reader: ChainReader,
  deployment: Deployment,
  { blocks, tip }: { blocks: readonly BlockRef[]; tip: Header },
): Promise<Plan> {
  let common = -1
  let diverged = blocks.length
  while (diverged - common > 1) {
    const middle = (common + diverged) >> 1
    const block = blocks[middle]
    if (block !== undefined && (await isOnChain(reader, block))) common = middle
    else diverged = middle
  }
  const ancestor = blocks[common]
  const head = blocks.at(-1)
  if (ancestor !== undefined) {
    // The chain was reorganised again since its head was read.
    if (ancestor.number >= tip.number)
      throw new NodeUnsettled(`The node's head of before, block ${tip.number}, is not on its chain any more`)
    return { kind: 'extend', parent: ancestor, undo: ancestor !== head }
  }
  const { startBlock, chainId } = deployment
  const start = await reader.header(startBlock.number)
  if (startBlock.hash !== undefined && start !== undefined && start.hash !== startBlock.hash) {
    return { kind: 'halt', reason: otherChain(chainId, startBlock.number) }
  }
  return {
    kind: 'halt',
    reason: `The chain replaced more than the ${undoDepthBlocks} newest blocks below ${head?.number}, which cannot be undone. What was indexed is kept and served; run "cairn serve --reindex" to index the new chain from its start`,
  }
}

/** A node far below us has none of our newest blocks; only its start block distinguishes another chain. */
async function planFarBehind(
  reader: ChainReader,
  { startBlock, chainId }: Deployment,
  tip: Header,
): Promise<Plan> {
  if (startBlock.hash !== undefined && tip.number >= startBlock.number) {
    const start = await presentHeader(reader, startBlock.number)
    if (start.hash !== startBlock.hash)
      return { kind: 'halt', reason: otherChain(chainId, startBlock.number) }
  }
  return { kind: 'behind', at: undefined }
}

/** @throws NodeUnsettled when the node lacks a block below its own head, which does not indicate a reorg */
async function isOnChain(reader: ChainReader, block: BlockRef): Promise<boolean> {
  const found = await reader.header(block.number)
  if (found !== undefined) return found.hash === block.hash
  const head = await reader.head()
  if (head.number < block.number) return false
  throw new NodeUnsettled(
    `The node does not answer for block ${block.number} although its head is ${head.number}`,
  )
}

export async function presentHeader(reader: ChainReader, number: number): Promise<Header> {
  const header = await reader.header(number)
  if (header === undefined) throw new NodeUnsettled(`The node does not answer for block ${number}`)
  return header
}

function otherChain(chainId: number, startNumber: number): string {
  return `The node serves another chain with id ${chainId}: its block ${startNumber} is not the start block of CONTRACTS_FILE. What was indexed is kept and served; check RPC_URLS and CONTRACTS_FILE`
}
