import type { Address } from 'viem'
import type { EventName, EventOf } from '../events.ts'
import type { Position, VerifierRecord } from '../state.ts'
import { add, type Fold, feed } from './fold.ts'

type RegistryEvent<N extends EventName<'VerifierRegistry'>> = EventOf<'VerifierRegistry', N>

export function bonded(fold: Fold, event: RegistryEvent<'Bonded'>): void {
  const { verifier, amount, bonded } = event.args
  fold.changes.set(verifierOf(fold, verifier, event), 'bonded', bonded)
  feed(fold, event, { account: verifier, amount })
}

export function unbondStarted(fold: Fold, event: RegistryEvent<'UnbondStarted'>): void {
  const { verifier, amount, bonded, readyAt } = event.args
  const record = verifierOf(fold, verifier, event)
  fold.changes.set(record, 'bonded', bonded)
  add(fold, record, 'unbonding', amount)
  feed(fold, event, { account: verifier, amount, detail: readyAt })
}

export function unbondWithdrawn(fold: Fold, event: RegistryEvent<'UnbondWithdrawn'>): void {
  add(fold, verifierOf(fold, event.args.verifier, event), 'unbonding', -event.args.amount)
}

/** `VoteSettled` names the milestone. */
export function slashed(fold: Fold, event: RegistryEvent<'Slashed'>): void {
  const { verifier, amount, bonded } = event.args
  const record = verifierOf(fold, verifier, event)
  fold.changes.set(record, 'bonded', bonded)
  add(fold, record, 'slashed', amount)
}

/** `AbstentionSettled` names the milestone. */
export function abstentionCharged(fold: Fold, event: RegistryEvent<'AbstentionCharged'>): void {
  const { verifier, amount, bonded } = event.args
  const record = verifierOf(fold, verifier, event)
  fold.changes.set(record, 'bonded', bonded)
  add(fold, record, 'abstentionCharges', amount)
}

export function rewarded(fold: Fold, event: RegistryEvent<'Rewarded'>): void {
  const { verifier, amount } = event.args
  add(fold, verifierOf(fold, verifier, event), 'rewarded', amount)
  feed(fold, event, { account: verifier, amount })
}

export function rewardsWithdrawn(fold: Fold, event: RegistryEvent<'RewardsWithdrawn'>): void {
  const { verifier, amount } = event.args
  add(fold, verifierOf(fold, verifier, event), 'rewardsWithdrawn', amount)
}

export function slashedSwept(fold: Fold, event: RegistryEvent<'SlashedSwept'>): void {
  const { receiver, amount } = event.args
  feed(fold, event, { account: receiver, amount })
}

export function slashReceiverChanged(fold: Fold, event: RegistryEvent<'SlashReceiverChanged'>): void {
  feed(fold, event, { account: event.args.receiver })
}

/** The verifier's record, made at the first event about it. */
export function verifierOf(fold: Fold, address: Address, at: Position): VerifierRecord {
  const known = fold.readModel.verifiers.get(address)
  if (known !== undefined) return known
  const record: VerifierRecord = {
    address: fold.share(address),
    firstPosition: { blockNumber: at.blockNumber, logIndex: at.logIndex },
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
