import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connectDatabase } from '../../kernel/database/open-database.ts'
import { silentLog } from '../../kernel/runtime/log.ts'
import type { Check } from './report.ts'

/** Queries the configured PostgreSQL, or a new database in a temporary folder. */
export function databaseCheck(databaseUrl: string | undefined): Check {
  return {
    name: 'database',
    required: true,
    run: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cairn-doctor-'))
      try {
        const database = await connectDatabase({ databaseUrl, dataDir, log: silentLog })
        try {
          const [row] = await database.rows<{ version: string }>(
            sql`select current_setting('server_version') as version`,
          )
          const name = database.kind === 'pglite' ? 'PGlite, opened in a temporary folder' : 'DATABASE_URL'
          return { state: 'ok', detail: `PostgreSQL ${row?.version} (${name})` }
        } finally {
          await database.close()
        }
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  }
}
