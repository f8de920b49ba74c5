import { expect, test } from 'bun:test'
import { sponsor } from '../../../src/milestone/views/sponsor.ts'
import {
  backerRefunded,
  cancelled,
  created,
  ether,
  failedMilestone,
  finalized,
  idOf,
  refunded,
  releasedMilestone,
  snapshotOf,
  staked,
  timeOf,
} from './small-chain.ts'

const all = { limit: 200, cursor: undefined }

test('the sums account for every wei, over all milestones on any page', () => {
  const now = snapshotOf([
    ...releasedMilestone('released'),
    ...failedMilestone('refundable'),
    ...failedMilestone('refunded'),
    [backerRefunded('refunded', 4, ether, 0n), refunded('refunded')],
    [created('open'), staked('open', 3, 5n * ether, 5n * ether)],
  ])
  const summary = {
    totalReleased: '2.0000',
    totalLocked: '5.0000',
    totalRefundable: '1.0000',
    totalRefunded: '1.0000',
    totalStaked: '9.0000',
    verifiedCount: 1,
    releasedCount: 1,
    totalMilestones: 4,
  }
  expect(sponsor(now, all)).toMatchObject({ ok: true, summary, count: 4, next: null })
  const page = sponsor(now, { limit: 1, cursor: undefined })
  expect(page).toMatchObject({ summary, count: 1 })
  expect(page.milestones[0]?.milestoneHash).toBe(idOf('open'))
  expect(page.next).not.toBeNull()
})

test('a stake in a milestone that its builder cancelled can be refunded', () => {
  const now = snapshotOf([
    [created('m'), staked('m', 3, 5n * ether, 5n * ether)],
    [cancelled('m'), finalized('m', false)],
    [backerRefunded('m', 3, 2n * ether, 3n * ether)],
  ])
  expect(sponsor(now, all)).toMatchObject({
    summary: {
      totalLocked: '0.0000',
      totalRefundable: '3.0000',
      totalRefunded: '2.0000',
      totalStaked: '5.0000',
    },
    milestones: [{ state: 'failed', statusLabel: 'Refundable', capitalStatus: 'refundable' }],
  })
})

test('time to verdict is the seconds from creation to the final verdict, null before it', () => {
  const now = snapshotOf([...releasedMilestone('m'), [created('open')]])
  const [open, settled] = sponsor(now, all).milestones
  expect(settled).toEqual({
    milestoneHash: idOf('m'),
    state: 'verified',
    statusLabel: 'Released',
    capitalStatus: 'released',
    stakedEth: '2.0000',
    builderEns: null,
    timeToVerdict: timeOf(6) - timeOf(1),
  })
  expect(open?.timeToVerdict).toBeNull()
})

test('without a milestone every sum is zero with four decimals', () => {
  const sums = Object.values(sponsor(snapshotOf([[]]), all).summary)
  expect(sums).toEqual([...Array(5).fill('0.0000'), 0, 0, 0])
})
