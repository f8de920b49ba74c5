import type { Hex } from 'viem'
import { pause } from '../../kernel/runtime/async.ts'
import type { ActorKey } from '../demo/actors.ts'
import type { Call } from '../demo/calls.ts'
import { isStepFailed, TransactionReverted } from '../sender/errors.ts'
import type { SentTransaction } from '../sender/sending.ts'
import { type Cycle, noteAbout } from './context.ts'

const refusalsMax = 10
const refusalPauseMs = 200

/**
 * Sends one call of the plan. A call that would revert, or did when it was mined, may depend on a transaction that a reorg
 * just removed, so the run is confirmed before a retry. A call that still reverts is an error of the plan, and rejects.
 */
export async function send(cycle: Cycle, step: string, from: ActorKey, call: Call): Promise<SentTransaction> {
  const note = noteAbout(cycle, 'call_would_revert', step)
  cycle.progress.step = step
  let refusals = 0
  try {
    for (;;) {
      const mined = await sendOnce(cycle, step, from, call, refusals > 0).catch((error: unknown) => {
        const isRefused = error instanceof TransactionReverted || isStepFailed(error, 'earlier_call_reverted')
        if (!isRefused || refusals === refusalsMax) throw error
      })
      if (mined !== undefined) {
        if (refusals > 0) note('the call succeeds again', 'success')
        cycle.firstBlock = Math.min(cycle.firstBlock, mined.blockNumber)
        cycle.lastBlock = Math.max(cycle.lastBlock, mined.blockNumber)
        if (!cycle.progress.txHashes.includes(mined.hash)) cycle.progress.txHashes.push(mined.hash)
        return mined
      }
      if (refusals === 0) note('resubmit earlier transactions of the run', 'pending')
      refusals += 1
      await pause(refusalPauseMs, cycle.signal)
      await confirm(cycle)
    }
  } catch (error) {
    if (refusals > 0) note('give up', 'failed')
    throw error
  }
}

/** Idempotent by run and step: what an earlier process has stored is sent, even if the figures in the call differ now. */
export async function sendOnce(
  { sender, plan, actors, signal, stored }: Cycle,
  step: string,
  from: ActorKey,
  call: Call,
  retriesReverted = false,
): Promise<SentTransaction> {
  const { to, data, value, gas } = stored.get(step) ?? call
  if (to === undefined) throw new Error(`Cannot send ${call.title} as it must have a recipient`)
  const order = { runId: plan.runId, step, account: actors[from], to, data, value, gas }
  return await sender.send({ ...order, retriesReverted, signal })
}

/** Checks that everything this run has sent is on the chain, and resubmits what a reorg removed. */
export async function confirm({ sender, plan, signal }: Cycle): Promise<undefined> {
  await sender.confirm({ runId: plan.runId, signal })
}

export function splitsOf({ plan, actors }: Cycle) {
  return plan.splitsOf(actors[plan.builder].address, actors[plan.sponsor].address)
}

export function idOf({ progress }: Cycle): Hex {
  if (progress.milestoneHash === undefined) throw new Error('The milestone is not created yet')
  return progress.milestoneHash
}

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
