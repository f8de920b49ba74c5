import { expect, test } from 'bun:test'
import { milestoneStatus } from '../../../src/milestone/views/milestone-status.ts'
import type { Verdict } from '../../../src/milestone/views/verdict.ts'
import type { MadeEvent } from '../indexer/history.ts'
import {
  cancelled,
  capped,
  created,
  disputed,
  ether,
  finalized,
  idOf,
  releasedMilestone,
  ruled,
  snapshotOf,
  staked,
  submitted,
  tallied,
  timeOf,
  voted,
} from './small-chain.ts'
import { deployment } from './small-deployment.ts'

const open = [[created('m')], [staked('m', 3, ether, ether)]]
const rejected = [
  ...open,
  [submitted('m')],
  [voted('m', 1, false, 3n * ether), voted('m', 2, false, 3n * ether)],
  [tallied('m', false, 0n, 6n * ether)],
]

const by = (source: Verdict['by'], approves: number, rejects: number, reason: string): Verdict => ({
  by: source,
  approves,
  rejects,
  reason,
})

test.each<[string, MadeEvent[][], Verdict | null]>([
  ['still disputed', [...rejected, [disputed('m')]], null],
  [
    'rejected by its votes',
    [...rejected, [finalized('m', false)]],
    by('votes', 0, 2, 'Approving votes have 0 % of the weight cast; 60 % was needed'),
  ],
  [
    'approved by the arbiter against its votes',
    [...rejected, [disputed('m')], [ruled('m', true, true), finalized('m', true)]],
    by('arbiter', 0, 2, 'The arbiter overturned the disputed vote: the milestone is approved'),
  ],
  [
    'rejected by the arbiter as by its votes',
    [...rejected, [disputed('m')], [ruled('m', false, false), finalized('m', false)]],
    by('arbiter', 0, 2, 'The arbiter upheld the disputed vote: the milestone is rejected'),
  ],
  [
    'disputed without a ruling in time',
    [...rejected, [disputed('m', 9, timeOf(7))], [finalized('m', false)]],
    by(
      'votes',
      0,
      2,
      'Approving votes have 0 % of the weight cast; 60 % was needed; the arbiter did not rule in time on the dispute',
    ),
  ],
  [
    'voted on by too few',
    [...open, [submitted('m')], [voted('m', 1, true)], [tallied('m', false)], [finalized('m', false)]],
    by('timeout', 1, 0, 'The vote ended without a quorum'),
  ],
  [
    'without evidence at its deadline',
    [...open, [finalized('m', false)]],
    by('timeout', 0, 0, 'No evidence was submitted before the deadline'),
  ],
  [
    'voted on by few, who are a quorum of what counts',
    [
      ...open,
      [submitted('m'), capped('m', 9, 6n * ether)],
      [voted('m', 1, false, 2n * ether), tallied('m', false, 0n, 2n * ether)],
      [finalized('m', false)],
    ],
    by('votes', 0, 1, 'Approving votes have 0 % of the weight cast; 60 % was needed'),
  ],
  ['cancelled with a stake', [...open, [cancelled('m'), finalized('m', false)]], null],
  ['cancelled', [[created('m')], [cancelled('m'), finalized('m', false)]], null],
])('a milestone that is %s has its verdict', (_, blocks, verdict) => {
  const about = { deployment, titleOf: () => 'Solar pump, phase 1' }
  expect(milestoneStatus(snapshotOf(blocks), idOf('m'), about).verdict).toEqual(verdict)
})

test('a release against the votes is explained by the ruling, one by the votes needs no explanation', () => {
  const consensus = (blocks: MadeEvent[][]) =>
    milestoneStatus(snapshotOf(blocks), idOf('m'), { deployment, titleOf: () => 'Solar pump, phase 1' }).demo
      .tracks.consensus
  expect(consensus([...rejected, [disputed('m')], [ruled('m', true, true), finalized('m', true)]])).toEqual({
    ok: true,
    detail:
      '0 of 2 votes approve, 0.0000 ETH against 6.0000 ETH. The arbiter overturned the disputed vote: the milestone is approved',
  })
  expect(consensus(releasedMilestone('m')).detail).toBe('2 of 2 votes approve, 2.0000 ETH against 0.0000 ETH')
})
