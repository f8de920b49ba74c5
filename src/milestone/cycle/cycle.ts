import type { StepWord } from '../chaos/fault.ts'
import type { Cycle, CycleContext, CycleProgress } from './context.ts'
import { endLeftovers } from './leftovers.ts'
import type { CyclePlan } from './plan.ts'
import { confirm } from './send.ts'
import {
  attest,
  auditVotes,
  book,
  createMilestone,
  finalize,
  fund,
  release,
  settleVotes,
  submitEvidence,
  tally,
  withdraw,
} from './steps.ts'
import { topUp } from './top-up.ts'
import { vote } from './vote.ts'

export interface CycleOutcome {
  verified: boolean
  released: boolean
  /** Why it ended short of a release. */
  reason: string | undefined
}

/** A step returns why the cycle must stop here, or undefined to go on. */
type Step = (cycle: Cycle) => Promise<string | undefined>

/** One verification, from creation to payment. */
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
  ['read', 'confirm', confirm],
]
/** Its name, as `CycleProgress.step` has it. */
export const lastStep = steps.at(-1)?.[1]

/**
 * Runs or resumes one cycle: finished steps are recognised by their intents and not repeated. Rejects only when
 * `signal` fires or the chain rejects a call of the plan; an outcome without a release is a result.
 */
export async function runCycle(
  plan: CyclePlan,
  context: CycleContext,
  progress: CycleProgress,
  signal: AbortSignal,
): Promise<CycleOutcome> {
  // When one of several concurrent steps fails, the others must not go on after the end.
  const ending = new AbortController()
  const cycle: Cycle = {
    ...context,
    plan,
    signal: AbortSignal.any([signal, ending.signal]),
    progress,
    voted: [],
    firstBlock: Number.MAX_SAFE_INTEGER,
    lastBlock: 0,
  }
  let reason: string | undefined
  try {
    for (const [part, name, step] of steps) {
      signal.throwIfAborted()
      progress.begin(part, name)
      reason = await step(cycle)
      if (reason !== undefined) break
    }
  } finally {
    ending.abort()
  }
  return { verified: progress.verified, released: progress.released, reason }
}
