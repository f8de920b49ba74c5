import { messageOf } from '../../kernel/runtime/errors.ts'
import type { BlockJournal, JournalBlock, JournalCheat } from './block-journal.ts'
import { type NodeRpc, NodeRpcError, readBlock, record } from './node-rpc.ts'
import { restoreMethod, restoreState } from './state-restore.ts'

/** Where a replay had to stop because the node could not make the block again. */
export interface ReplayCut {
  number: number
  /** Blocks given up, that one included. */
  dropped: number
  reason: string
}

/**
 * Mines the journal's blocks from `from` on in a node that stands just before it and mines on request only.
 *
 * A block whose hash comes out different was made with means that the journal does not tell of (a balance that was set
 * past the door, an account that was impersonated). The replay then ends with the block before, on the node and in the journal, rather
 * than go on with a state that never was.
 */
export async function replayJournal(options: {
  rpc: NodeRpc
  journal: BlockJournal
  from: number
  onProgress?: (done: number, total: number) => void
}): Promise<ReplayCut | undefined> {
  const { rpc, journal, from } = options
  const total = journal.headNumber - from + 1
  for (let number = from; number <= journal.headNumber; number += 1) {
    const reason =
      (await replayCheats(rpc, journal.cheatsAfter(number - 1))) ??
      (await replayBlock(rpc, journal.read(number)))
    if (reason !== undefined) {
      const dropped = journal.headNumber - number + 1
      // A saved state may be what is wrong: only a replay from the first block says that the journal is.
      if (from > 1) return { number, dropped, reason }
      await undoTo(rpc, number - 1)
      journal.append(number - 1, [])
      return { number, dropped, reason }
    }
    options.onProgress?.(number - from + 1, total)
  }
  await replayCheats(rpc, journal.cheatsAfter(journal.headNumber))
  return undefined
}

/**
 * Changes the state as it was changed once.
 * @returns why the node would not
 */
export async function replayCheats(
  rpc: NodeRpc,
  cheats: readonly JournalCheat[],
): Promise<string | undefined> {
  try {
    for (const { method, params } of cheats)
      await (method === restoreMethod ? restoreState(rpc) : rpc.call(method, params))
    return undefined
  } catch (error) {
    if (error instanceof NodeRpcError) return messageOf(error)
    throw error
  }
}

/**
 * Mines one block of the journal in a node that stands just before it and mines on request only.
 * @returns why the block could not be made, or undefined when it is the same
 */
export async function replayBlock(rpc: NodeRpc, block: JournalBlock): Promise<string | undefined> {
  try {
    await queueTransactions(rpc, block)
    const hash = await mineAt(rpc, block.timestamp)
    return hash === block.hash ? undefined : `its hash is ${hash}, the journal has ${block.hash}`
  } catch (error) {
    if (error instanceof NodeRpcError) return messageOf(error)
    throw error
  }
}

async function queueTransactions(
  rpc: NodeRpc,
  { baseFeePerGas, transactions: [first, ...rest] }: JournalBlock,
): Promise<void> {
  const setBaseFee = ['anvil_setNextBlockBaseFeePerGas', [baseFeePerGas]] as const
  if (first === undefined) {
    await rpc.call(...setBaseFee)
    return
  }
  const sendFirst = ['eth_sendRawTransaction', [first]] as const
  try {
    await rpc.batch([setBaseFee, sendFirst])
  } catch (error) {
    if (!(error instanceof NodeRpcError)) throw error
    // It may have been judged by the base fee that was there before.
    await rpc.call(...sendFirst)
  }
  // One after the other: the order in which they arrive is their order in the block.
  for (const transaction of rest) await rpc.call('eth_sendRawTransaction', [transaction])
}

/** Unlike `evm_mine` this tells what was mined, which saves asking. */
async function mineAt(rpc: NodeRpc, timestamp: number): Promise<unknown> {
  const mined = await rpc.call('evm_mine_detailed', [{ timestamp, blocks: 1 }])
  return Array.isArray(mined) ? record(mined[0])['hash'] : undefined
}

async function undoTo(rpc: NodeRpc, number: number): Promise<void> {
  await rpc.call('anvil_dropAllTransactions', [])
  const wrong = await readBlock(rpc, number + 1)
  if (wrong !== undefined) await rpc.call('anvil_rollback', [1])
}
