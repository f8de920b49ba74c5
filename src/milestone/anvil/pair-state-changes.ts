import type { BlockJournal } from './block-journal.ts'
import { waitForEmptyPool } from './node-mining.ts'
import type { NodeLife } from './pair-node.ts'
import { cheatsDone } from './pair-route.ts'
import { postTo } from './relay.ts'

const answerMsMax = 10_000

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
  // A cheat while a block is in the making would be noted before that block.
  await waitForEmptyPool(leader.rpc)
  await copy()
  const signal = AbortSignal.timeout(answerMsMax)
  const answer = await (await postTo(leader.process.url, body, signal)).text()
  for (const cheat of cheatsDone(body, answer)) journal.appendCheat(cheat)
  return answer
}
