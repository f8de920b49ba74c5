import { expect, test } from 'bun:test'
import { type ExplorerQuery, explorerMilestones } from '../../../src/milestone/views/explorer-milestones.ts'
import { account } from '../indexer/history.ts'
import {
  created,
  ether,
  failedMilestone,
  idOf,
  named,
  releasedMilestone,
  rootOf,
  snapshotOf,
  staked,
  timeOf,
} from './small-chain.ts'

const all: ExplorerQuery = { limit: 200, cursor: undefined, state: undefined, builder: undefined }
const now = snapshotOf([
  named('ada.eth', 0),
  ...releasedMilestone('one', 0),
  ...failedMilestone('two', 1),
  [created('three', 0), staked('three', 3, ether / 3n, ether / 3n)],
])
const hashes = (query: Partial<ExplorerQuery>) =>
  explorerMilestones(now, { ...all, ...query }).milestones.map(({ milestoneHash }) => milestoneHash)

test('the list is newest first, with every field of an item', () => {
  const answer = explorerMilestones(now, all)
  expect(answer).toMatchObject({ ok: true, count: 3, total: 3, next: null, asOf: now.asOf })
  expect(answer.milestones.map(({ milestoneHash }) => milestoneHash)).toEqual([
    idOf('three'),
    idOf('two'),
    idOf('one'),
  ])
  expect(answer.milestones[2]).toEqual({
    milestoneHash: idOf('one'),
    state: 'verified',
    statusLabel: 'Released',
    capitalStatus: 'released',
    stakedEth: '2.0000',
    builder: account(0),
    builderEns: 'ada.eth',
    projectId: 'solar-pump',
    title: null,
    createdAt: timeOf(2),
    deadline: 1_900_000_000,
    votingEndsAt: 1_800_000_000,
    challengeEndsAt: 1_810_000_000,
    arbitrationEndsAt: null,
    settledAt: now.readModel.milestones.get(idOf('one'))?.settledAt ?? null,
    sponsorCount: 1,
  })
  expect(answer.counts).toEqual({ Released: 1, Refundable: 1, Open: 1 })
  expect(answer.milestones[0]?.stakedEth).toBe('0.333333333333333333')
  expect(answer.milestones[1]?.builderEns).toBeNull()
})

test('a filter by label, and by text of title, project, name or hash, ignores case', () => {
  const titleOf = (root: string) => (root === rootOf('two') ? 'Milk cooling' : undefined)
  const found = (query: Partial<ExplorerQuery>) =>
    explorerMilestones(now, { ...all, ...query }, titleOf).milestones.map(
      ({ milestoneHash }) => milestoneHash,
    )
  expect(found({ label: 'Released' })).toEqual([idOf('one')])
  expect(found({ text: 'MILK' })).toEqual([idOf('two')])
  expect(found({ text: 'Ada.eth', label: 'Open' })).toEqual([idOf('three')])
  expect(found({ text: idOf('one').slice(4, 20) })).toEqual([idOf('one')])
  expect(found({ text: 'nothing of this' })).toEqual([])
})

test('a filter by state and by builder gives what both match, and its total', () => {
  expect(hashes({ state: 'failed' })).toEqual([idOf('two')])
  expect(hashes({ builder: account(0) })).toEqual([idOf('three'), idOf('one')])
  expect(hashes({ builder: account(0).toLowerCase() })).toEqual([idOf('three'), idOf('one')])
  expect(hashes({ builder: 'Ada' })).toEqual([idOf('three'), idOf('one')])
  expect(hashes({ builder: 'ada.eth', state: 'pending' })).toEqual([idOf('three')])
  expect(explorerMilestones(now, { ...all, builder: 'ada.eth', state: 'pending' }).total).toBe(1)
  const first = explorerMilestones(now, { ...all, limit: 1, builder: 'ada.eth' })
  expect(first).toMatchObject({ count: 1, total: 2 })
  expect(hashes({ builder: 'ada.eth', cursor: first.next ?? '' })).toEqual([idOf('one')])
})

test('a builder without milestones and an unregistered name have an empty list', () => {
  expect(explorerMilestones(now, { ...all, builder: account(8) })).toMatchObject({
    count: 0,
    total: 0,
    next: null,
  })
  expect(explorerMilestones(now, { ...all, builder: 'nobody.eth' })).toMatchObject({ count: 0, total: 0 })
})

test.each(['', ' ', 'a b', 'a'.repeat(300), '0x', '0x12', `${account(0)}00`, '0X12', 'ada..eth'])(
  'a builder %p is refused: it is neither an address nor a name',
  (builder) => {
    expect(() => explorerMilestones(now, { ...all, builder })).toThrow('Cannot filter by this builder, ')
  },
)
