import type { BlockJournal } from './block-journal.ts'
import { type NodeRpc, record } from './node-rpc.ts'
import type { NodeLife } from './pair-node.ts'
import { cheatsDone } from './pair-route.ts'
import { postTo } from './rpc-relay.ts'

const answerMsMax = 10_000
const settleTriesMax = 25
const settleTryMs = 2

/**
 * Has the leader carry out a body with state cheats, and notes them in the journal after the leader's head, which `copy`
 * brings there first.
 * @returns the leader's answer
 */
export async function carryOutCheats(
  leader: NodeLife,
  body: string,
  { journal, copy }: { journal: BlockJournal; copy: () => Promise<void> },
): Promise<string> {
  await settlePool(leader.rpc)
  await copy()
  const signal = AbortSignal.timeout(answerMsMax)
  const answer = await (await postTo(leader.process.port, body, 'application/json', signal)).text()
  for (const cheat of cheatsDone(body, answer)) journal.appendCheat(cheat)
  return answer
}

/** Waits for what is about to be mined: a cheat of that moment would be noted before a block that came before it. */
async function settlePool(rpc: NodeRpc): Promise<void> {
  for (let tries = 0; tries < settleTriesMax; tries += 1) {
    const { pending } = record(await rpc.call('txpool_status'))
    if (pending === '0x0' || (await rpc.call('anvil_getAutomine')) !== true) return
    await Bun.sleep(settleTryMs)
  }
}
