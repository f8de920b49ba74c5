import { expect, test } from 'bun:test'
import { capitalStatus, stateWord, statusLabel } from '../../../src/milestone/views/labels.ts'
import {
  backerRefunded,
  cancelled,
  created,
  disputed,
  ether,
  failedMilestone,
  finalized,
  idOf,
  refunded,
  releasedMilestone,
  snapshotOf,
  staked,
  submitted,
  tallied,
} from './small-chain.ts'

const open = [[created('m')], [staked('m', 3, ether, ether)]]
const provisional = [...open, [submitted('m')], [tallied('m', true)]]
const failed = failedMilestone('m')
const cancelledWithStake = [...open, [cancelled('m'), finalized('m', false)]]

test.each([
  ['open', open, 'pending', 'Open', 'locked'],
  ['voting', [...open, [submitted('m')]], 'pending', 'Voting', 'locked'],
  ['tallied', provisional, 'pending', 'Challenge window', 'locked'],
  ['disputed', [...provisional, [disputed('m')]], 'pending', 'Disputed', 'locked'],
  ['verified', [...provisional, [finalized('m', true)]], 'verified', 'Verified', 'locked'],
  ['released', releasedMilestone('m'), 'verified', 'Released', 'released'],
  ['failed with money in it', failed, 'failed', 'Refundable', 'refundable'],
  ['cancelled with a stake', cancelledWithStake, 'failed', 'Refundable', 'refundable'],
  [
    'cancelled, and its stake refunded',
    [...cancelledWithStake, [backerRefunded('m', 3, ether, 0n), refunded('m')]],
    'failed',
    'Refunded',
    'refundable',
  ],
  [
    'cancelled without a stake',
    [[created('m')], [cancelled('m'), finalized('m', false)]],
    'failed',
    'Failed',
    'refundable',
  ],
  ['failed with nothing in it', [[created('m')], [finalized('m', false)]], 'failed', 'Failed', 'refundable'],
  [
    'refunded',
    [...failed, [backerRefunded('m', 4, ether, 0n), refunded('m')]],
    'failed',
    'Refunded',
    'refundable',
  ],
] as const)('a milestone that is %s has its words', (_, blocks, state, label, capital) => {
  const milestone = snapshotOf(blocks).readModel.milestones.get(idOf('m'))
  if (milestone === undefined) throw new Error('the milestone is not in the model')
  expect([stateWord(milestone), statusLabel(milestone), capitalStatus(milestone)]).toEqual([
    state,
    label,
    capital,
  ])
})
