import { expect, test } from 'bun:test'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openRecoveryLog } from '../../../src/milestone/feed/recovery-log.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { waitFor } from '../../support/wait.ts'

const deployment = 'ours'
const now = () => 1_700_000_000_999
const noticed = { context: 'indexer', action: 'retry', target: 'rpc', outcome: 'success' } as const

test('two processes on one PostgreSQL show the same events in the same order', async () => {
  const cluster = await startPostgres()
  const url = await cluster.createDatabase()
  const databases = [await openTestPostgres(url), await openTestPostgres(url)]
  const logs = await Promise.all(
    databases.map((each) => openRecoveryLog({ database: each, deployment, log: silentLog, now })),
  )
  for (let index = 0; index < 20; index += 1) logs[index % 2]?.record({ ...noticed, event: `e${index}` })
  await waitFor('both have all', () => logs.every(({ events }) => events.length === 20))
  await Promise.all(logs.map((each) => each.settle()))
  expect([...(logs[0]?.events ?? [])]).toEqual([...(logs[1]?.events ?? [])])
  for (const { totalEvents, recoveries } of logs) expect([totalEvents, recoveries]).toEqual([20, 20])
  await Promise.all(logs.map((each) => each.stop()))
  await Promise.all(databases.map((each) => each.close()))
  await cluster.stop()
})
