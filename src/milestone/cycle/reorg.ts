import { type Cycle, noteAbout } from './context.ts'
import { confirm } from './send.ts'

/** Applies the fault `reorg`: removes the newest blocks of this run, then resubmits their transactions. */
export async function injectReorg(cycle: Cycle, after: 'vote' | 'release'): Promise<void> {
  if (!cycle.chaos.applies({ fault: 'reorg', after }, `${cycle.plan.runId} ${after}`)) return
  const depth = after === 'vote' ? 2 : 1
  await cycle.node.reorg(depth)
  const note = noteAbout(cycle, 'reorg', after)
  note(`resubmit the intents of ${depth} removed blocks`, 'pending')
  try {
    await confirm(cycle)
  } catch (error) {
    note('give up', 'failed')
    throw error
  }
  note('the same intents are mined again', 'success')
}
