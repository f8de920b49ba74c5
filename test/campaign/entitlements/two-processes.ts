import type { Database } from '../../../src/kernel/database/database.ts'
import { openTestPglite, openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'

type Opened = { databases: readonly [Database, Database]; remove: () => Promise<void> }

/** One database as two processes have it open, for `describe.each`; PGlite belongs to one process. */
export const twoProcesses: readonly (readonly [string, () => Promise<Opened>])[] = [
  [
    'PGlite',
    async () => {
      const { database, remove } = await openTestPglite()
      return { databases: [database, database], remove }
    },
  ],
  [
    'PostgreSQL with two processes',
    async () => {
      const cluster = await startPostgres()
      const url = await cluster.createDatabase()
      const databases = [await openTestPostgres(url), await openTestPostgres(url)] as const
      return {
        databases,
        remove: async () => {
          for (const database of databases) await database.close()
          await cluster.stop()
        },
      }
    },
  ],
]
