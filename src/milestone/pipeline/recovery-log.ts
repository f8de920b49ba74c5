import { desc, sql } from 'drizzle-orm'
import type { Database } from '../../kernel/db.ts'
import { messageOf } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { recoveryEvents } from '../tables.ts'

export type RecoveryOutcome = 'success' | 'degraded' | 'failed' | 'pending'

/** What went wrong and what was done about it. `timestamp` in seconds since the epoch. */
export interface RecoveryEvent {
  timestamp: number
  event: string
  context: string
  action: string
  target: string
  outcome: RecoveryOutcome
  /** From notice to outcome, in milliseconds; undefined while pending. */
  latencyMs: number | undefined
  runId: string | undefined
}

export interface RecoveryLog {
  /** Goes up with every event. */
  readonly revision: number
  readonly totalEvents: number
  readonly failures: number
  readonly recoveries: number
  /** Oldest first, the newest `keptMax`. */
  readonly events: readonly RecoveryEvent[]
  /** Adds one event now; it reaches the database in the background, in order. */
  record(
    event: Omit<RecoveryEvent, 'timestamp' | 'latencyMs' | 'runId'> & {
      latencyMs?: number | undefined
      runId?: string | undefined
    },
  ): void
  /** Waits until everything recorded so far is stored. */
  settle(): Promise<void>
}

const keptMax = 1_000
/** Events stored at most, give or take those between two prunings. */
const storedMax = 50_000
const pruneEvery = 1_000
/** What the column holds: 24 days. */
const latencyMsMax = 2 ** 31 - 1

/** Reads what was stored before, so that a restart loses no history. */
export async function openRecoveryLog(options: {
  database: Database
  log: Log
  now: () => number
}): Promise<RecoveryLog> {
  const { database, log, now } = options
  const stored = await database.db
    .select()
    .from(recoveryEvents)
    .orderBy(desc(recoveryEvents.id))
    .limit(keptMax)
  const counts = await database.rows<{ outcome: string; count: string | number }>(
    sql`select outcome, count(*) as count from ${recoveryEvents} group by outcome`,
  )
  const counted = (outcome?: string) =>
    counts
      .filter((row) => outcome === undefined || row.outcome === outcome)
      .reduce((sum, row) => sum + Number(row.count), 0)
  const events: RecoveryEvent[] = stored.reverse().map(({ id: _, latencyMs, runId, ...event }) => ({
    ...event,
    latencyMs: latencyMs ?? undefined,
    runId: runId ?? undefined,
  }))

  let revision = 0
  let totalEvents = counted()
  let failures = counted('failed')
  let recoveries = counted('success')
  let storing: Promise<void> = Promise.resolve()

  let sincePruned = 0
  const store = async (event: RecoveryEvent) => {
    try {
      await database.db
        .insert(recoveryEvents)
        .values({ ...storable(event), latencyMs: event.latencyMs ?? null, runId: event.runId ?? null })
      sincePruned += 1
      if (sincePruned < pruneEvery) return
      sincePruned = 0
      await database.db.execute(
        sql`delete from ${recoveryEvents} where id <= (select max(id) from ${recoveryEvents}) - ${storedMax}`,
      )
    } catch (error) {
      log.error('cannot store a recovery event', { event: event.event, error: messageOf(error) })
    }
  }
  return {
    get revision() {
      return revision
    },
    get totalEvents() {
      return totalEvents
    },
    get failures() {
      return failures
    },
    get recoveries() {
      return recoveries
    },
    events,
    record({ latencyMs, runId, ...rest }) {
      const event: RecoveryEvent = {
        ...rest,
        timestamp: Math.floor(now() / 1000),
        latencyMs: latencyMs === undefined ? undefined : Math.min(Math.round(latencyMs), latencyMsMax),
        runId,
      }
      events.push(event)
      if (events.length > keptMax) events.shift()
      revision += 1
      totalEvents += 1
      if (event.outcome === 'failed') failures += 1
      if (event.outcome === 'success') recoveries += 1
      storing = storing.then(() => store(event))
    },
    settle: () => storing,
  }
}

/** PostgreSQL takes no NUL in a text, and error texts come from elsewhere. */
function storable(event: RecoveryEvent) {
  const { event: what, context, action, target, ...rest } = event
  const clean = (text: string) => text.replaceAll('\0', '\ufffd')
  return {
    ...rest,
    event: clean(what),
    context: clean(context),
    action: clean(action),
    target: clean(target),
  }
}
