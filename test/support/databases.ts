import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/kernel/db.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { madeOnce } from './made-once.ts'
import { quickTmpdir } from './quick-tmpdir.ts'

/** A PGlite in a folder of its own, with the schema. `remove` closes it. */
export async function openTestPglite(): Promise<{ database: Database; remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-pglite-'))
  cpSync(await madeOnce('migrated-pglite', migrate), dataDir, { recursive: true })
  const database = await openIn(dataDir)
  return {
    database,
    remove: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function openTestPostgres(databaseUrl: string): Promise<Database> {
  return await openDatabase({ databaseUrl, dataDir: '', log: silentLog })
}

async function migrate(dataDir: string): Promise<void> {
  await (await openIn(dataDir)).close()
}

function openIn(dataDir: string): Promise<Database> {
  return openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
}
