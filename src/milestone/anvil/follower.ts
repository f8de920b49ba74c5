import PQueue from 'p-queue'
import type { Hex } from 'viem'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { BlockJournal } from './block-journal.ts'
import { commonAncestor, copyBlocks } from './copy-blocks.ts'
import type { Gate } from './gate.ts'
import { type NodeRpc, NodeRpcError, readHead } from './node-rpc.ts'
import { whileNotMining } from './pause-mining.ts'
import { applyStateChanges, replayBlock } from './replay.ts'

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

/** Keeps a node that mines on request only at the journal's head. */
export type JournalFollower = Awaited<ReturnType<typeof createFollower>>

/**
 * Follows with a node whose chain has its beginning in common with the journal's. Reads wait at the gate while blocks
 * are made: they must see neither a block that is not verified nor a chain that is being undone.
 * @param options.changesApplied how many of the journal's state changes after the node's head it has already
 */
export async function createFollower(options: {
  rpc: NodeRpc
  journal: BlockJournal
  changesApplied: number
  reads: Gate
  drainMsMax: number
}) {
  const { rpc, journal, reads } = options
  const { number, hash } = await readHead(rpc)
  let at: { number: number; hash: Hex } = { number, hash }
  /** By block, as going back to one brings its state back. */
  const changesApplied = new Map([[number, options.changesApplied]])
  const queue = new PQueue({ concurrency: 1 })
  let isStopped = false

  const isOnChain = () => at.number === 0 || journal.hashAt(at.number) === at.hash
  const changesLeft = () => journal.stateChangesAfter(at.number).slice(changesApplied.get(at.number) ?? 0)
  const isBehind = () => isOnChain() && (at.number < journal.headNumber || changesLeft().length > 0)
  const undo = async () => {
    const head = await readHead(rpc)
    const common = await commonAncestor(rpc, journal, head)
    // Transactions of undone blocks, and those sent past the proxy, must not get into the next one.
    await rpc.call('anvil_dropAllTransactions', [])
    if (common < head.number) await rollBack(rpc, head.number, head.number - common)
    const { number, hash } = await readHead(rpc)
    if (number !== common) throw new FollowerDiverged(common + 1, `the node's head is block ${number}`)
    at = { number, hash }
    for (const after of changesApplied.keys()) if (after > number) changesApplied.delete(after)
  }
  const replayNext = async () => {
    const changes = changesLeft()
    if (changes.length > 0) {
      changesApplied.set(at.number, journal.stateChangesAfter(at.number).length)
      return await applyStateChanges(rpc, changes)
    }
    const block = journal.read(at.number + 1)
    const reason = await replayBlock(rpc, block)
    if (reason === undefined) at = { number: block.number, hash: block.hash }
    return reason
  }
  const extend = async () => {
    if ((await replayNext()) === undefined) return
    // Once more: the node may have had transactions or blocks that are not the journal's.
    await undo()
    if (!isBehind()) return
    const reason = await replayNext()
    if (reason !== undefined) throw new FollowerDiverged(at.number + 1, reason)
  }
  const rebase = (onUndo?: () => void) =>
    reads.exclusive(async () => {
      onUndo?.()
      await undo()
      while (isBehind()) await extend()
    }, options.drainMsMax)
  return {
    /** The newest block that is known to be the journal's. */
    get head() {
      return at.number
    },
    /**
     * Undoes what is not the journal's and replays what the node lacks. Calls `onUndo` when reads wait, before it undoes.
     * @throws FollowerDiverged when that does not work, an error of the connection when the node is gone
     */
    catchUp: (onUndo?: () => void) =>
      queue.add(async () => {
        if (isStopped) return
        if ((await readHead(rpc)).hash !== at.hash) await rebase(onUndo)
        while (!isOnChain() || isBehind()) await (isBehind() ? reads.exclusive(extend, 0) : rebase(onUndo))
      }),
    /** From then on the node's chain is not changed any more. */
    stop: () => {
      isStopped = true
      return queue.onIdle()
    },
  }
}

/** A node that loaded a saved state has no blocks from before it that it could go back to. */
async function rollBack(rpc: NodeRpc, from: number, depth: number): Promise<void> {
  try {
    await rpc.call('anvil_rollback', [depth])
  } catch (error) {
    if (!(error instanceof NodeRpcError)) throw error
    throw new FollowerDiverged(from, `the node cannot go back ${depth} blocks (${messageOf(error)})`, {
      isUndo: true,
    })
  }
}

const copyAttemptsMax = 5

/**
 * Copies the leader's state into an empty node, with the blocks that lead there but none of their states: it can undo
 * none of them. Only for a state that a replay of the journal does not lead to.
 */
export async function copyState(leader: NodeRpc, empty: NodeRpc, journal: BlockJournal): Promise<void> {
  for (let attempt = 1; attempt <= copyAttemptsMax; attempt += 1) {
    const { hash } = await copyBlocks(leader, journal)
    const state = await leader.call('anvil_dumpState', [])
    if ((await readHead(leader)).hash === hash) return await loadState(empty, state, hash)
  }
  // Its blocks come faster than its state can be read.
  const { hash, state } = await whileNotMining(leader, async () => ({
    state: await leader.call('anvil_dumpState', []),
    hash: (await copyBlocks(leader, journal)).hash,
  }))
  await loadState(empty, state, hash)
}

async function loadState(rpc: NodeRpc, state: unknown, hash: Hex): Promise<void> {
  await rpc.call('anvil_loadState', [state])
  if ((await readHead(rpc)).hash !== hash) throw new Error('The state of the leader does not hold its head')
}
