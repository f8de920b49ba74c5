import type { MilestoneRecord } from '../state.ts'
import { add, count, feed, InconsistentEvents, milestoneOf, type ReducersOf } from './fold.ts'
import { verifierOf } from './registry.ts'

export const voteReducers: ReducersOf<'MilestoneEscrow'> = {
  Voted(fold, event) {
    const { id, support, weight, evidenceRoot } = event.args
    const { changes, readModel } = fold
    const record = milestoneOf(fold, id)
    const verifier = verifierOf(fold, event.args.verifier)
    changes.push(record.votes, {
      verifier: verifier.address,
      support,
      weight,
      evidenceRoot: evidenceRoot === record.evidenceRoot ? record.evidenceRoot : evidenceRoot,
      blockNumber: event.blockNumber,
      txHash: event.txHash,
      slashed: undefined,
    })
    add(fold, record, support ? 'approvingWeight' : 'rejectingWeight', weight)
    count(fold, verifier, 'votesCast', 1)
    count(fold, verifier, 'openVotes', 1)
    add(fold, verifier, 'locked', lockOf(record, weight))
    changes.push(verifier.milestones, record.hash)
    count(fold, readModel.totals, 'totalVotes', 1)
    feed(fold, event, { milestone: record.hash, account: verifier.address, amount: weight, detail: support })
  },

  VoteSettled(fold, event) {
    const { id, verifier, slashed } = event.args
    const record = milestoneOf(fold, id)
    const vote = record.votes.find((candidate) => candidate.verifier === verifier)
    if (vote === undefined)
      throw new InconsistentEvents(`Cannot settle a vote of ${verifier} on ${id}: it cast none`)
    fold.changes.set(vote, 'slashed', slashed)
    const voter = verifierOf(fold, verifier)
    count(fold, voter, 'openVotes', -1)
    add(fold, voter, 'locked', -lockOf(record, vote.weight))
    if (slashed === 0n) return
    feed(fold, event, { milestone: record.hash, account: verifier, amount: slashed })
  },

  WeightCapped(fold, event) {
    const { id, verifier, excess } = event.args
    const record = milestoneOf(fold, id)
    add(fold, record, 'excessWeight', excess)
    feed(fold, event, { milestone: record.hash, account: verifier, amount: excess })
  },

  AbstentionSettled(fold, event) {
    const { id, verifier, charged } = event.args
    const record = milestoneOf(fold, id)
    if (charged === 0n) return
    feed(fold, event, { milestone: record.hash, account: verifier, amount: charged })
  },
}

/** What a vote of that weight may cost, as the escrow locks it. */
function lockOf({ params }: MilestoneRecord, weight: bigint): bigint {
  return (weight * BigInt(params.slashBps)) / 10_000n
}
