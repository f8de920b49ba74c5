import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { DataDirBusy, lockDataDir } from '../../kernel/database/data-dir.ts'
import { checkSchema } from '../../kernel/database/migrations.ts'
import { connectDatabase } from '../../kernel/database/open-database.ts'
import { silentLog } from '../../kernel/runtime/log.ts'
import { type Check, type Finding, ok } from './report.ts'

interface Place {
  databaseUrl: string | undefined
  dataDir: string
}

/**
 * Queries the configured PostgreSQL or the PGlite of the data folder, whose schema must not be of another version. Where
 * there is no PGlite yet or another process has it open, one in a temporary folder is queried.
 */
export function databaseCheck(place: Place): Check {
  return {
    name: 'database',
    required: true,
    run: async () => {
      if (place.databaseUrl !== undefined) return await query(place, 'DATABASE_URL')
      if (!existsSync(join(place.dataDir, 'pglite/PG_VERSION')))
        return await queryTemporary('opened in a temporary folder')
      const unlock = tryLock(place.dataDir)
      if (unlock === undefined)
        return await queryTemporary(
          'opened in a temporary folder, as a cairn process has that of DATA_DIR open',
        )
      try {
        return await query(place, 'PGlite of DATA_DIR')
      } finally {
        unlock()
      }
    },
  }
}

function tryLock(dataDir: string): (() => void) | undefined {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (!(error instanceof DataDirBusy)) throw error
    return undefined
  }
}

async function queryTemporary(how: string): Promise<Finding> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-doctor-'))
  try {
    return await query({ databaseUrl: undefined, dataDir }, `PGlite, ${how}`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function query(place: Place, name: string): Promise<Finding> {
  const database = await connectDatabase({ ...place, log: silentLog })
  try {
    await checkSchema(database)
    const [row] = await database.rows<{ version: string }>(
      sql`select current_setting('server_version') as version`,
    )
    return ok(`PostgreSQL ${row?.version} (${name})`)
  } finally {
    await database.close()
  }
}
