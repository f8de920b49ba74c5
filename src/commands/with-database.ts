import { DataDirBusy, lockDataDir } from '../kernel/database/data-dir.ts'
import type { Database } from '../kernel/database/database.ts'
import { migrate } from '../kernel/database/migrations.ts'
import { connectDatabase, openDatabase } from '../kernel/database/open-database.ts'
import { StartupError } from '../kernel/runtime/errors.ts'
import { createLog } from '../kernel/runtime/log.ts'
import { type Config, readConfig } from '../kernel/settings/config.ts'

/** Brings the database schema up to date. */
export async function runMigrate(): Promise<void> {
  await withDatabase(async (database) => {
    const applied = await migrate(database)
    const text =
      applied.length === 0 ? 'The schema is up to date' : `Applied ${applied.length}: ${applied.join(', ')}`
    process.stdout.write(`${text}\n`)
  }, connectDatabase)
}

/** Unlike a server, which must answer its callers in time, a command waits for a slow database. */
const patience = { firstAnswerMsMax: 30_000, connectMsMax: 30_000 }

/**
 * Runs `work` on the configured database, by default after migrating its schema.
 * @throws StartupError when it cannot be opened, such as a data folder that a server has open
 */
export async function withDatabase(
  work: (database: Database) => Promise<void>,
  open: typeof openDatabase = openDatabase,
): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog({ level: 'warn', write: (text) => process.stderr.write(text) })
  const unlock = config.databaseUrl === undefined ? lockFor(config) : () => {}
  try {
    const database = await open({ ...config, log, ...patience })
    await work(database).finally(() => database.close())
  } finally {
    unlock()
  }
}

function lockFor({ dataDir }: Config): () => void {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (!(error instanceof DataDirBusy)) throw error
    throw new StartupError(
      `Cannot open the database in the data folder "${dataDir}" as another cairn process has it open: stop that one first, or keep the database on a PostgreSQL server (DATABASE_URL), which several processes can use at once`,
      { cause: error },
    )
  }
}
