import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openPipelineFeed } from '../../../src/milestone/feed/feed.ts'
import type { PipelineFeed } from '../../../src/milestone/pipeline-event.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestPglite, openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { waitFor } from '../../support/wait.ts'

const pglite = await openTestPglite()
const cluster = await startPostgres()
const url = await cluster.createDatabase()
const postgres = await openTestPostgres(url)
const other = await openTestPostgres(url)
afterAll(async () => {
  await pglite.remove()
  await postgres.close()
  await other.close()
  await cluster.stop()
})

const injected = {
  type: 'chaos',
  title: 'Fault injected',
  description: 'rpc_down for 10 s',
  metadata: { fault: 'rpc_down', ttlSeconds: 10, active: true },
  runId: 'run_7',
} as const
let clock = 1_700_000_000
const titles = ({ events }: PipelineFeed) => events.map(({ title }) => title)

describe.each([
  ['PGlite', pglite.database],
  ['PostgreSQL', postgres],
] as const)('on %s', (_, database) => {
  const open = (options: { deployment?: string; eventsMax?: number } = {}) =>
    openPipelineFeed({
      database,
      deployment: options.deployment ?? 'one',
      log: silentLog,
      clock: () => clock,
      pollMs: 60_000,
      ...(options.eventsMax === undefined ? {} : { eventsMax: options.eventsMax }),
    })
  beforeEach(async () => {
    clock = 1_700_000_000
    await database.db.execute(sql`truncate milestone_feed_events restart identity`)
  })

  test('an event becomes visible once it is stored, and listeners are notified', async () => {
    const feed = await open()
    let told = 0
    const stop = feed.subscribe(() => {
      told += 1
    })
    feed.append(injected)
    expect(feed.events).toEqual([])
    await feed.settle()
    expect(feed.events).toEqual([{ ...injected, seq: 1, timestamp: 1_700_000_000 }])
    expect([told, feed.revision, feed.forgottenSeq]).toEqual([1, 1, 0])
    stop()
    feed.append({ type: 'verification', title: 'Run', description: 'It began', timestamp: 1_700_000_007 })
    await feed.settle()
    expect(told).toBe(1)
    expect(feed.events.at(-1)).toEqual({
      seq: 2,
      type: 'verification',
      title: 'Run',
      description: 'It began',
      timestamp: 1_700_000_007,
      metadata: {},
      runId: undefined,
    })
    await feed.stop()
  })

  test('a restart brings back the events in their order, and a deployment sees its own alone', async () => {
    const feed = await open()
    const neighbour = await open({ deployment: 'two' })
    for (let index = 0; index < 20; index += 1) {
      feed.append({ ...injected, title: `${index}` })
      neighbour.append({ ...injected, title: `neighbour ${index}` })
    }
    await Promise.all([feed.stop(), neighbour.stop()])
    const again = await open()
    expect(again.events).toEqual([...feed.events])
    expect(titles(again)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`))
    await again.stop()
  })

  test('times never decrease, even when the clock is set back', async () => {
    const feed = await open()
    for (const time of [10, 12, 7, 7, 30]) {
      clock = 1_700_000_000 + time
      feed.append(injected)
    }
    await feed.settle()
    expect(feed.events.map(({ timestamp }) => timestamp - 1_700_000_000)).toEqual([10, 12, 12, 12, 30])
    await feed.stop()
  })

  test('only the newest events are held and stored, and it is known which are not', async () => {
    const feed = await open({ eventsMax: 5 })
    for (let index = 1; index <= 12; index += 1) feed.append({ ...injected, title: `${index}` })
    await feed.stop()
    expect(titles(feed)).toEqual(['8', '9', '10', '11', '12'])
    expect(feed.forgottenSeq).toBe(7)
    const [row] = await database.rows<{ count: number | string }>(
      sql`select count(*) as count from milestone_feed_events`,
    )
    expect(Number(row?.count)).toBeLessThanOrEqual(6)
    const again = await open({ eventsMax: 5 })
    expect([titles(again), again.forgottenSeq]).toEqual([titles(feed), 7])
    await again.stop()
  })
})

test('an event that cannot be stored is logged, and later ones are stored', async () => {
  const { log, text } = captureLog('error')
  const feed = await openPipelineFeed({
    database: pglite.database,
    deployment: 'broken',
    log,
    clock: () => 1,
  })
  feed.append({ ...injected, title: 'a null \u0000 byte' })
  feed.append(injected)
  await feed.settle()
  expect(text()).toContain('cannot store an event of the feed')
  expect(titles(feed)).toEqual(['Fault injected'])
  await feed.stop()
})

test('processes on one PostgreSQL see the same events in the same order, also of concurrent appends', async () => {
  await postgres.db.execute(sql`truncate milestone_feed_events restart identity`)
  const options = { deployment: 'shared', log: silentLog, clock: () => clock, pollMs: 60_000 }
  const feeds = await Promise.all(
    [postgres, other].map((database) => openPipelineFeed({ database, ...options })),
  )
  for (let index = 0; index < 40; index += 1) {
    feeds[index % 2]?.append({ ...injected, title: `${index}` })
  }
  await Promise.all(feeds.map((feed) => feed.settle()))
  await waitFor('both feeds show every event', () => feeds.every(({ events }) => events.length >= 40))
  const [first, second] = feeds
  expect(first?.events).toHaveLength(40)
  expect(second?.events).toEqual([...(first?.events ?? [])])
  const mine = (parity: number) =>
    first?.events.map(({ title }) => Number(title)).filter((index) => index % 2 === parity)
  expect(mine(0)).toEqual(mine(0)?.toSorted((a, b) => a - b))
  expect(mine(1)).toEqual(mine(1)?.toSorted((a, b) => a - b))
  await Promise.all(feeds.map((feed) => feed.stop()))
})
