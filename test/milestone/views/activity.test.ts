import { expect, test } from 'bun:test'
import { type ActivityQuery, activity } from '../../../src/milestone/views/activity.ts'
import { account, escrow, type MadeEvent } from '../indexer/history.ts'
import {
  abstained,
  bonded,
  cancelled,
  capped,
  charged,
  created,
  ether,
  feeEarned,
  finalized,
  idOf,
  named,
  rewarded,
  snapshotOf,
  staked,
  submitted,
  swept,
  timeOf,
  usdc,
} from './small-chain.ts'

const all: ActivityQuery = { limit: 200, cursor: undefined, type: undefined, since: undefined }
const now = snapshotOf([
  named('ada.eth', 0),
  [created('m'), bonded(1, ether)],
  [feeEarned(3n * usdc), charged('oracle', usdc / 2n)],
  [swept(usdc)],
  [finalized('m', false)],
])
const titles = (query: Partial<ActivityQuery>) =>
  activity(now, { ...all, ...query }).events.map(({ title }) => title)

test('the feed is newest first by block and by place in the block', () => {
  expect(titles({})).toEqual([
    'Deadline missed',
    'Revenue swept',
    'Service charged',
    'Fee earned',
    'Verifier bonded',
    'Milestone created',
  ])
  const ids = activity(now, all).events.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an entry has the time of its block, its transaction and its amounts', () => {
  const { events } = activity(now, all)
  expect(events.at(-1)).toEqual({
    id: '2.0',
    type: 'verification',
    title: 'Milestone created',
    timestamp: timeOf(2),
    description: 'ada.eth opened a milestone due 2030-03-17',
    txHash: now.readModel.milestones.get(idOf('m'))?.createdTx ?? '0x',
    blockNumber: 2,
    metadata: {
      event: 'MilestoneCreated',
      milestoneHash: idOf('m'),
      account: account(0),
      ens: 'ada.eth',
      deadline: 1_900_000_000,
    },
  })
  const charge = events.find(({ type }) => type === 'charge')
  expect(charge).toMatchObject({ metadata: { service: 'oracle', amountUsdc: '0.5' } })
})

test.each<[string, MadeEvent[][], string, string]>([
  [
    'a cap on voting weight',
    [[created('m')], [submitted('m'), capped('m', 1, ether)]],
    'Voting weight capped',
    'vera.eth holds 1 ETH above a third of all stake, which does not count towards the quorum',
  ],
  [
    'a charge for not voting',
    [[created('m')], abstained('m', 1, ether / 1000n, ether)],
    'Abstention charged',
    'vera.eth lost 0.001 ETH for not voting',
  ],
  [
    'a reward',
    [[rewarded(1, ether)]],
    'Verifier rewarded',
    'vera.eth was given 1 ETH for a vote on the side of the final verdict',
  ],
  [
    'a reward of many digits',
    [[rewarded(1, 33_144_716_220_612_343_750n)]],
    'Verifier rewarded',
    'vera.eth was given 33.1447 ETH for a vote on the side of the final verdict',
  ],
  [
    'a reward of next to nothing',
    [[rewarded(1, 7n)]],
    'Verifier rewarded',
    'vera.eth was given 0.000000000000000007 ETH for a vote on the side of the final verdict',
  ],
  [
    'a pause',
    [[escrow('Paused', { account: account(1), until: 1_900_000_000 })]],
    'Escrow paused',
    'vera.eth refused new milestones and stakes until 2030-03-17 at the latest',
  ],
  [
    'a new fee recipient',
    [[escrow('FeeRecipientChanged', { feeRecipient: account(1) })]],
    'Fee recipient changed',
    'vera.eth receives fees from now on',
  ],
  [
    'a withdrawal of a milestone with a stake',
    [[created('m', 1)], [staked('m', 3, ether, ether)], [cancelled('m'), finalized('m', false)]],
    'Milestone cancelled',
    'vera.eth withdrew the milestone before submitting evidence; 1 ETH can be refunded',
  ],
  [
    'a withdrawal of a milestone without one',
    [[created('m', 1)], [cancelled('m'), finalized('m', false)]],
    'Milestone cancelled',
    'vera.eth withdrew the milestone before submitting evidence',
  ],
])('%s is one entry in plain words', (_, blocks, title, description) => {
  const [newest] = activity(snapshotOf([named('vera.eth', 1), ...blocks]), all).events
  expect(newest).toMatchObject({ type: 'verification', title, description })
})

test('a malformed hash of the filter names its parameter', () => {
  expect(() => activity(snapshotOf([[created('m')]]), { ...all, milestone: '0x1' })).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ path: '/milestone' })] }),
  )
})

test('an abstention that costs nothing has no entry', () => {
  const free = escrow('AbstentionSettled', { id: idOf('m'), verifier: account(1), charged: 0n })
  expect(activity(snapshotOf([[created('m')], [free]]), all)).toMatchObject({ count: 1 })
})

test('a filter by milestone and by account gives the events of both, page by page', () => {
  const ofMilestone = titles({ milestone: idOf('m').toUpperCase().replace('0X', '0x') })
  expect(ofMilestone).toEqual(['Deadline missed', 'Milestone created'])
  expect(titles({ account: account(1).toLowerCase() })).toEqual(['Verifier bonded'])
  expect(titles({ account: 'ada.eth' })).toEqual(titles({ account: account(0) }))
  expect(titles({ account: 'nobody.eth' })).toEqual([])
  expect(titles({ milestone: idOf('m'), account: account(1) })).toEqual([])
  const first = activity(now, { ...all, milestone: idOf('m'), limit: 1 })
  expect(titles({ milestone: idOf('m'), cursor: first.next ?? '' })).toEqual(['Milestone created'])
})
