import type { Hex } from 'viem'
import type { ActorKey } from '../demo/actors.ts'
import type { Call } from '../demo/calls.ts'
import type { Cycle, Mined } from './deps.ts'

const refusalsMax = 10
const refusalPauseMs = 200

/**
 * Sends one call of the plan. A call that would revert may depend on a transaction that a reorg just removed, so the run
 * is confirmed before a retry. A call that still reverts is an error of the plan, and rejects.
 */
export async function send(cycle: Cycle, step: string, from: ActorKey, call: Call): Promise<Mined> {
  cycle.progress.step = step
  for (let refusals = 0; ; refusals += 1) {
    try {
      const mined = await cycle.send(orderOf(cycle, step, from, call))
      if (refusals > 0) noteRefusal(cycle, step, 'the call succeeds again', 'success')
      cycle.firstBlock = Math.min(cycle.firstBlock, mined.blockNumber)
      cycle.lastBlock = Math.max(cycle.lastBlock, mined.blockNumber)
      if (!cycle.progress.txHashes.includes(mined.hash)) cycle.progress.txHashes.push(mined.hash)
      return mined
    } catch (error) {
      if (!cycle.isRefusal(error)) throw error
      if (refusals === refusalsMax) {
        noteRefusal(cycle, step, 'give up', 'failed')
        throw error
      }
      if (refusals === 0) noteRefusal(cycle, step, 'resubmit earlier transactions of the run', 'pending')
      await cycle.sleep(refusalPauseMs, cycle.signal)
      await cycle.confirm(cycle.plan.runId, cycle.signal)
    }
  }
}

function noteRefusal(cycle: Cycle, step: string, action: string, outcome: 'success' | 'failed' | 'pending') {
  cycle.onNote({ event: 'call_would_revert', action, target: step, outcome })
}

export function orderOf(cycle: Cycle, step: string, from: ActorKey, call: Call) {
  return { runId: cycle.plan.runId, step, account: cycle.actors[from], call, signal: cycle.signal }
}

export function splitsOf({ plan, actors }: Cycle) {
  return plan.splitsOf(actors[plan.builder].address, actors[plan.sponsor].address)
}

export function idOf({ progress }: Cycle): Hex {
  if (progress.milestoneHash === undefined) throw new Error('The milestone is not created yet')
  return progress.milestoneHash
}
