import { messageOf } from '../../kernel/runtime/errors.ts'
import type { BlockJournal } from './block-journal.ts'
import { commonAncestor } from './copy-blocks.ts'
import { type NodeRpc, NodeRpcError, readHead } from './node-rpc.ts'
import type { Hold } from './proxy.ts'
import { replayBlock, replayCheats } from './replay.ts'

/** The node cannot be brought to the journal's chain: a block comes out different, or the old one cannot be undone. */
export class FollowerDiverged extends Error {
  /** Whether the journal leads there from an empty node, so that only this node's history is too short. */
  readonly isUndo: boolean

  constructor(number: number, reason: string, { isUndo = false } = {}) {
    super(`block ${number} cannot be ${isUndo ? 'undone' : 'made again'}: ${reason}`)
    this.name = 'FollowerDiverged'
    this.isUndo = isUndo
  }
}

/** A node that mines on request only and is kept at the journal's head. */
export interface JournalFollower {
  /** The newest block that is known to be the journal's. */
  readonly head: number
  /**
   * Replays what the journal has and the node has not, after undoing what the journal undid.
   * @throws FollowerDiverged when that does not work, an error of the connection when the node is gone
   */
  level(): Promise<void>
  /** Looks whether the node still stands where it was left, and levels it if not. */
  verify(): Promise<void>
}

/**
 * Follows with a node whose chain has its beginning in common with the journal's. While blocks are in the making, `hold`
 * keeps readers away from the node: they must see neither a block that is not checked nor a chain that is being undone.
 */
export async function createJournalFollower(options: {
  rpc: NodeRpc
  journal: BlockJournal
  /** How many of the journal's cheats after the block where it stands the node knows already. */
  cheatsDone: number
  hold: () => Hold
}): Promise<JournalFollower> {
  const { rpc, journal, hold } = options
  const { number, hash } = await readHead(rpc)
  let at: { number: number; hash: string } = { number, hash }
  /** By block, as going back to one brings back what was done to its state. */
  const cheatsDone = new Map([[number, options.cheatsDone]])
  let levelling: Promise<void> = Promise.resolve()

  const isOnChain = () => at.number === 0 || journal.hashAt(at.number) === at.hash
  const cheatsLeft = () => journal.cheatsAfter(at.number).slice(cheatsDone.get(at.number) ?? 0)
  const isBehind = () => isOnChain() && (at.number < journal.headNumber || cheatsLeft().length > 0)
  const undo = async () => {
    const head = await readHead(rpc)
    const common = await commonAncestor(rpc, journal, head)
    // Transactions of undone blocks, and those that nobody of us sent, must not get into the next one.
    await rpc.call('anvil_dropAllTransactions', [])
    if (common < head.number) await undoBlocks(rpc, head.number, head.number - common)
    const { number, hash } = await readHead(rpc)
    if (number !== common) throw new FollowerDiverged(common + 1, `the node stands at ${number}`)
    at = { number, hash }
    for (const after of cheatsDone.keys()) if (after > number) cheatsDone.delete(after)
  }
  const goOn = async () => {
    const cheats = cheatsLeft()
    if (cheats.length > 0) {
      cheatsDone.set(at.number, journal.cheatsAfter(at.number).length)
      return await replayCheats(rpc, cheats)
    }
    const block = journal.read(at.number + 1)
    const reason = await replayBlock(rpc, block)
    if (reason === undefined) at = { number: block.number, hash: block.hash }
    return reason
  }
  const extend = async () => {
    if ((await goOn()) === undefined) return
    // Once more: the node may have held something that is not the journal's.
    await undo()
    if (!isBehind()) return
    const reason = await goOn()
    if (reason !== undefined) throw new FollowerDiverged(at.number + 1, reason)
  }
  const heal = async ({ quiet }: Hold) => {
    await quiet()
    await undo()
    while (isBehind()) await extend()
  }
  const catchUp = async () => {
    for (;;) {
      if (!isOnChain()) await held(hold, heal)
      else if (isBehind()) await held(hold, extend)
      else return
    }
  }
  const inOrder = (task: () => Promise<void>) => {
    levelling = levelling.catch(() => {}).then(task)
    return levelling
  }
  return {
    get head() {
      return at.number
    },
    level: () => inOrder(catchUp),
    verify: () =>
      inOrder(async () => {
        const head = await readHead(rpc)
        if (head.hash !== at.hash) await held(hold, heal)
        await catchUp()
      }),
  }
}

/** A node that loaded a saved state has no blocks from before it that it could go back to. */
async function undoBlocks(rpc: NodeRpc, from: number, depth: number): Promise<void> {
  try {
    await rpc.call('anvil_rollback', [depth])
  } catch (error) {
    if (!(error instanceof NodeRpcError)) throw error
    throw new FollowerDiverged(from, `the node cannot go back ${depth} blocks (${messageOf(error)})`, {
      isUndo: true,
    })
  }
}

async function held(hold: () => Hold, task: (hold: Hold) => Promise<void>): Promise<void> {
  const holding = hold()
  try {
    await task(holding)
  } finally {
    holding.release()
  }
}
