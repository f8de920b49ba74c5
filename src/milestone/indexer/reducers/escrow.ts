import type { Address } from 'viem'
import type { EventName, EventOf } from '../events.ts'
import type { BuilderRecord, MilestoneRecord } from '../state.ts'
import {
  add,
  addTo,
  count,
  type Fold,
  feed,
  hold,
  listOf,
  milestoneOf,
  moveTo,
  type ReducersOf,
} from './fold.ts'

type EscrowEvent<N extends EventName<'MilestoneEscrow'>> = EventOf<'MilestoneEscrow', N>

export const escrowReducers: ReducersOf<'MilestoneEscrow'> = {
  MilestoneCreated(fold, event) {
    const { readModel, changes } = fold
    const { id, deadline } = event.args
    const builder = builderOf(fold, event.args.builder)
    const record = newMilestone(fold, event, builder.address)
    changes.mapSet(readModel.milestones, id, record)
    changes.push(readModel.order, record)
    changes.push(listOf(readModel.byState, 'pending'), record)
    changes.push(builder.milestones, record)
    feed(fold, event, { milestone: record.hash, account: builder.address, detail: deadline })
  },

  MilestoneStaked(fold, event) {
    const { id, backer, amount, staked } = event.args
    const record = milestoneOf(fold, id)
    hold(fold, record, staked)
    add(fold, record, 'totalStaked', amount)
    add(fold, fold.readModel.totals, 'totalStaked', amount)
    addTo(fold, record.sponsors, fold.share(backer), amount)
    feed(fold, event, { milestone: record.hash, account: backer, amount })
  },

  EvidenceSubmitted(fold, event) {
    const { id, evidenceRoot, votingEndsAt, totalWeight } = event.args
    const record = milestoneOf(fold, id)
    moveTo(fold, record, 'voting')
    fold.changes.assign(record, { evidenceRoot, submittedAt: event.timestamp, votingEndsAt, totalWeight })
    feed(fold, event, { milestone: record.hash, account: record.builder, detail: votingEndsAt })
  },

  Tallied(fold, event) {
    const { id, verdict, approvingWeight, rejectingWeight, challengeEndsAt } = event.args
    const record = milestoneOf(fold, id)
    moveTo(fold, record, 'provisional')
    fold.changes.assign(record, { verdict, approvingWeight, rejectingWeight, challengeEndsAt })
    feed(fold, event, { milestone: record.hash, detail: verdict })
  },

  MilestoneDisputed(fold, event) {
    const { id, challenger, bond, arbitrationEndsAt } = event.args
    const record = milestoneOf(fold, id)
    moveTo(fold, record, 'disputed')
    fold.changes.assign(record, { challenger: fold.share(challenger), disputeBond: bond, arbitrationEndsAt })
    feed(fold, event, { milestone: record.hash, account: challenger, amount: bond })
  },

  Ruled(fold, event) {
    const { id, verdict, overturned } = event.args
    const record = milestoneOf(fold, id)
    fold.changes.assign(record, { verdict, overturned })
    feed(fold, event, { milestone: record.hash, detail: overturned })
  },

  MilestoneCancelled(fold, event) {
    const record = milestoneOf(fold, event.args.id)
    fold.changes.set(record, 'cancelled', true)
    feed(fold, event, { milestone: record.hash, account: record.builder, amount: record.staked })
  },

  MilestoneFinalized(fold, event) {
    const { id, verified } = event.args
    const { totals } = fold.readModel
    const record = milestoneOf(fold, id)
    moveTo(fold, record, verified ? 'verified' : 'failed')
    fold.changes.assign(record, { verdict: verified, settledAt: event.timestamp, settledTx: event.txHash })
    const outcome = verified ? 'verified' : 'failed'
    count(fold, totals, outcome, 1)
    if (isBackedByOthers(record)) count(fold, builderOf(fold, record.builder), outcome, 1)
    count(fold, totals, 'settledVotes', record.votes.length)
    count(fold, totals, 'coherentVotes', record.votes.filter((vote) => vote.support === verified).length)
    if (record.cancelled) return // The cancellation has its own entry.
    feed(fold, event, {
      type: record.evidenceRoot === undefined ? 'deadline' : 'verification',
      milestone: record.hash,
      account: record.builder,
      amount: record.staked,
      detail: verified,
    })
  },

  MilestoneReleased(fold, event) {
    const { id, amount, fee } = event.args
    const { totals } = fold.readModel
    const record = milestoneOf(fold, id)
    hold(fold, record, 0n)
    moveTo(fold, record, 'released')
    fold.changes.assign(record, { released: amount, fee })
    close(fold, record, event)
    add(fold, totals, 'released', amount)
    count(fold, totals, 'releasedCount', 1)
    feed(fold, event, { milestone: record.hash, account: record.builder, amount })
  },

  BackerRefunded(fold, event) {
    const { id, backer, amount, staked } = event.args
    const record = milestoneOf(fold, id)
    hold(fold, record, staked)
    add(fold, record, 'refunded', amount)
    add(fold, fold.readModel.totals, 'refunded', amount)
    // One map serves as both until the first refund: most milestones never need the second.
    if (record.backers === record.sponsors) fold.changes.set(record, 'backers', new Map(record.sponsors))
    addTo(fold, record.backers, fold.share(backer), -amount)
    feed(fold, event, { milestone: record.hash, account: backer, amount })
  },

  MilestoneRefunded(fold, event) {
    const record = milestoneOf(fold, event.args.id)
    moveTo(fold, record, 'refunded')
    close(fold, record, event)
    feed(fold, event, { milestone: record.hash, amount: record.refunded })
  },

  /** Bonds and refunds are credited before or in another state, so a credit in `released` is a share of the stake. */
  Credited(fold, event) {
    const { id, account, amount } = event.args
    const record = milestoneOf(fold, id)
    addTo(fold, fold.readModel.claimable, fold.share(account), amount)
    if (record.state === 'released' && isBackedByOthers(record))
      addTo(fold, fold.readModel.earned, fold.share(account), amount)
  },

  Withdrawn(fold, event) {
    addTo(fold, fold.readModel.claimable, fold.share(event.args.account), -event.args.amount)
  },

  FeeRecipientChanged(fold, event) {
    feed(fold, event, { account: event.args.feeRecipient })
  },

  Paused(fold, event) {
    const { account, until } = event.args
    feed(fold, event, { account, detail: until })
  },

  Unpaused(fold, event) {
    feed(fold, event, { account: event.args.account })
  },
}

