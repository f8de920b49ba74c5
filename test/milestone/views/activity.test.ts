import { expect, test } from 'bun:test'
import { type ActivityQuery, activity } from '../../../src/milestone/views/activity.ts'
import { account } from '../indexer/history.ts'
import {
  bonded,
  charged,
  created,
  ether,
  feeEarned,
  finalized,
  idOf,
  named,
  snapshotOf,
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

test('an entry tells when its block was made, which transaction it came from, and what was at stake', () => {
  const { events } = activity(now, all)
  expect(events.at(-1)).toEqual({
    id: '2.0',
    type: 'verification',
    title: 'Milestone created',
    timestamp: timeOf(2),
    description: 'ada.eth opened a milestone due 2030-03-17',
    txHash: now.model.milestones.get(idOf('m'))?.createdTx ?? '0x',
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

test('a filter by type gives entries of that type alone', () => {
  expect(titles({ type: 'revenue' })).toEqual(['Revenue swept', 'Fee earned'])
  expect(titles({ type: 'deadline' })).toEqual(['Deadline missed'])
  expect(activity(now, { ...all, type: 'chaos' })).toMatchObject({ count: 0, next: null, events: [] })
})

test('`since` includes its own second and nothing before it', () => {
  expect(titles({ since: timeOf(4) })).toEqual(['Deadline missed', 'Revenue swept'])
  expect(titles({ since: timeOf(4) + 1 })).toEqual(['Deadline missed'])
  expect(titles({ since: timeOf(3), type: 'revenue' })).toEqual(['Revenue swept', 'Fee earned'])
  expect(titles({ since: timeOf(99) })).toEqual([])
})

test('pages of a filtered feed join up without a gap', () => {
  const query = { ...all, limit: 1, since: timeOf(3) }
  const first = activity(now, query)
  const second = activity(now, { ...query, cursor: first.next ?? '' })
  const third = activity(now, { ...query, cursor: second.next ?? '' })
  const fourth = activity(now, { ...query, cursor: third.next ?? '' })
  expect([first, second, third, fourth].flatMap(({ events }) => events.map(({ title }) => title))).toEqual(
    titles({ since: timeOf(3) }),
  )
  expect(fourth).toMatchObject({ count: 1, next: null })
})
