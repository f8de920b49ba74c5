import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/kernel/database/database.ts'
import { openDatabase } from '../../src/kernel/database/open-database.ts'
import { anvilBinary } from '../../src/kernel/runtime/assets.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { startMilestoneArea } from '../../src/milestone/area.ts'
import { seededFolder } from '../support/demo-server.ts'
import { nodesBelow } from '../support/processes.ts'
import { quickTmpdir } from '../support/quick-tmpdir.ts'

/** The area over a copy of a seeded chain; `prepare` changes its database first. */
async function startOver(prepare = async (_: Database): Promise<void> => {}) {
  const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-area-'))
  cpSync(await seededFolder(), dataDir, { recursive: true })
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
  await prepare(database)
  const starting = startMilestoneArea({
    chain: { kind: 'demo', port: 0, blocksMax: 10_000 },
    dataDir,
    database,
    pollMs: 1_000,
    fresh: false,
    reindex: false,
    anvilBinary,
    log: silentLog,
    now: Date.now,
    indexerUrl: () => '',
    onProgress: () => {},
  })
  const remove = async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { starting, remove }
}

test('when a part fails while the area starts, the parts that run are stopped', async () => {
  const { starting, remove } = await startOver(async ({ db }) => {
    await db.execute(sql`drop table milestone_feed_events`)
  })
  await expect(starting).rejects.toThrow('milestone_feed_events')
  expect(nodesBelow(process.pid)).toEqual([])
  await remove()
})

test('a retired area goes on answering from memory, as stale, with the reason', async () => {
  const { starting, remove } = await startOver()
  const area = await starting
  await area.ready
  const { head } = area.deps.readModel
  expect(area.deps.freshness().stale).toBe(false)
  await area.retire('the demo chain is being replaced by a new one', new AbortController().signal)
  expect(area.deps.freshness()).toEqual({
    stale: true,
    reason: 'the demo chain is being replaced by a new one',
  })
  expect(area.checks.map(({ name, check }) => [name, check()])).toEqual([
    ['chain', 'the demo chain is being replaced by a new one'],
    ['read model', undefined],
  ])
  expect(area.deps.readModel.head).toEqual(head)
  expect(nodesBelow(process.pid)).toEqual([])
  await remove()
})
