import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { Database, QueryParameter } from '../../kernel/database/database.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'

export const runQueue = 'campaign-runs'
/** Dead-letter queue of the library. */
export const givenUpQueue = 'campaign-runs-given-up'

export interface QueueLimits {
  retryLimit: number
  retryDelaySeconds: number
  /** A job without a heartbeat for this long is released to other workers; pg-boss requires at least 10. */
  heartbeatSeconds: number
}

const schema = 'pgboss'
const hourSeconds = 3_600

/** Whether the queue's tables exist, that is, whether any process on this database has ever enqueued a job. */
export async function hasBoss(database: Pick<Database, 'rows'>): Promise<boolean> {
  const table = `${schema}.version`
  const [row] = await database.rows<{ exists: boolean }>(
    sql`select to_regclass(${table}) is not null as exists`,
  )
  return row?.exists === true
}

/**
 * Opens the queue, creating its tables when there are none. A draft has one unfinished job at most. The library is
 * loaded here, as most processes never enqueue a job. The caller runs its supervision.
 */
export async function openBoss(options: {
  database: Database
  log: Log
  limits: QueueLimits
}): Promise<PgBoss> {
  const { database, log, limits } = options
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: await execute(database, text, values) }) },
    backend: database.kind,
    schema,
    supervise: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: hourSeconds,
  })
  boss.on('error', (error) => log.warn('job queue failed', { error: messageOf(error) }))
  boss.on('warning', ({ message }) => log.warn('job queue warning', { warning: message }))
  // Of processes that create the tables concurrently one succeeds, and the others then find them.
  await boss.start().catch((error) => (isDuplicate(error) ? boss.start() : Promise.reject(error)))
  const { retryLimit, retryDelaySeconds, heartbeatSeconds } = limits
  const usual = { expireInSeconds: hourSeconds, deleteAfterSeconds: hourSeconds, heartbeatSeconds }
  await boss.createQueue(givenUpQueue)
  await boss.createQueue(runQueue, { policy: 'exclusive' })
  // An existing queue may have the settings of another version.
  await boss.updateQueue(givenUpQueue, { ...usual, retryLimit: 10, retryDelay: 60 })
  await boss.updateQueue(runQueue, {
    ...usual,
    deadLetter: givenUpQueue,
    retryLimit,
    retryDelay: retryDelaySeconds,
  })
  return boss
}

/** @see PostgreSQL's error codes: unique_violation */
function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** A pooled driver rejects BEGIN and COMMIT in a query text; a multi-statement text is one transaction anyway. */
async function execute(database: Database, text: string, values: readonly unknown[] = []) {
  const statements = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(text)?.[1] ?? text
  return await database.query(statements, values.map(parameterOf))
}

/** The library passes strings, numbers, arrays of ids, and objects for JSON columns. */
function parameterOf(value: unknown): QueryParameter {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(String)
  return value === null || value === undefined ? null : JSON.stringify(value)
}
