import type { Hex } from 'viem'
import type { BlockJournal } from './block-journal.ts'
import type { Checkpoints } from './checkpoints.ts'
import { copyBlocks } from './copy-blocks.ts'
import { whileNotMining } from './node-mining.ts'
import { type NodeRpc, readHead } from './node-rpc.ts'
import { createJournalFollower, type JournalFollower } from './pair-follower.ts'
import type { NodeLife } from './pair-node.ts'
import type { RpcDoor } from './proxy.ts'

const attemptsMax = 5

/** Makes a follower of an empty node, which has the journal before it. */
export async function followFromJournal(
  { rpc, node }: NodeLife,
  journal: BlockJournal,
  checkpoints: Checkpoints,
): Promise<JournalFollower> {
  await checkpoints.load(rpc, journal)
  return await createJournalFollower({ rpc, journal, cheatsDone: 0, hold: node.door.hold })
}

/**
 * Makes a follower of an empty node with the leader's state and blocks. It cannot undo any of these blocks, and knows
 * old states no more: worth it only for a state that the journal alone does not lead to.
 */
export async function followFromState(
  { rpc, node }: Pick<NodeLife, 'rpc'> & { node: { door: Pick<RpcDoor, 'hold'> } },
  journal: BlockJournal,
  leader: Pick<NodeLife, 'rpc'> | undefined,
): Promise<JournalFollower> {
  if (leader === undefined) throw new Error('Cannot copy the state of the leader as nobody leads')
  await copyState(leader.rpc, rpc, journal)
  const cheatsDone = journal.cheatsAfter(journal.headNumber).length
  return await createJournalFollower({ rpc, journal, cheatsDone, hold: node.door.hold })
}

async function copyState(from: NodeRpc, to: NodeRpc, journal: BlockJournal): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { hash } = await copyBlocks(from, journal)
    const state = await from.call('anvil_dumpState', [])
    if ((await readHead(from)).hash !== hash) continue
    return await loadState(to, state, hash)
  }
  // Its blocks come faster than its state can be read.
  const { hash, state } = await whileNotMining(from, async () => ({
    state: await from.call('anvil_dumpState', []),
    hash: (await copyBlocks(from, journal)).hash,
  }))
  await loadState(to, state, hash)
}

async function loadState(to: NodeRpc, state: unknown, hash: Hex): Promise<void> {
  await to.call('anvil_loadState', [state])
  if ((await readHead(to)).hash !== hash) throw new Error('The state of the leader does not hold its head')
}
