import { Type as t } from '@sinclair/typebox'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import { Count } from '../wire/shapes.ts'

export const Verdict = t.Object(
  {
    by: OneOf(['votes', 'arbiter', 'timeout'], {
      description: 'timeout: no evidence in time, or a vote without a quorum',
      examples: ['votes'],
    }),
    approves: Count('Votes that approve'),
    rejects: Count('Votes that reject'),
    reason: t.String({ examples: ['Approving votes have 71.4 % of the weight cast; 66 % was needed'] }),
  },
  { description: 'What decided the milestone' },
)
export type Verdict = typeof Verdict.static

/** What decided a milestone; null before the final verdict, and for a milestone cancelled by its builder. */
export function verdictOf(milestone: MilestoneRecord): Verdict | null {
  const { votes, settledAt, cancelled } = milestone
  if (settledAt === undefined || cancelled) return null
  const approves = votes.filter((vote) => vote.support).length
  return { ...decisionOf(milestone, settledAt), approves, rejects: votes.length - approves }
}

function decisionOf(milestone: MilestoneRecord, settledAt: number): Pick<Verdict, 'by' | 'reason'> {
  const { evidenceRoot, verdict, arbitrationEndsAt, overturned } = milestone
  const word = verdict === true ? 'approved' : 'rejected'
  if (evidenceRoot === undefined)
    return { by: 'timeout', reason: 'No evidence was submitted before the deadline' }
  // A ruling is possible only before this time, finalizing without one only after it.
  if (arbitrationEndsAt !== undefined && settledAt < arbitrationEndsAt) {
    const effect = overturned ? 'overturned' : 'upheld'
    return { by: 'arbiter', reason: `The arbiter ${effect} the disputed vote: the milestone is ${word}` }
  }
  const silence = arbitrationEndsAt === undefined ? '' : '; the arbiter did not rule in time on the dispute'
  if (verdict !== true && !isQuorate(milestone))
    return { by: 'timeout', reason: `The vote ended without a quorum${silence}` }
  const { approvingWeight, rejectingWeight, params } = milestone
  const cast = approvingWeight + rejectingWeight
  // Cut, not rounded: the share never looks as if it had reached what it did not.
  const share = cast === 0n ? 0 : Number((approvingWeight * 10_000n) / cast) / 100
  return {
    by: 'votes',
    reason: `Approving votes have ${share} % of the weight cast; ${params.approvalBps / 100} % was needed${silence}`,
  }
}

/** As `Ballot.isQuorate` of the contracts. */
function isQuorate({
  votes,
  params,
  approvingWeight,
  rejectingWeight,
  totalWeight,
  excessWeight,
}: MilestoneRecord): boolean {
  const cast = approvingWeight + rejectingWeight
  const base = totalWeight - excessWeight
  return votes.length >= params.minVoters && cast * 10_000n >= base * BigInt(params.quorumBps)
}
