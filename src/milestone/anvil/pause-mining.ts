import { type NodeRpc, readHead, record } from './node-rpc.ts'

const poolPollMs = 2
const poolPollsMax = 25
const headPollMs = 5
const sameHeadPolls = 10

/**
 * Runs `task` while the node mines nothing by itself; transactions that arrive meanwhile are mined afterwards.
 *
 * Anvil does not exclude its miner while it goes back to an earlier block: a block mined at that moment gets a number
 * that was taken back and leaves the numbers before it without a block.
 */
export async function whileNotMining<Answer>(rpc: NodeRpc, task: () => Promise<Answer>): Promise<Answer> {
  if (!(await isAutomining(rpc))) return await task()
  await waitForEmptyPool(rpc)
  await rpc.call('evm_setAutomine', [false])
  try {
    // Blocks are mined one after the other, so this one ends after any that is being mined.
    await minePending(rpc)
    await waitForSameHead(rpc)
    return await task()
  } finally {
    // Before automine is on again: the miner would queue the same transactions a second time.
    await minePending(rpc).finally(() => rpc.call('evm_setAutomine', [true]))
  }
}

/** Waits for a moment until what was sent is mined. */
async function waitForEmptyPool(rpc: NodeRpc): Promise<void> {
  for (let polls = 0; polls < poolPollsMax; polls += 1) {
    if (!(await hasPending(rpc)) || !(await isAutomining(rpc))) return
    await Bun.sleep(poolPollMs)
  }
}

/** The miner may have queued transactions twice, which makes one more block; no method reports that. */
async function waitForSameHead(rpc: NodeRpc): Promise<void> {
  let { hash } = await readHead(rpc)
  for (let polls = 0; polls < sameHeadPolls; polls += 1) {
    await Bun.sleep(headPollMs)
    const head = await readHead(rpc)
    if (head.hash !== hash) polls = 0
    hash = head.hash
  }
}

async function minePending(rpc: NodeRpc): Promise<void> {
  if (await hasPending(rpc)) await rpc.call('evm_mine')
}

async function hasPending(rpc: NodeRpc): Promise<boolean> {
  return Number(record(await rpc.call('txpool_status'))['pending']) > 0
}

async function isAutomining(rpc: NodeRpc): Promise<boolean> {
  return (await rpc.call('anvil_getAutomine')) === true
}
