import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/kernel/database/open-database.ts'
import { anvilBinary } from '../../src/kernel/runtime/assets.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { startMilestoneArea } from '../../src/milestone/area.ts'
import { seededFolder } from '../support/demo-server.ts'
import { nodesBelow } from '../support/processes.ts'
import { quickTmpdir } from '../support/quick-tmpdir.ts'

test('when a part fails while the area starts, the parts that run are stopped', async () => {
  const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-area-'))
  cpSync(await seededFolder(), dataDir, { recursive: true })
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
  await database.db.execute(sql`drop table milestone_feed_events`)
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
  await expect(starting).rejects.toThrow('milestone_feed_events')
  expect(nodesBelow(process.pid)).toEqual([])
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})
