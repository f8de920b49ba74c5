import type { StepWord } from '../chaos/fault.ts'
import type { Cycle, CycleDeps, CycleProgress } from './cycle-deps.ts'
import type { CyclePlan } from './cycle-plan.ts'
import {
  attest,
  auditVotes,
  book,
  confirmAll,
  createMilestone,
  finalize,
  fund,
  release,
  settleVotes,
  submitEvidence,
  tally,
  withdraw,
} from './cycle-steps.ts'
import { vote } from './cycle-vote.ts'
import { endLeftovers } from './leftovers.ts'
import { topUp } from './top-up.ts'

export interface CycleOutcome {
  verified: boolean
  released: boolean
  /** Why it ended short of a release. */
  reason: string | undefined
}

/** A step answers why the cycle must stop here, or nothing to go on. */
type Step = (cycle: Cycle) => Promise<string | undefined>

/** One verification, from nothing to paid: each line is a step. */
const steps: readonly (readonly [part: StepWord, name: string, step: Step])[] = [
  ['create', 'top up', topUp],
  ['create', 'create', createMilestone],
  ['stake', 'fund', fund],
  ['stake', 'end leftovers', endLeftovers],
  ['evidence', 'submit evidence', submitEvidence],
  ['vote', 'vote', vote],
  ['read', 'audit votes', auditVotes],
  ['tally', 'tally', tally],
  ['finalize', 'finalize', finalize],
  ['release', 'release', release],
  ['withdraw', 'withdraw', withdraw],
  ['book', 'book', book],
  ['book', 'settle votes', settleVotes],
  ['book', 'attest', attest],
  ['read', 'confirm', confirmAll],
]

/**
 * Runs one cycle, or goes on with it: a step that was done before is recognised by its intents and not done again.
 * Rejects only when `signal` fires or the chain refuses what the plan asks; an outcome short of a release is an answer.
 */
export async function runCycle(
  plan: CyclePlan,
  deps: CycleDeps,
  progress: CycleProgress,
  signal: AbortSignal,
): Promise<CycleOutcome> {
  const cycle: Cycle = {
    ...deps,
    plan,
    signal,
    progress,
    voted: [],
    firstBlock: Number.MAX_SAFE_INTEGER,
    lastBlock: 0,
  }
  let reason: string | undefined
  for (const [part, name, step] of steps) {
    signal.throwIfAborted()
    progress.part = part
    progress.step = name
    reason = await step(cycle)
    if (reason !== undefined) break
  }
  return { verified: progress.verified, released: progress.released, reason }
}
