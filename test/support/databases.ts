import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../src/kernel/database/database.ts'
import { openDatabase } from '../../src/kernel/database/open-database.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { madeOnce } from './made-once.ts'
import { startPostgres } from './postgres.ts'
import { quickTmpdir } from './quick-tmpdir.ts'

/** A PGlite in a folder of its own, with the schema. `remove` closes it. */
export async function openTestPglite(): Promise<{ database: Database; remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-pglite-'))
  cpSync(await migratedPglite(), dataDir, { recursive: true })
  const database = await openIn(dataDir)
  return {
    database,
    remove: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A data folder whose PGlite has the schema, to be copied. */
export function migratedPglite(): Promise<string> {
  return madeOnce('migrated-pglite', migrate)
}

/** A busy machine is not a PostgreSQL without an answer. */
export const patience = { firstAnswerMsMax: 240_000, connectMsMax: 240_000 }

export function openTestPostgres(databaseUrl: string): Promise<Database> {
  return openDatabase({ databaseUrl, dataDir: '', log: silentLog, ...patience })
}

async function migrate(dataDir: string): Promise<void> {
  await (await openIn(dataDir)).close()
}

function openIn(dataDir: string): Promise<Database> {
  return openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
}

/** How to open a database of each kind with nothing in it but the schema, for `describe.each`. */
export const bothDatabases = [
  ['PGlite', openTestPglite],
  ['PostgreSQL', openOwnPostgres],
] as const

/** The same with a PostgreSQL that runs already; its address is asked for when a database is opened. */
export function databasesWith(postgresUrl: () => string) {
  return [
    ['PGlite', openTestPglite],
    [
      'PostgreSQL',
      async () => {
        const database = await openTestPostgres(postgresUrl())
        return { database, remove: () => database.close() }
      },
    ],
  ] as const
}

async function openOwnPostgres(): Promise<{ database: Database; remove: () => Promise<void> }> {
  const cluster = await startPostgres()
  const database = await openTestPostgres(await cluster.createDatabase())
  return {
    database,
    remove: async () => {
      await database.close()
      await cluster.stop()
    },
  }
}
