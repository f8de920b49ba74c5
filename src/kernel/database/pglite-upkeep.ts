import type { PGlite } from '@electric-sql/pglite'

/** Write-ahead log to replay after a crash; a checkpoint of so much takes about ten milliseconds. */
const logBytesMax = 16 * 1024 * 1024

/**
 * Checkpoint and vacuum, which PostgreSQL runs in background processes that PGlite does not have: without them the
 * write-ahead log grows without bound, and dead rows are never removed.
 * @returns what was done
 */
export async function upkeep(client: PGlite): Promise<{ checkpoint: boolean; vacuumed: string[] }> {
  const vacuumed: string[] = []
  for (const table of await tablesToVacuum(client)) {
    await client.exec(`vacuum (analyze) ${table}`)
    vacuumed.push(table)
  }
  const checkpoint = (await logBytes(client)) > logBytesMax
  if (checkpoint) await client.exec('checkpoint')
  return { checkpoint, vacuumed }
}

/** Runs the upkeep every `everyMs` until the database is closed. It waits for transactions; queries wait for it. */
export function startUpkeep(client: PGlite, everyMs: number): void {
  let running = false
  const timer = setInterval(async () => {
    if (client.closed) return clearInterval(timer)
    if (running) return
    running = true
    try {
      await upkeep(client)
    } catch {
      // Closed meanwhile, or out of disk space: then the next write fails with the reason.
    } finally {
      running = false
    }
  }, everyMs)
  timer.unref()
}

/** By the default thresholds of autovacuum, for dead rows and for the planner's statistics. */
async function tablesToVacuum(client: PGlite): Promise<string[]> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by relid`)
  return rows.map(({ name }) => name)
}

async function logBytes(client: PGlite): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(`
    select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`)
  return rows[0]?.bytes ?? 0
}
