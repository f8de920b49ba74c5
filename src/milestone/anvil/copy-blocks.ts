import type { BlockJournal, JournalBlock } from './block-journal.ts'
import { NodeDamaged } from './damage.ts'
import {
  type NodeBlock,
  type NodeRpc,
  parseBlock,
  quantity,
  readBlock,
  readHead,
  readRawTransactions,
} from './node-rpc.ts'
import { journalRestore } from './replay.ts'

const chunkBlocks = 200
const attemptsMax = 5

/**
 * Brings the journal to the node's head: takes back what a reorg undid, however deep, and adds what is new.
 * A reorg while blocks are read is noticed by the parent hashes, and the copy begins again.
 * @returns the node's head, which is now the journal's
 * @throws NodeDamaged when blocks below the node's head are missing or do not follow one another
 */
export async function copyBlocks(rpc: NodeRpc, journal: BlockJournal): Promise<NodeBlock> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const head = await readHead(rpc)
    let keep = await commonAncestor(rpc, journal, head)
    if (keep === head.number) takeBack(journal, keep)
    while (keep < head.number) {
      const to = Math.min(Math.max(keep + chunkBlocks, journal.headNumber), head.number)
      const blocks = await readChain(rpc, keep + 1, to)
      const [first] = blocks
      if (first === undefined || (keep > 0 && first.parentHash !== journal.hashAt(keep))) break
      takeBack(journal, keep)
      journal.append(keep, blocks)
      keep += blocks.length
    }
    if (keep === head.number) return head
    // A reorg would have changed the head.
    if ((await readHead(rpc)).hash === head.hash) throw new NodeDamaged(`block ${keep + 1}`)
  }
  throw new Error(`Cannot journal the chain as its head changed ${attemptsMax} times while it was read`)
}

/**
 * Takes back what the node's chain does not have. Not before what comes instead was read: the follower would show the
 * shorter chain meanwhile.
 */
function takeBack(journal: BlockJournal, keep: number): void {
  if (keep >= journal.headNumber) return
  journal.append(keep, [])
  journalRestore(journal)
}

/** The newest block that both have; 0 is the genesis block, which both always have. */
export async function commonAncestor(rpc: NodeRpc, journal: BlockJournal, head: NodeBlock): Promise<number> {
  let number = Math.min(head.number, journal.headNumber)
  while (number > 0) {
    const block = number === head.number ? head : await readBlock(rpc, number)
    if (block !== undefined && block.hash === journal.hashAt(number)) break
    number -= 1
  }
  return number
}

/** Blocks `from` to `to` with their transactions, as far as they form one chain; none when a transaction is missing. */
async function readChain(rpc: NodeRpc, from: number, to: number): Promise<JournalBlock[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const found = await rpc.batch(numbers.map((number) => ['eth_getBlockByNumber', [quantity(number), false]]))
  const chain: NodeBlock[] = []
  for (const value of found) {
    if (value === null) break
    const block = parseBlock(value)
    const parent = chain.at(-1)
    if (parent !== undefined && block.parentHash !== parent.hash) break
    chain.push(block)
  }
  const raw = await readRawTransactions(
    rpc,
    chain.flatMap(({ transactions }) => transactions),
  )
  if (raw === undefined) return []
  return chain.map((block) => ({ ...block, transactions: raw.splice(0, block.transactions.length) }))
}
