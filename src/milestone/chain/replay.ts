import { messageOf } from '../../kernel/errors.ts'
import type { BlockJournal, JournalBlock } from './block-journal.ts'
import { type NodeRpc, NodeRpcError, quantity, readBlock } from './node-rpc.ts'

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
 * A block whose hash comes out different was made with means that no transaction tells of (a balance that was set, an
 * account that was impersonated). The replay then ends with the block before, on the node and in the journal, rather
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
    const reason = await replayBlock(rpc, journal.read(number))
    if (reason !== undefined) {
      const dropped = journal.headNumber - number + 1
      await undoTo(rpc, number - 1)
      journal.append(number - 1, [])
      return { number, dropped, reason }
    }
    options.onProgress?.(number - from + 1, total)
  }
  return undefined
}

/**
 * Mines one block of the journal in a node that stands just before it and mines on request only.
 * @returns why the block could not be made, or undefined when it is the same
 */
export async function replayBlock(rpc: NodeRpc, block: JournalBlock): Promise<string | undefined> {
  try {
    await rpc.batch([
      ['evm_setNextBlockTimestamp', [quantity(block.timestamp)]],
      ['anvil_setNextBlockBaseFeePerGas', [block.baseFeePerGas]],
    ])
    // One after the other: the order in which they arrive is their order in the block.
    for (const transaction of block.transactions) await rpc.call('eth_sendRawTransaction', [transaction])
    await rpc.call('evm_mine', [])
  } catch (error) {
    if (error instanceof NodeRpcError) return messageOf(error)
    throw error
  }
  const mined = await readBlock(rpc, block.number)
  return mined?.hash === block.hash ? undefined : `its hash is ${mined?.hash}, the journal has ${block.hash}`
}

async function undoTo(rpc: NodeRpc, number: number): Promise<void> {
  await rpc.call('anvil_dropAllTransactions', [])
  const wrong = await readBlock(rpc, number + 1)
  if (wrong !== undefined) await rpc.call('anvil_rollback', [1])
}
