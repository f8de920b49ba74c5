import type { Address } from 'viem'
import type { VerifierRecord } from '../state.ts'
import { add, type Fold, feed, type ReducersOf } from './fold.ts'

export const registryReducers: ReducersOf<'VerifierRegistry'> = {
  Bonded(fold, event) {
    const { verifier, amount, bonded } = event.args
    fold.changes.set(verifierOf(fold, verifier), 'bonded', bonded)
    feed(fold, event, { account: verifier, amount })
  },

  UnbondStarted(fold, event) {
    const { verifier, amount, bonded, readyAt } = event.args
    const record = verifierOf(fold, verifier)
    fold.changes.set(record, 'bonded', bonded)
    add(fold, record, 'unbonding', amount)
    feed(fold, event, { account: verifier, amount, detail: readyAt })
  },

  UnbondWithdrawn(fold, event) {
    add(fold, verifierOf(fold, event.args.verifier), 'unbonding', -event.args.amount)
  },

  /** `VoteSettled` names the milestone. */
  Slashed(fold, event) {
    const { verifier, amount, bonded } = event.args
    const record = verifierOf(fold, verifier)
    fold.changes.set(record, 'bonded', bonded)
    add(fold, record, 'slashed', amount)
  },

  /** `AbstentionSettled` names the milestone. */
  AbstentionCharged(fold, event) {
    const { verifier, amount, bonded } = event.args
    const record = verifierOf(fold, verifier)
    fold.changes.set(record, 'bonded', bonded)
    add(fold, record, 'abstentionCharges', amount)
  },

  Rewarded(fold, event) {
    const { verifier, amount } = event.args
    add(fold, verifierOf(fold, verifier), 'rewarded', amount)
    feed(fold, event, { account: verifier, amount })
  },

  RewardsWithdrawn(fold, event) {
    const { verifier, amount } = event.args
    add(fold, verifierOf(fold, verifier), 'rewardsWithdrawn', amount)
  },

  SlashedSwept(fold, event) {
    const { receiver, amount } = event.args
    feed(fold, event, { account: receiver, amount })
  },

  SlashReceiverChanged(fold, event) {
    feed(fold, event, { account: event.args.receiver })
  },
}

/** The verifier's record, made at the first event about it. */
export function verifierOf(fold: Fold, address: Address): VerifierRecord {
  const known = fold.readModel.verifiers.get(address)
  if (known !== undefined) return known
  const record: VerifierRecord = {
    address: fold.share(address),
    bonded: 0n,
    unbonding: 0n,
    locked: 0n,
    slashed: 0n,
    abstentionCharges: 0n,
    rewarded: 0n,
    rewardsWithdrawn: 0n,
    votesCast: 0,
    openVotes: 0,
    milestones: [],
  }
  fold.changes.mapSet(fold.readModel.verifiers, record.address, record)
  return record
}
