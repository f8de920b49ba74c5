import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import type { Database } from '../../kernel/database/database.ts'
import { storableText } from '../../kernel/database/storable-text.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { LoggedRecovery, RecoveryEvent } from '../recovery-event.ts'
import { recoveryEvents } from '../tables.ts'
import { followRows } from './follow-rows.ts'

export type RecoveryLog = Awaited<ReturnType<typeof openRecoveryLog>>

/** An event, with its id once it is stored. */
interface Entry {
  id: number | undefined
  event: LoggedRecovery
}

const channel = 'milestone_recovery'
/** Processes store events at the same time: an event may become visible after another one with a higher id. */
const lateIdsMax = 200
const eventsMax = 1_000
/** Bounds what waits for a database that is away. */
const unstoredMax = 5_000
/** Events stored at most, apart from those between two prunings. */
const storedMax = 50_000
const pruneEvery = 1_000
/** The largest integer of the column: 24 days. */
const latencyMsMax = 2 ** 31 - 1

/** Reads what was stored before, and follows what other processes on the same PostgreSQL store. */
export async function openRecoveryLog(options: {
  database: Database
  /** The log's deployment (see `deploymentKey`): a new demo chain does not show what happened around an old one. */
  deployment: string
  log: Log
  now: () => number
}) {
  const { database, deployment, log, now } = options
  const ours = eq(recoveryEvents.deployment, deployment)
  const stored = await database.db
    .select()
    .from(recoveryEvents)
    .where(ours)
    .orderBy(desc(recoveryEvents.id))
    .limit(eventsMax)
  const counts = await database.rows<{ outcome: string; count: string | number }>(
    sql`select outcome, count(*) as count from ${recoveryEvents} where ${ours} group by outcome`,
  )
  const counted = (outcome?: string) =>
    counts
      .filter((row) => outcome === undefined || row.outcome === outcome)
      .reduce((sum, row) => sum + Number(row.count), 0)

  const entries = stored.reverse().map(entryOf)
  const unstored: Entry[] = []
  let events: readonly LoggedRecovery[] | undefined
  let revision = 0
  let totalEvents = counted()
  let failures = counted('failed')
  let recoveries = counted('success')
  let newestId = entries.at(-1)?.id ?? 0
  const queue = new PQueue({ concurrency: 1 })

  const markChanged = () => {
    events = undefined
    revision += 1
  }
  const add = (entry: Entry) => {
    entries.push(entry)
    totalEvents += 1
    if (entry.event.outcome === 'failed') failures += 1
    if (entry.event.outcome === 'success') recoveries += 1
    markChanged()
  }
  /** The same order in every process: that of the database, then what is not stored yet. */
  const arrange = () => {
    entries.sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER))
    entries.splice(0, Math.max(0, entries.length - eventsMax))
  }
  const readNew = async () => {
    const rows = await database.db
      .select()
      .from(recoveryEvents)
      .where(and(ours, gt(recoveryEvents.id, newestId - lateIdsMax)))
      .orderBy(asc(recoveryEvents.id))
    const known = new Set(entries.map(({ id }) => id))
    const oldest = entries.length < eventsMax ? 0 : (entries[0]?.id ?? 0)
    const added = rows.filter(({ id }) => !known.has(id) && id > oldest)
    newestId = Math.max(newestId, rows.at(-1)?.id ?? 0)
    for (const row of added) add(entryOf(row))
    if (added.length > 0) arrange()
  }

  let sincePruned = 0
  const store = async (entry: Entry) => {
    const { latencyMs = null, runId = null, ...event } = entry.event
    const [row] = await database.db
      .insert(recoveryEvents)
      .values({ ...event, deployment, latencyMs, runId })
      .returning({ id: recoveryEvents.id })
    entry.id = row?.id
    sincePruned += 1
  }
  /** Stores what is not stored yet: a failed insert is tried again with the next event. */
  const storeNew = async () => {
    if (unstored.length === 0) return
    for (let [entry] = unstored; entry !== undefined; [entry] = unstored) {
      await store(entry)
      unstored.shift()
    }
    const before = entries.map(({ id }) => id)
    arrange()
    if (entries.some(({ id }, index) => id !== before[index])) markChanged()
    if (database.kind === 'postgres') await database.notify(channel)
    if (sincePruned < pruneEvery) return
    sincePruned = 0
    await database.db.execute(
      sql`delete from ${recoveryEvents} where id <= (select max(id) from ${recoveryEvents}) - ${storedMax}`,
    )
  }
  /** Serial, so that an event of this process is never read before its id is known. */
  const enqueue = (run: () => Promise<void>, failed: (error: string) => void) => {
    void queue.add(() => run().catch((error) => failed(messageOf(error))))
  }
  const follow = async () => {
    await storeNew()
    await readNew()
  }
  const stopFollowing = await followRows(database, channel, () =>
    enqueue(follow, (error) => log.warn('cannot exchange recovery events', { error })),
  )
  return {
    /** Goes up with every event. */
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
    /** Oldest first, the newest `eventsMax`. */
    get events() {
      events ??= entries.map(({ event }) => event)
      return events
    },
    /** Adds one event at once; it is stored, and reaches the other processes, in the background and in order. */
    record({ event, context, action, target, outcome, latencyMs, runId }: RecoveryEvent) {
      const entry: Entry = {
        id: undefined,
        event: {
          event: storableText(event),
          context: storableText(context),
          action: storableText(action),
          target: storableText(target),
          outcome,
          timestamp: Math.floor(now() / 1000),
          latencyMs: latencyMs === undefined ? undefined : Math.min(Math.round(latencyMs), latencyMsMax),
          runId,
        },
      }
      add(entry)
      if (entries.length > eventsMax) entries.shift()
      unstored.push(entry)
      if (unstored.length > unstoredMax) unstored.shift()
      enqueue(storeNew, (error) => log.error('cannot store a recovery event', { event, error }))
    },
    /** Waits until everything recorded so far is stored. */
    settle: () => queue.onIdle(),
    stop: async () => {
      await stopFollowing()
      await queue.onIdle()
    },
  }
}

function entryOf(row: typeof recoveryEvents.$inferSelect): Entry {
  const { id, deployment: _, latencyMs, runId, ...event } = row
  return { id, event: { ...event, latencyMs: latencyMs ?? undefined, runId: runId ?? undefined } }
}
