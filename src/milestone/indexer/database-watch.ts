import type { Database } from '../../kernel/database/database.ts'

const databaseCheckMs = 2_000

/** Asks the database now and then, so that a GET can tell its health without waiting for it. */
export function watchDatabase(database: Database): { ok(): boolean; stop(): void } {
  let answered = true
  let asking = false
  const timer = setInterval(() => {
    // Still waiting for the last answer: that is an answer too.
    if (asking) answered = false
    else {
      asking = true
      database
        .ping()
        .then(
          () => true,
          () => false,
        )
        .then((ok) => {
          answered = ok
          asking = false
        })
    }
  }, databaseCheckMs)
  timer.unref()
  return { ok: () => answered, stop: () => clearInterval(timer) }
}
