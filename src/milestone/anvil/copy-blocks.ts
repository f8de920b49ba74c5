import type { BlockJournal, JournalBlock } from './block-journal.ts'
import { NodeDamaged } from './node-damage.ts'
import {
  type NodeBlock,
  type NodeRpc,
  parseBlock,
  quantity,
  readBlock,
  readHead,
  readRawTransactions,
} from './node-rpc.ts'
import { noteRestore } from './state-restore.ts'

const chunkBlocks = 200
const attemptsMax = 5

/**
 * Brings the journal to the node's head: takes back what a reorg undid, however deep, and adds what is new.
 * A reorg while we read is noticed by the parent hashes, and the copy begins again.
 * @returns the node's head, which is now the journal's
 * @throws NodeDamaged when blocks below the node's head are missing or do not follow one another
 */
export async function copyBlocks(rpc: NodeRpc, journal: BlockJournal): Promise<NodeBlock> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const head = await readHead(rpc)
    if (head.parentHash === journal.headHash && head.number === journal.headNumber + 1) {
      const [transactions, parent] = await Promise.all([
        readRawTransactions(rpc, head.transactions),
        readBlock(rpc, journal.headNumber),
      ])
      // A damaged node may lack the parent that its head names.
      if (transactions !== undefined && (head.number === 1 || parent?.hash === journal.headHash)) {
        journal.append(journal.headNumber, [{ ...head, transactions }])
        return head
      }
    }
    let keep = await commonAncestor(rpc, journal, head)
    if (keep < journal.headNumber) {
      journal.append(keep, [])
      noteRestore(journal)
    }
    let whole = true
    while (whole && keep < head.number) {
      const blocks = await readChain(rpc, keep + 1, Math.min(keep + chunkBlocks, head.number))
      const parent = blocks[0]?.parentHash
      whole = blocks.length > 0 && (keep === 0 || parent === journal.hashAt(keep))
      if (!whole) break
      journal.append(keep, blocks)
      keep += blocks.length
    }
    if (whole) return head
    // A reorg would have changed the head.
    if ((await readHead(rpc)).hash === head.hash) throw new NodeDamaged(`block ${keep + 1}`)
  }
  throw new Error(`Cannot journal the chain as its head changed ${attemptsMax} times while it was read`)
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
