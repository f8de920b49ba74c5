import { brief } from './milestone-briefs.ts'
import type { MilestoneScript } from './milestone-script.ts'

const yes = true
const no = false

/**
 * Milestones with a failed attempt to obtain an undeserved verdict or to delay one. Rejected calls are not part of the
 * story: each script has what was allowed and how it ended.
 */
export const attemptScripts: readonly MilestoneScript[] = [
  // One friendly vote: below the smallest quorum and number of voters that a builder can choose.
  {
    ...brief('attempt-lone-vote', 'lantern', 'least'),
    createdAt: 6.3,
    deadlineAt: 12,
    stakes: [['harbor', '2', 6.7]],
    evidence: { at: 8.3, kind: 'field' },
    votes: [['north', yes, 8.7]],
    talliedAt: 9.35,
    finalizedAt: 10.4,
    refunds: [['harbor', 10.6]],
    verified: false,
  },
  // The smallest possible stake, placed by another account so that the builder cannot cancel.
  {
    ...brief('attempt-dust-stake', 'lantern', 'least'),
    createdAt: 9.05,
    deadlineAt: 16,
    stakes: [['sybil', '0.01', 9.15]],
    cancelledAt: 9.6,
    refunds: [['sybil', 9.75]],
    verified: false,
  },
  // A verifier with more than half of all stake does not vote, so that the others cannot reach the quorum.
  {
    ...brief('attempt-whale-abstains', 'orchard', 'short'),
    createdAt: 10.3,
    deadlineAt: 16,
    stakes: [['commons', '2', 10.8]],
    evidence: { at: 12.4, kind: 'field' },
    votes: [
      ['fieldcheck', yes, 13],
      ['gridwatch', yes, 13],
      ['sable', yes, 13],
      ['north', yes, 13],
    ],
    capped: [['atlas', 13.5]],
    talliedAt: 14.45,
    finalizedAt: 15.5,
    releasedAt: 15.6,
    abstained: ['atlas'],
    verified: true,
  },
  // The owner pauses the contract while votes are cast: votes, tally and payout go on.
  {
    ...brief('attempt-pause', 'quarry', 'least'),
    createdAt: 15.25,
    deadlineAt: 25,
    stakes: [['ridgeline', '2', 15.45]],
    evidence: { at: 17.2, kind: 'research' },
    votes: [
      ['atlas', yes, 17.6],
      ['fieldcheck', yes, 17.6],
      ['gridwatch', yes, 17.6],
    ],
    talliedAt: 17.8,
    finalizedAt: 18.85,
    releasedAt: 18.9,
    verified: true,
  },
  // 60 ether are bonded a second before the evidence: without the warm-up they cannot vote.
  {
    ...brief('attempt-late-bond', 'lantern', 'least'),
    createdAt: 18.3,
    deadlineAt: 28,
    stakes: [['ridgeline', '3', 18.7]],
    evidence: { at: 20.6, kind: 'software' },
    votes: [
      ['atlas', no, 20.8],
      ['fieldcheck', no, 20.8],
      ['gridwatch', no, 20.8],
    ],
    talliedAt: 21.65,
    finalizedAt: 22.7,
    refunds: [['ridgeline', 22.8]],
    verified: false,
  },
  // The arbiter backs the milestone and so cannot rule on it: the verdict of the votes stands.
  {
    ...brief('attempt-staked-arbiter', 'lantern', 'least'),
    createdAt: 22.9,
    deadlineAt: 32,
    stakes: [
      ['harbor', '2', 23.2],
      ['arbiter', '1', 23.2],
    ],
    evidence: { at: 23.55, kind: 'research' },
    votes: [
      ['atlas', no, 24.1],
      ['fieldcheck', no, 24.1],
      ['gridwatch', no, 24.1],
    ],
    talliedAt: 24.6,
    dispute: { by: 'lantern', eth: '0.15', at: 25.1 },
    finalizedAt: 27.15,
    refunds: [['harbor', 27.3]],
    verified: false,
  },
  // A builder that is its own only backer is verified and paid, and gains no reputation.
  {
    ...brief('attempt-own-stake', 'lantern', 'least'),
    createdAt: 24.9,
    deadlineAt: 34,
    stakes: [['lantern', '0.5', 25.05]],
    evidence: { at: 25.7, kind: 'software' },
    votes: [
      ['fieldcheck', yes, 26],
      ['sable', yes, 26],
      ['north', yes, 26],
    ],
    talliedAt: 26.75,
    finalizedAt: 27.8,
    releasedAt: 28,
    verified: true,
  },
]
