import { type NodeRpc, readHead, record } from './node-rpc.ts'

const pollMs = 2
const headPollMs = 5
const emptyPollsMax = 25
const sameHeadPolls = 10

/**
 * Runs `task` while the node mines nothing by itself; transactions that arrive meanwhile are mined afterwards.
 *
 * Anvil does not exclude its miner while it goes back to an earlier block: a block mined at that moment gets a number
 * that was taken back and leaves the numbers before it without a block.
 */
export async function whileNotMining<Answer>(rpc: NodeRpc, task: () => Promise<Answer>): Promise<Answer> {
  if ((await rpc.call('anvil_getAutomine')) !== true) return await task()
  await waitForEmptyPool(rpc)
  await rpc.call('evm_setAutomine', [false])
  try {
    // Blocks are made one after the other, so this one ends after any that is in the making.
    if (await hasPending(rpc)) await rpc.call('evm_mine', [])
    await waitForSameHead(rpc)
    return await task()
  } finally {
    // Not afterwards: the miner would then queue the same transactions.
    if (await hasPending(rpc)) await rpc.call('evm_mine', [])
    await rpc.call('evm_setAutomine', [true])
  }
}

/** Waits for a moment until what was sent is mined. */
export async function waitForEmptyPool(rpc: NodeRpc): Promise<void> {
  for (let polls = 0; polls < emptyPollsMax; polls += 1) {
    if (!(await hasPending(rpc)) || (await rpc.call('anvil_getAutomine')) !== true) return
    await Bun.sleep(pollMs)
  }
}

/** The miner may have queued transactions a second time, which makes one more block, and no method tells. */
async function waitForSameHead(rpc: NodeRpc): Promise<void> {
  let { hash } = await readHead(rpc)
  for (let polls = 0; polls < sameHeadPolls; polls += 1) {
    await Bun.sleep(headPollMs)
    const head = await readHead(rpc)
    if (head.hash !== hash) polls = 0
    hash = head.hash
  }
}

async function hasPending(rpc: NodeRpc): Promise<boolean> {
  return Number(record(await rpc.call('txpool_status'))['pending']) > 0
}