function close(
  fold: Fold,
  record: MilestoneRecord,
  event: EscrowEvent<'MilestoneReleased' | 'MilestoneRefunded'>,
) {
  fold.changes.assign(record, { closedAt: event.timestamp, closedTx: event.txHash })
}

function builderOf(fold: Fold, address: Address): BuilderRecord {
  const known = fold.readModel.builders.get(address)
  if (known !== undefined) return known
  const record: BuilderRecord = {
    address: fold.share(address),
    milestones: [],
    verified: 0,
    failed: 0,
  }
  fold.changes.mapSet(fold.readModel.builders, record.address, record)
  return record
}

/**
 * Whether an account other than the builder put money at risk; otherwise the milestone does not count for reputation.
 */
function isBackedByOthers({ sponsors, builder }: MilestoneRecord): boolean {
  return sponsors.size > (sponsors.has(builder) ? 1 : 0)
}

function newMilestone(fold: Fold, event: EscrowEvent<'MilestoneCreated'>, builder: Address): MilestoneRecord {
  const sponsors = new Map<Address, bigint>()
  const { id, projectId, metadataHash, splits, deadline, params } = event.args
  return {
    hash: id,
    createdPosition: { blockNumber: event.blockNumber, logIndex: event.logIndex },
    createdAt: event.timestamp,
    createdTx: event.txHash,
    builder,
    projectId: fold.share(projectId),
    metadataHash,
    splits: splits.map(({ recipient, bps }) => ({ recipient: fold.share(recipient), bps })),
    deadline,
    params: { ...params },
    state: 'open',
    verdict: undefined,
    overturned: false,
    cancelled: false,
    staked: 0n,
    totalStaked: 0n,
    released: 0n,
    fee: 0n,
    refunded: 0n,
    backers: sponsors,
    sponsors,
    evidenceRoot: undefined,
    submittedAt: undefined,
    votingEndsAt: undefined,
    challengeEndsAt: undefined,
    arbitrationEndsAt: undefined,
    approvingWeight: 0n,
    rejectingWeight: 0n,
    totalWeight: 0n,
    excessWeight: 0n,
    votes: [],
    challenger: undefined,
    disputeBond: 0n,
    settledAt: undefined,
    settledTx: undefined,
    closedAt: undefined,
    closedTx: undefined,
  }
}
