import { sql } from 'drizzle-orm'
import type { Database } from './db.ts'
import { migrations } from './migrations-list.ts'

/** One generated migration: its file's name and its statements in order. */
export interface Migration {
  name: string
  statements: readonly string[]
}

/**
 * Applies what is missing, all or nothing. Processes that start at the same time on one PostgreSQL wait for each other.
 * @returns the names of the migrations applied now
 */
export async function migrate(
  database: Database,
  list: readonly Migration[] = migrations,
): Promise<string[]> {
  return await database.db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('cairn.migrations', 0))`)
    await transaction.execute(
      sql`create table if not exists cairn_migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    const applied: string[] = []
    for (const migration of list) {
      const fresh = await database.rows(
        sql`insert into cairn_migrations (name) values (${migration.name}) on conflict do nothing returning name`,
        transaction,
      )
      if (fresh.length === 0) continue
      for (const statement of migration.statements) await transaction.execute(sql.raw(statement))
      applied.push(migration.name)
    }
    return applied
  })
}
