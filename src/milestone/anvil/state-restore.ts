import type { BlockJournal } from './block-journal.ts'
import type { NodeRpc } from './node-rpc.ts'

/**
 * Stands in the journal where a node restored an earlier state. From there on Anvil 1.7.1 adds every empty slot of a
 * contract that is read to the state root, so that a replay has to restore the state at the same block.
 */
export const restoreMethod = 'cairn_restoreState'

/** Restores the state of the head that a node without pending transactions has: mines a block and takes it back. */
export async function restoreState(rpc: NodeRpc): Promise<void> {
  await rpc.call('evm_mine')
  await rpc.call('anvil_rollback', [1])
}

/** Notes that the state of the journal's head was restored, once. */
export function noteRestore(journal: BlockJournal): void {
  const { headNumber } = journal
  if (headNumber === 0 || journal.cheatsAfter(headNumber).at(-1)?.method === restoreMethod) return
  journal.appendCheat({ method: restoreMethod, params: [] })
}
