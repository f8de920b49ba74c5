import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { milestoneError } from '../../../src/milestone/errors.ts'
import type { PipelineEvent } from '../../../src/milestone/pipeline-event.ts'
import { activity } from '../../../src/milestone/views/activity.ts'
import { operations } from '../../../src/milestone/views/operations.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { bonded, charged, ether, snapshotOf, timeOf, usdc } from './small-chain.ts'

const seed = testSeed('merged-feed')

function own(seq: number, timestamp: number, type: PipelineEvent['type'] = 'chaos'): PipelineEvent {
  return {
    seq,
    type,
    title: `Event ${seq}`,
    description: 'It happened',
    timestamp,
    metadata: { fault: 'rpc_down' },
    runId: seq % 2 === 0 ? 'run_7' : undefined,
  }
}

const chain = snapshotOf([
  [bonded(1, ether)],
  [charged('oracle', usdc), bonded(2, ether)],
  [bonded(3, ether)],
])
const all = { limit: 200, cursor: undefined, type: undefined, since: undefined }
const having = (events: PipelineEvent[], forgottenSeq = 0) => ({
  ...chain,
  pipeline: { events, forgottenSeq },
})
const idsOf = (answer: ReturnType<typeof activity>) => answer.events.map(({ id }) => id)

test('events of the pipeline are merged with those of the chain by time, the newer within one second', () => {
  const now = having([own(4, timeOf(1)), own(5, timeOf(2) - 1), own(7, timeOf(2)), own(8, timeOf(9))])
  expect(idsOf(activity(now, all))).toEqual(['p8', '3.0', 'p7', '2.1', '2.0', 'p5', 'p4', '1.0'])
  expect(activity(now, { ...all, limit: 1 }).events).toEqual([
    {
      id: 'p8',
      type: 'chaos',
      title: 'Event 8',
      description: 'It happened',
      timestamp: timeOf(9),
      metadata: { fault: 'rpc_down', runId: 'run_7' },
    },
  ])
})

test('filters by type and time hold for both sources', () => {
  const now = having([own(1, timeOf(1)), own(2, timeOf(2), 'verification'), own(3, timeOf(3))])
  expect(idsOf(activity(now, { ...all, type: 'chaos' }))).toEqual(['p3', 'p1'])
  expect(idsOf(activity(now, { ...all, type: 'verification' }))).toEqual(['3.0', 'p2', '2.1', '1.0'])
  expect(idsOf(activity(now, { ...all, since: timeOf(2) }))).toEqual(['p3', '3.0', 'p2', '2.1', '2.0'])
  expect(activity(now, { ...all, since: timeOf(3) + 1 })).toMatchObject({ count: 0, next: null })
})

test('pages join up into the whole feed, also while events are appended between them', () => {
  const times = fc.array(fc.nat(60), { maxLength: 12 })
  fc.assert(
    fc.property(times, times, fc.integer({ min: 1, max: 4 }), (before, between, limit) => {
      const events = before.toSorted((a, b) => a - b).map((time, index) => own(index + 1, timeOf(0) + time))
      const expected = idsOf(activity(having(events), all))
      const given: string[] = []
      let cursor: string | undefined
      let page = activity(having(events), { ...all, limit })
      for (;;) {
        given.push(...idsOf(page))
        if (page.next === null) break
        cursor = page.next
        const [time] = between.splice(0, 1)
        if (time !== undefined) events.push(own(events.length + 1, timeOf(0) + time + 60))
        page = activity(having(events), { ...all, limit, cursor })
      }
      expect(given).toEqual(expected)
    }),
    { seed, numRuns: sizeOf({ short: 200, soak: 5_000 }) },
  )
})

test.each([
  '',
  'x',
  'MS4w',
  Buffer.from('1.0.x').toString('base64url'),
  Buffer.from('01.0.0').toString('base64url'),
])('a cursor that is none of this feed (%p) is refused', (cursor) => {
  expect(() => activity(chain, { ...all, cursor })).toThrow(milestoneError('invalid_cursor'))
})

test('the dashboard shows the newest events of both sources', () => {
  const about = {
    health: {
      rpc: [],
      indexer: { state: 'following', head: 3, lagBlocks: 0 },
      pipeline: { reachable: true },
      database: { ok: true, kind: 'pglite' },
    },
    recovery: { totalEvents: 0, failures: 0, recoveries: 0, events: [] },
    chaosActive: false,
  }
  const { recentEvents } = operations(having([own(1, timeOf(1)), own(2, timeOf(3))]), about)
  expect(recentEvents.map(({ id }) => id)).toEqual(['p2', '3.0', '2.1', '2.0', 'p1', '1.0'])
})
