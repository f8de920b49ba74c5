import { afterAll } from 'bun:test'
import { bothDatabases, databasesWith } from './databases.ts'

/**
 * A database of each kind with nothing in it but the schema, for `describe.each`. They are open until the tests of the
 * file are over; the PostgreSQL is that of `postgresUrl`, or else one of the file's own.
 */
export async function openBothDatabases(postgresUrl?: string) {
  const kinds = postgresUrl === undefined ? bothDatabases : databasesWith(() => postgresUrl)
  const opened = await Promise.all(kinds.map(async ([kind, open]) => ({ kind, ...(await open()) })))
  afterAll(async () => {
    for (const { remove } of opened) await remove()
  })
  return opened.map(({ kind, database }) => [kind, database] as const)
}
