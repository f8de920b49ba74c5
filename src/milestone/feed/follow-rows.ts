import type { Database } from '../../kernel/database/database.ts'

const pollMsDefault = 2_000

/**
 * Calls `look` whenever another process on this PostgreSQL may have written: when it says so on `channel`, and now and
 * then although nobody did. PGlite belongs to one process, so there it never is.
 * @returns what ends that
 */
export async function followRows(
  database: Database,
  channel: string,
  look: () => void,
  pollMs = pollMsDefault,
): Promise<() => Promise<void>> {
  if (database.kind === 'pglite') return async () => {}
  const timer = setInterval(look, pollMs)
  timer.unref()
  const unlisten = await database.listen(channel, look)
  return async () => {
    clearInterval(timer)
    await unlisten().catch(() => {})
  }
}
