import { sql } from 'drizzle-orm'
import first from '../../../drizzle/0000_first.sql' with { type: 'text' }
import reviewersAndPins from '../../../drizzle/0001_reviewers_and_pins.sql' with { type: 'text' }
import photos from '../../../drizzle/0002_photos.sql' with { type: 'text' }
import variants from '../../../drizzle/0003_variants.sql' with { type: 'text' }
import fonts from '../../../drizzle/0004_fonts.sql' with { type: 'text' }
import logoWarnings from '../../../drizzle/0005_logo_warnings.sql' with { type: 'text' }
import payments from '../../../drizzle/0006_payments.sql' with { type: 'text' }
import callbacks from '../../../drizzle/0007_callbacks.sql' with { type: 'text' }
import logoUploads from '../../../drizzle/0008_logo_uploads.sql' with { type: 'text' }
import kitsOfEachCaller from '../../../drizzle/0009_kits_of_each_caller.sql' with { type: 'text' }
import { StartupError } from '../runtime/errors.ts'
import { version } from '../runtime/version.ts'
import type { Database, Db } from './database.ts'

/** One generated migration: its file's name and its statements in order. */
export interface Migration {
  name: string
  statements: readonly string[]
}

/** Every file of `drizzle/`, in order. Imported as text, so that the executable contains them. */
export const migrations: readonly Migration[] = [
  migrationOf('0000_first', first),
  migrationOf('0001_reviewers_and_pins', reviewersAndPins),
  migrationOf('0002_photos', photos),
  migrationOf('0003_variants', variants),
  migrationOf('0004_fonts', fonts),
  migrationOf('0005_logo_warnings', logoWarnings),
  migrationOf('0006_payments', payments),
  migrationOf('0007_callbacks', callbacks),
  migrationOf('0008_logo_uploads', logoUploads),
  migrationOf('0009_kits_of_each_caller', kitsOfEachCaller),
]

function migrationOf(name: string, text: string): Migration {
  return { name, statements: text.split('--> statement-breakpoint').map((statement) => statement.trim()) }
}

/**
 * Applies what is missing, all or nothing. Processes that start at the same time on one PostgreSQL wait for each other.
 * @returns the names of the migrations applied now
 * @throws StartupError when another version has made the schema
 */
export async function migrate(
  database: Database,
  list: readonly Migration[] = migrations,
): Promise<string[]> {
  return await database.db.transaction(async (transaction) => {
    // An index of a large table takes longer than a statement of a request may.
    await transaction.execute(sql`set local statement_timeout = 0`)
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('cairn.migrations', 0))`)
    await transaction.execute(
      sql`create table if not exists cairn_migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    await refuseOtherSchema(database, transaction, list)
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

/** Changes nothing. @throws StartupError when another version has made the schema */
export async function checkSchema(database: Database): Promise<void> {
  const [found] = await database.rows<{ name: string | null }>(
    sql`select to_regclass('cairn_migrations')::text as name`,
  )
  if (found?.name) await refuseOtherSchema(database, database.db, migrations)
}

/** A schema must have been made by a prefix of the list: a table may mean something else in any other. */
async function refuseOtherSchema(database: Database, on: Db, list: readonly Migration[]): Promise<void> {
  const rows = await database.rows<{ name: string }>(sql`select name from cairn_migrations order by name`, on)
  const known = new Set(list.map(({ name }) => name))
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const [first] = list
  if (!rows.some(({ name }) => name === first?.name)) {
    throw new StartupError(
      `Cannot use this database as cairn ${version} cannot upgrade its schema: an unreleased version made it. ${startOver[database.kind]}`,
    )
  }
  throw new StartupError(
    `Cannot use this database as its schema must be no newer than cairn ${version}: a newer version has applied ${unknown.join(', ')}. Run that version, or restore a backup from before it`,
  )
}

const startOver: Record<Database['kind'], string> = {
  pglite:
    'Set DATA_DIR to another folder, or remove the folder "pglite" in it to start with an empty database',
  postgres: 'Set DATABASE_URL to an empty database',
}
