import { type Hex, hexToString } from 'viem'
import type { Call, Calls } from '../demo/calls.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import { TransactionReverted } from '../sender/errors.ts'
import type { Cycle } from './context.ts'
import { cycleProject } from './plan.ts'
import { sendOnce } from './send.ts'

/** The next call that brings a milestone of an earlier cycle to its end. */
export interface Leftover {
  step: string
  call: Call
}

/** Per cycle. */
const leftoversMax = 4

/**
 * Unfinished cycles leave open votes, whose locked stake weighs less in every later cycle. Once their windows are over,
 * they are ended oldest first, by one call for each per cycle.
 * @param own the milestone of the cycle that asks, which a resumed one ends itself
 */
export function leftoversOf({ order, head }: ReadModel, calls: Calls, own?: Hex): Leftover[] {
  const found: Leftover[] = []
  for (const record of order) {
    if (record.hash === own) continue
    const next = nextStep(record, head?.timestamp ?? 0, calls)
    if (next === undefined || !isOfCycle(record)) continue
    if (found.push(next) === leftoversMax) break
  }
  return found
}

function nextStep(record: MilestoneRecord, time: number, calls: Calls): Leftover | undefined {
  const { hash, state, votingEndsAt = Infinity, challengeEndsAt = Infinity } = record
  if (state === 'voting' && votingEndsAt <= time)
    return { step: `end voting ${hash}`, call: calls.tally(hash) }
  if (state === 'provisional' && challengeEndsAt <= time)
    return { step: `end challenge ${hash}`, call: calls.finalize(hash) }
  if (record.settledAt === undefined) return undefined
  const verifiers = record.votes.flatMap(({ verifier, slashed }) => (slashed === undefined ? [verifier] : []))
  if (verifiers.length === 0) return undefined
  return { step: `free stake ${hash}`, call: calls.settleVotes(hash, verifiers) }
}

/** The run of a call that a run sends but does not need: it is not brought back after a reorg, as it may be refused then. */
function apartFrom(runId: string, step: string): string {
  return `${runId}#${step}`
}

/** The run that an intent's run belongs to. */
export function cycleRunOf(runId: string): string {
  return runId.replace(/#.*/s, '')
}

export async function endLeftovers(cycle: Cycle): Promise<undefined> {
  const { calls, progress } = cycle
  const { readModel } = cycle.indexer
  for (const { step, call } of leftoversOf(readModel, calls, progress.milestoneHash)) {
    const apart = { ...cycle, plan: { ...cycle.plan, runId: apartFrom(cycle.plan.runId, step) } }
    await sendOnce(apart, step, 'agent', call).catch((error: unknown) => {
      // Already ended: by another process, in a block that the read model does not have yet, or by the transaction of an
      // earlier run that a reorg took back and that is mined again just before this one.
      if (!(error instanceof TransactionReverted)) throw error
    })
  }
}

/** Whether a milestone is a verification cycle. */
export function isOfCycle({ projectId }: MilestoneRecord): boolean {
  return hexToString(projectId, { size: 32 }).startsWith(cycleProject)
}
