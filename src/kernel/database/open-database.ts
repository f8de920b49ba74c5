import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { within } from '../runtime/async.ts'
import { messageOf, StartupError } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { remedyOf } from './data-dir.ts'
import type { Database, Db } from './database.ts'
import { migrate } from './migrations.ts'
import { connect, openPool } from './postgres-pool.ts'

interface DatabaseOptions {
  databaseUrl: string | undefined
  dataDir: string
  log: Log
  /** Time limit of a PostgreSQL server's first answer; 7 s by default. */
  firstAnswerMsMax?: number
  /** Time limit of each further connection to it; 2 s by default. */
  connectMsMax?: number
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

/** Opens the configured database without a change of its schema. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, firstAnswerMsMax = 7_000, connectMsMax = 2_000 } = options
  return databaseUrl === undefined
    ? await openPgliteDatabase(join(dataDir, 'pglite'), log)
    : await openPostgres({ url: databaseUrl, log, firstAnswerMsMax, connectMsMax })
}

async function openPgliteDatabase(folder: string, log: Log): Promise<Database> {
  // The engine's code is not loaded where PostgreSQL is configured.
  const { openCluster } = await import('./pglite.ts')
  const { drizzle } = await import('drizzle-orm/pglite')
  const fresh = !existsSync(join(folder, 'PG_VERSION'))
  const cluster = await openCluster(folder, log).catch((cause) => {
    const state = fresh ? 'it cannot be created' : 'its files cannot be opened'
    throw new StartupError(
      `Cannot open the database in "${folder}" as ${state}: ${messageOf(cause)}. ${remedyOf(cause, 'Move the folder away to start anew')}`,
      { cause },
    )
  })
  const { client } = cluster
  const db: Db = drizzle({ client, casing: 'snake_case' })
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
    // Unquoted names are folded to lower case, also by the function that PGlite returns.
    listen: async (channel, wake) => {
      const listen = () => client.listen(`"${channel}"`, wake)
      await listen()
      // What was sent meanwhile is unknown.
      const forget = cluster.onReopened(() => void listen().then(wake, () => {}))
      return async () => {
        forget()
        await client.unlisten(`"${channel}"`, wake)
      }
    },
    notify: async (channel) => {
      await db.execute(sql`select pg_notify(${channel}, '')`)
    },
    ping: async () => {
      await client.query('select 1')
    },
    close: () => cluster.close(),
  }
}

async function openPostgres(options: Parameters<typeof openPool>[0]): Promise<Database> {
  const { url, log } = options
  const pool = await openPool(options).catch((cause) => {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(
      `Cannot connect to the database of DATABASE_URL (${redactUrl(url)}): ${messageOf(cause)}. Check host, port, user, password and database name`,
      { cause },
    )
  })
  const { client } = pool
  const db: Db = drizzle({ client, casing: 'snake_case' })
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

/** The one cast of rows: the statement beside each call names the columns. */
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

const answerMsMax = 5_000
const keepAliveMs = 2_000
/** After so long without a statement the holder hangs or is cut off: the server ends its session and the lock. */
const silentHolderMsMax = 10_000

/**
 * Takes a session-level advisory lock on a connection of its own, which is never recycled. When the connection ends, the
 * lock is lost and `onLost` is called, but possibly late: the lock alone must not guard the holder's writes.
 */
async function tryAdvisoryLock({
  url,
  log,
  name,
  onLost,
}: {
  url: string
  log: Log
  name: string
  onLost: (() => void) | undefined
}): Promise<(() => Promise<void>) | undefined> {
  let isHeld = false
  const lost = () => {
    if (!isHeld) return
    isHeld = false
    clearInterval(timer)
    void client.end({ timeout: 0 })
    onLost?.()
  }
  const client = connect(url, log, { max: 1, max_lifetime: null, idle_timeout: 0, onclose: lost })
  let timer: ReturnType<typeof setInterval> | undefined
  try {
    const answer = client<{ held: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as held`
    const [row] = await within(answer.execute(), answerMsMax)
    if (row?.held === true) {
      isHeld = true
      // The setting exists since PostgreSQL 14.
      await within(
        client`select set_config(name, ${String(silentHolderMsMax)}, false) from pg_settings
          where name = 'idle_session_timeout'`.execute(),
        answerMsMax,
      )
      timer = setInterval(() => void client`select 1`.catch(() => {}), keepAliveMs)
      timer.unref()
      return async () => {
        isHeld = false
        clearInterval(timer)
        await client.end({ timeout: 1 })
      }
    }
  } catch (error) {
    isHeld = false
    await client.end({ timeout: 0 })
    throw error
  }
  await client.end({ timeout: 1 })
  return undefined
}
