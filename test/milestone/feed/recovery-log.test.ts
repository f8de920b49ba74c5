import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openRecoveryLog } from '../../../src/milestone/feed/recovery-log.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestPglite } from '../../support/databases.ts'

const { database, remove } = await openTestPglite()
afterAll(() => remove())
let clock = 0
const now = () => clock
const deployment = 'ours'
const open = () => openRecoveryLog({ database, deployment, log: silentLog, now })

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

test('an event is visible as soon as it is recorded, with its second', async () => {
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

test('any text is stored, and a latency of months as the longest possible', async () => {
  const recoveryLog = await open()
  recoveryLog.record({ ...noticed, target: 'node said \0 \ud800 \u2028 "\' 😀', latencyMs: 1e12 })
  await recoveryLog.settle()
  const [stored] = (await open()).events
  expect(stored?.target).toBe('node said \ufffd \ufffd \u2028 "\' 😀')
  expect(stored?.latencyMs).toBe(2 ** 31 - 1)
})

test('an event that the database does not take is stored with the next one', async () => {
  const { log, text } = captureLog('error')
  const recoveryLog = await openRecoveryLog({ database, deployment, log, now })
  await database.db.execute(sql`alter table milestone_recovery_events rename to away`)
  recoveryLog.record({ ...noticed, event: 'while it was away' })
  await recoveryLog.settle()
  await database.db.execute(sql`alter table away rename to milestone_recovery_events`)
  recoveryLog.record({ ...noticed, event: 'afterwards' })
  await recoveryLog.settle()
  for (const { events } of [recoveryLog, await open()])
    expect(events.map(({ event }) => event)).toEqual(['while it was away', 'afterwards'])
  expect(text()).toContain('"event":"while it was away"')
})

test('another deployment on the same database has a log of its own', async () => {
  const ours = await open()
  ours.record(noticed)
  await ours.settle()
  const theirs = await openRecoveryLog({ database, deployment: 'theirs', log: silentLog, now })
  expect([theirs.totalEvents, theirs.events]).toEqual([0, []])
})
