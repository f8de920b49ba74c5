import type { Hex } from 'viem'
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

/** A reorg removed an earlier transaction of the run, and the contract rejects it now, so the call was not sent. */
export class EarlierCallReverted extends Error {
  constructor({ runId, step }: IntentName, cause: TransactionReverted) {
    super(`Cannot do step "${step}" of run "${runId}" yet: ${cause.message}`, { cause })
    this.name = 'EarlierCallReverted'
  }
}

/** A transaction that was mined is not on the chain, or not on that of the endpoint that was asked. */
export class TransactionMissing extends Error {
  constructor({ runId, step }: IntentName) {
    super(`Cannot find the transaction of step "${step}" of run "${runId}" on the chain any more`)
    this.name = 'TransactionMissing'
  }
}

/** The caller's signal fired. The intent stays in the journal for `resume`. */
export class IntentLeftOpen extends Error {
  constructor({ runId, step }: IntentName, cause: unknown) {
    super(`Cannot wait any longer for step "${step}" of run "${runId}": it stays open`, { cause })
    this.name = 'IntentLeftOpen'
  }
}

/** The key of the intent's account is not known. */
export class SignerMissing extends Error {
  constructor(account: string) {
    super(`Cannot sign for ${account} as its key must be known: give the account to the sender`)
    this.name = 'SignerMissing'
  }
}

/** The run cannot be confirmed at the given block. */
export class ConfirmationImpossible extends Error {
  constructor(runId: string, head: { number: number; hash: Hex }, state: string) {
    super(`Cannot confirm run "${runId}" at block ${head.number} (${head.hash}): ${state}`)
    this.name = 'ConfirmationImpossible'
  }
}
