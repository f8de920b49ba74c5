import type { Hex } from 'viem'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { RevertReason } from '../contracts/revert.ts'
import type { IntentName } from './intents.ts'

/** The contract rejects this call, and would reject a retry. */
export class TransactionReverted extends Error {
  readonly reason: RevertReason
  /** Undefined when a simulation reverted, so that nothing was sent. */
  readonly hash: Hex | undefined

  constructor({ runId, step }: IntentName, reason: RevertReason, hash: Hex | undefined) {
    const when = hash === undefined ? 'its simulation reverted' : `its transaction ${hash} reverted`
    super(`Cannot do step "${step}" of run "${runId}" as ${when}: ${reason.text}`)
    this.name = 'TransactionReverted'
    this.reason = reason
    this.hash = hash
  }
}

const stepTexts = {
  /** A reorg removed an earlier transaction of the run, and the contract rejects it now, so the call was not sent. */
  earlier_call_reverted: (step: string, cause: unknown) => `Cannot do ${step} yet: ${messageOf(cause)}`,
  /** The caller's signal fired. The intent stays in the journal for `resume`. */
  left_open: (step: string) => `Cannot wait any longer for ${step}: it stays open`,
  /** The stored intent of that name is for another call. */
  mismatch: (step: string) => `Cannot send ${step} as it must be the call stored for it: it is another`,
  /** A transaction that was mined is not on the chain, or not on that of the queried endpoint. */
  transaction_missing: (step: string) => `Cannot find the transaction of ${step} on the chain any more`,
}

/** A step of a run that was not completed. */
export class StepFailed extends Error {
  readonly reason: keyof typeof stepTexts
  constructor(reason: keyof typeof stepTexts, { runId, step }: IntentName, cause?: unknown) {
    super(stepTexts[reason](`step "${step}" of run "${runId}"`, cause), cause === undefined ? {} : { cause })
    this.name = 'StepFailed'
    this.reason = reason
  }
}

export function isStepFailed(error: unknown, reason: StepFailed['reason']): error is StepFailed {
  return error instanceof StepFailed && error.reason === reason
}
