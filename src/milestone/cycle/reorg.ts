import type { Cycle } from './context.ts'
import { confirm } from './send.ts'

/** Applies the fault `reorg`: removes the newest blocks of this run, then resubmits their transactions. */
export async function injectReorg(cycle: Cycle, after: 'vote' | 'release'): Promise<void> {
  if (!cycle.chaos.applies({ fault: 'reorg', after }, `${cycle.plan.runId} ${after}`)) return
  const depth = after === 'vote' ? 2 : 1
  await cycle.node.reorg(depth)
  cycle.onNote({
    event: 'reorg',
    action: `resubmit the intents of ${depth} removed blocks`,
    target: after,
    outcome: 'pending',
  })
  try {
    await confirm(cycle)
  } catch (error) {
    cycle.onNote({ event: 'reorg', action: 'give up', target: after, outcome: 'failed' })
    throw error
  }
  cycle.onNote({
    event: 'reorg',
    action: 'the same intents are mined again',
    target: after,
    outcome: 'success',
  })
}
