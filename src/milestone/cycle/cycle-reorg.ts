import type { Cycle } from './cycle-deps.ts'

/** Takes back the newest blocks of this run, as a chain may; then everything in them is sent again. */
export async function reorgIfStruck(cycle: Cycle, after: 'vote' | 'release'): Promise<void> {
  if (!cycle.chaos.strikes({ fault: 'reorg', after }, `${cycle.plan.runId} ${after}`)) return
  const depth = after === 'vote' ? 2 : 1
  await cycle.node.reorg(depth)
  cycle.onNote({
    event: 'reorg',
    action: `undo ${depth} blocks, send the same intents again`,
    target: after,
    outcome: 'pending',
  })
  await cycle.confirm(cycle.plan.runId, cycle.signal)
  cycle.onNote({
    event: 'reorg',
    action: 'the same intents are mined again',
    target: after,
    outcome: 'success',
  })
}
