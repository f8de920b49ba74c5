import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Queries and transactions, the same over PGlite and PostgreSQL. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** A value for $1, $2 and so on in a statement of a library. */
export type QueryParameter = string | number | boolean | null | readonly string[]

/** An open database. */
export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** Rows of one raw statement, run inside a transaction when `on` is one; the shape of results differs by driver. */
  rows<Row extends Record<string, unknown>>(statement: SQL, on?: Pick<Db, 'execute'>): Promise<Row[]>
  /**
   * For libraries with SQL of their own: rows of one statement with parameters, or of several without parameters, which run
   * as one transaction and must not begin or end one.
   */
  query(text: string, parameters?: readonly QueryParameter[]): Promise<Record<string, unknown>[]>
  /**
   * Tries to take the lock `name`, which one process on this database holds at a time: until the returned function is
   * called, the process ends or hangs, or the connection is lost, which calls `onLost`. A PGlite belongs to one process,
   * which always gets the lock.
   * @returns undefined when another process holds it
   */
  tryLead(name: string, onLost?: () => void): Promise<(() => Promise<void>) | undefined>
  /** Calls `wake` after each `notify(channel)` of any process. @returns the function that stops it */
  listen(channel: string, wake: () => void): Promise<() => Promise<void>>
  notify(channel: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * In the `returning` of a write: its commit does not wait for the disk, so a loss of power, or a kill of the process that
 * has PGlite open, may undo it. The next commit that waits makes it durable too.
 */
export const withoutSync = sql<string>`set_config('synchronous_commit', 'off', true)`
