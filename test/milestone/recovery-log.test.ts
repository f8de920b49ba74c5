import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/kernel/db.ts'
import { createLog, silentLog } from '../../src/kernel/log.ts'
import { openRecoveryLog } from '../../src/milestone/pipeline/recovery-log.ts'
import { openTestPglite } from '../support/databases.ts'

let database: Database
let remove: () => Promise<void>
let clock = 0
const now = () => clock
const open = () => openRecoveryLog({ database, log: silentLog, now })

beforeAll(async () => {
  ;({ database, remove } = await openTestPglite())
})
afterAll(() => remove())
beforeEach(async () => {
  clock = 1_700_000_000_999
  await database.db.execute(sql`truncate milestone_recovery_events restart identity`)
})

const noticed = {
  event: 'rpc_unreachable',
  context: 'indexer',
  action: 'retry with backoff',
  target: 'http://127.0.0.1:8545',
  outcome: 'success',
} as const

test('an event is there at once, with the second it was noticed in', async () => {
  const recoveryLog = await open()
  recoveryLog.record({ ...noticed, latencyMs: 12.6, runId: 'run_7' })
  expect(recoveryLog.events).toEqual([
    { ...noticed, timestamp: 1_700_000_000, latencyMs: 13, runId: 'run_7' },
  ])
  await recoveryLog.settle()
})

test('counts go up by outcome, and every event is a new revision', async () => {
  const recoveryLog = await open()
  for (const outcome of ['success', 'failed', 'degraded', 'pending', 'failed'] as const) {
    recoveryLog.record({ ...noticed, outcome })
  }
  const { revision, totalEvents, failures, recoveries } = recoveryLog
  expect({ revision, totalEvents, failures, recoveries }).toEqual({
    revision: 5,
    totalEvents: 5,
    failures: 2,
    recoveries: 1,
  })
  await recoveryLog.settle()
})

test('a restart loses neither events, nor their order, nor the counts', async () => {
  const before = await open()
  for (let index = 0; index < 30; index += 1) {
    clock += 1_000
    const outcome = index % 3 === 0 ? 'failed' : 'success'
    before.record({ ...noticed, event: `e${index}`, outcome, latencyMs: index % 2 === 0 ? index : undefined })
  }
  await before.settle()
  const after = await open()
  expect(after.events).toEqual([...before.events])
  expect([after.totalEvents, after.failures, after.recoveries]).toEqual([30, 10, 20])
})

test('the newest thousand are kept in memory, the counts cover all, here and after a restart', async () => {
  const before = await open()
  for (let index = 0; index < 1_005; index += 1) before.record({ ...noticed, event: `e${index}` })
  expect([before.events.length, before.events[0]?.event, before.totalEvents]).toEqual([1_000, 'e5', 1_005])
  await before.settle()
  const after = await open()
  expect([after.events.length, after.events[0]?.event, after.events.at(-1)?.event]).toEqual([
    1_000,
    'e5',
    'e1004',
  ])
  expect([after.totalEvents, after.recoveries]).toEqual([1_005, 1_005])
})

test('texts from elsewhere are stored whatever they hold, and a wait of months as the longest there is', async () => {
  const recoveryLog = await open()
  recoveryLog.record({ ...noticed, target: 'node said \0 \ud800 \u2028 "\' 😀', latencyMs: 1e12 })
  await recoveryLog.settle()
  const [stored] = (await open()).events
  expect(stored?.target).toBe('node said \ufffd \ufffd \u2028 "\' 😀')
  expect(stored?.latencyMs).toBe(2 ** 31 - 1)
})

test('a database that does not take an event costs the storage, not the event or the ones after it', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'error', write: (text) => lines.push(text) })
  const recoveryLog = await openRecoveryLog({ database, log, now })
  await database.db.execute(sql`alter table milestone_recovery_events rename to away`)
  recoveryLog.record({ ...noticed, event: 'while it was away' })
  await recoveryLog.settle()
  await database.db.execute(sql`alter table away rename to milestone_recovery_events`)
  recoveryLog.record({ ...noticed, event: 'afterwards' })
  await recoveryLog.settle()
  expect(recoveryLog.events.map(({ event }) => event)).toEqual(['while it was away', 'afterwards'])
  expect((await open()).events.map(({ event }) => event)).toEqual(['afterwards'])
  expect(lines.join('')).toContain('"event":"while it was away"')
})
