import type { Database } from './database.ts'

const intervalMs = 2_000

/** Pings the database periodically, so that a GET can report its health without waiting for it. */
export function watchDatabase(database: Database): { ok(): boolean; stop(): void } {
  let answered = true
  let isPinging = false
  const ping = async () => {
    // The last ping is still unanswered: the database is slow or away.
    if (isPinging) {
      answered = false
      return
    }
    isPinging = true
    answered = await database.ping().then(
      () => true,
      () => false,
    )
    isPinging = false
  }
  const timer = setInterval(ping, intervalMs)
  timer.unref()
  return { ok: () => answered, stop: () => clearInterval(timer) }
}
