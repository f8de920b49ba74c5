import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { startCampaignArea } from '../../src/campaign/area.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { openDatabase } from '../../src/kernel/database/open-database.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { migratedPglite } from './databases.ts'
import { madeOnce } from './made-once.ts'
import { quickTmpdir } from './quick-tmpdir.ts'

/** A new data folder of Area B after its first start: the schema, the demo kit with its drawn logo, a receipt key. */
export async function makeCampaignFolder(): Promise<string> {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-campaign-data-'))
  cpSync(await madeOnce('campaign-data', startOnce), folder, { recursive: true })
  return folder
}

/**
 * Starts Area B on a data folder. `localOrigins` are sites of this machine that it may fetch from.
 * @param opened the database in place of the folder's own
 */
export async function startCampaignIn(dataDir: string, localOrigins: readonly string[], opened?: Database) {
  const database = opened ?? (await openDatabase({ databaseUrl: undefined, dataDir, log: silentLog }))
  const area = await startCampaignArea({
    config: {
      dataDir,
      s3: undefined,
      imageModel: undefined,
      llm: undefined,
      receiptKey: undefined,
      scan: { ports: [80, 443], localOrigins: [], perMinute: 1, seconds: 20, chromium: undefined },
    },
    database,
    log: silentLog,
    now: Date.now,
    urls: { base: 'http://localhost', agent: 'http://localhost', studio: 'http://localhost' },
    localOrigins,
  })
  return { area, database }
}

async function startOnce(dataDir: string): Promise<void> {
  cpSync(await migratedPglite(), dataDir, { recursive: true })
  const { area, database } = await startCampaignIn(dataDir, [])
  await area.stop()
  await database.close()
}
