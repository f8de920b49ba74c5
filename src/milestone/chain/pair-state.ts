import type { BlockJournal } from './block-journal.ts'
import { copyBlocks } from './copy-blocks.ts'
import { type NodeRpc, readHead } from './node-rpc.ts'

const attemptsMax = 5

/**
 * Puts the leader's state and blocks into an empty node. It cannot undo any of these blocks, and knows old states no
 * more: worth it only for a state that the journal alone does not lead to.
 */
export async function copyState(options: {
  from: NodeRpc | undefined
  to: NodeRpc
  journal: BlockJournal
}): Promise<void> {
  const { from, to, journal } = options
  if (from === undefined) throw new Error('Cannot copy the state of the leader as nobody leads')
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { hash } = await copyBlocks(from, journal)
    const state = await from.call('anvil_dumpState', [])
    if ((await readHead(from)).hash !== hash) continue
    await to.call('anvil_loadState', [state])
    if ((await readHead(to)).hash !== hash)
      throw new Error('The saved state of the leader does not hold its head')
    return
  }
  throw new Error(`Cannot copy the state of the leader as its head changed ${attemptsMax} times meanwhile`)
}
