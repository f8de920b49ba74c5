import { Database as Sqlite } from 'bun:sqlite'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { messageOf, StartupError } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { migrate } from './migrations.ts'
import { openPglite } from './pglite.ts'
import { tryAdvisoryLock } from './postgres-lock.ts'
import { connect, openPool } from './postgres-pool.ts'

/** Queries and transactions, the same over PGlite and PostgreSQL. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** What may stand for $1, $2 and so on in a statement of a library. */
export type QueryParameter = string | number | boolean | null | readonly string[]

/** An open database and what only its owner may do with it. */
export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** Rows of one raw statement, run inside a transaction when `on` is one; the drivers shape their answers differently. */
  rows<Row extends Record<string, unknown>>(statement: SQL, on?: Pick<Db, 'execute'>): Promise<Row[]>
  /**
   * For libraries that bring their own SQL: rows of one statement with parameters, or of several statements without any,
   * which run as one transaction and must not begin or end one.
   */
  query(text: string, parameters?: readonly QueryParameter[]): Promise<Record<string, unknown>[]>
  /**
   * Tries to become the one holder of `name` among all processes on this database. The lock is held until the returned
   * function is called, the process ends or stops running, or the connection is lost, which calls `onLost`. PGlite
   * belongs to one process, so there the answer is always yes.
   */
  tryLead(name: string, onLost?: () => void): Promise<(() => Promise<void>) | undefined>
  /** Calls `wake` whenever somebody calls `notify(channel)`; answers the function that stops it. */
  listen(channel: string, wake: () => void): Promise<() => Promise<void>>
  notify(channel: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  databaseUrl: string | undefined
  dataDir: string
  log: Log
  /** How long a PostgreSQL server may take to give its first answer; 7 s unless told. */
  firstAnswerMsMax?: number
}

/**
 * Opens the configured database and brings its schema up to date.
 * @throws StartupError when it cannot be reached, its files cannot be opened, or the schema cannot be brought up to date
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await connectDatabase(options)
  try {
    await migrate(database)
  } catch (cause) {
    await database.close()
    if (cause instanceof StartupError) throw cause
    throw new StartupError(`Cannot bring the database schema up to date: ${messageOf(cause)}`, { cause })
  }
  return database
}

/** Opens the configured database as it stands. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, firstAnswerMsMax = 7_000 } = options
  return databaseUrl === undefined
    ? await openPgliteDatabase(join(dataDir, 'pglite'))
    : await openPostgres(databaseUrl, log, firstAnswerMsMax)
}

/**
 * Takes the data folder for this process. The lock is the kernel's, by way of SQLite: it ends with the process, however
 * that ends, and nobody has to judge whether a process id in a file is stale.
 * @throws StartupError when the folder cannot be written or another process holds it
 */
export function lockDataDir(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new StartupError(
      `Cannot use the data folder "${dataDir}" as it must be writable: ${messageOf(cause)}. Set DATA_DIR to a folder of yours`,
      { cause },
    )
  }
  let lock: Sqlite | undefined
  try {
    lock = new Sqlite(join(dataDir, 'lock'))
    lock.run('PRAGMA busy_timeout = 0')
    lock.run('PRAGMA locking_mode = EXCLUSIVE')
    lock.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    throw new StartupError(
      isBusy(cause)
        ? `Cannot use the data folder "${dataDir}" as another cairn process has it open: stop that one, or set DATA_DIR to another folder`
        : `Cannot use the data folder "${dataDir}" as its file "lock" cannot be locked: ${messageOf(cause)}. Remove that file, or set DATA_DIR to another folder`,
      { cause },
    )
  }
  const held = lock
  return () => held.close()
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY'
}

async function openPgliteDatabase(folder: string): Promise<Database> {
  const fresh = !existsSync(join(folder, 'PG_VERSION'))
  const client = await openPglite(folder).catch((cause) => {
    const state = fresh ? 'it cannot be created' : 'its files cannot be opened'
    throw new StartupError(
      `Cannot open the database in "${folder}" as ${state}: ${messageOf(cause)}. Move the folder away to start anew`,
      { cause },
    )
  })
  const db: Db = drizzlePglite({ client, casing: 'snake_case' })
  return {
    kind: 'pglite',
    db,
    rows: async <Row extends Record<string, unknown>>(statement: SQL, on: Pick<Db, 'execute'> = db) =>
      rowsOf<Row>(await on.execute(statement)),
    query: async (text, parameters = []) => {
      if (parameters.length === 0) return (await client.exec(text)).flatMap(({ rows }) => rows)
      return (await client.query<Record<string, unknown>>(text, [...parameters])).rows
    },
    tryLead: async () => async () => {},
    // Quoted, as PostgreSQL's driver does it; PGlite folds the case otherwise, in the function it answers as well.
    listen: async (channel, wake) => {
      await client.listen(`"${channel}"`, wake)
      return () => client.unlisten(`"${channel}"`, wake)
    },
    notify: async (channel) => {
      await db.execute(sql`select pg_notify(${channel}, '')`)
    },
    ping: async () => {
      await client.query('select 1')
    },
    close: () => client.close(),
  }
}

async function openPostgres(url: string, log: Log, firstAnswerMsMax: number): Promise<Database> {
  const pool = await openPool({ url, log, firstAnswerMsMax }).catch((cause) => {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(
      `Cannot connect to the database of DATABASE_URL (${redactUrl(url)}): ${messageOf(cause)}. Check host, port, user, password and database name`,
      { cause },
    )
  })
  const { client } = pool
  const db: Db = drizzlePostgres({ client, casing: 'snake_case' })
  const listener = connect(url, log)
  const led = new Set<() => Promise<void>>()
  return {
    kind: 'postgres',
    db,
    rows: async <Row extends Record<string, unknown>>(statement: SQL, on: Pick<Db, 'execute'> = db) =>
      rowsOf<Row>(await on.execute(statement)),
    // Several statements give a list of lists.
    query: async (text, parameters = []) => (await client.unsafe(text, [...parameters])).flat(),
    tryLead: async (name, onLost) => {
      const release = await tryAdvisoryLock({ url, log, name, onLost })
      if (release === undefined) return undefined
      led.add(release)
      return async () => {
        if (led.delete(release)) await release()
      }
    },
    listen: async (channel, wake) => (await listener.listen(channel, wake)).unlisten,
    notify: async (channel) => {
      await client.notify(channel, '')
    },
    ping: async () => {
      await client`select 1`
    },
    close: async () => {
      await Promise.allSettled([...led].map((release) => release()))
      await Promise.all([listener.end({ timeout: 5 }), pool.end()])
    },
  }
}

function rowsOf<Row extends Record<string, unknown>>(result: unknown): Row[] {
  const rows = Array.isArray(result) ? result : isRowResult(result) ? result.rows : []
  return typedRows<Row>(rows)
}

function isRowResult(result: unknown): result is { rows: unknown[] } {
  return typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)
}

/** The one place where rows get their type: the statement beside the call names the columns. */
function typedRows<Row>(rows: unknown[]): Row[] {
  return rows as Row[]
}

function redactUrl(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'not a URL'
  }
}
