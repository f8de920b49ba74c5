import type { Database } from '../../kernel/database/database.ts'

const pollMsDefault = 2_000

/**
 * Calls `read` whenever another process on this PostgreSQL may have written: on a notification of `channel`, and
 * periodically. Never on PGlite, which belongs to one process.
 * @returns a function that ends this
 */
export async function followRows(
  database: Database,
  channel: string,
  read: () => void,
  pollMs = pollMsDefault,
): Promise<() => Promise<void>> {
  if (database.kind === 'pglite') return async () => {}
  const timer = setInterval(read, pollMs)
  timer.unref()
  const unlisten = await database.listen(channel, read)
  return async () => {
    clearInterval(timer)
    await unlisten().catch(() => {})
  }
}
