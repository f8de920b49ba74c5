import { sql } from 'drizzle-orm'
import type { Database } from '../../src/kernel/database/database.ts'

/** How often PGlite waits for the disk to keep its write-ahead log during `work`. */
export async function fsyncsDuring(database: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await fsyncsOf(database)
  await work()
  return (await fsyncsOf(database)) - before
}

async function fsyncsOf(database: Database): Promise<number> {
  await database.rows(sql`select pg_stat_force_next_flush()`)
  const [row] = await database.rows<{ fsyncs: number }>(
    sql`select sum(fsyncs)::integer as fsyncs from pg_stat_io where object = 'wal'`,
  )
  return row?.fsyncs ?? 0
}
