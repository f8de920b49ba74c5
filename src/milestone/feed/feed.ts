import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import type { Database } from '../../kernel/database/database.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { PipelineEvent, PipelineFeed } from '../pipeline-event.ts'
import { feedEvents } from '../tables.ts'
import { followRows } from './follow-rows.ts'

export interface PipelineFeedOptions {
  database: Database
  /** The feed's deployment (see `deploymentKey`): a new demo chain does not show what happened around an old one. */
  deployment: string
  log: Log
  /** Seconds since the epoch. */
  clock: () => number
  /** Events held and stored at most. */
  eventsMax?: number
  /** How often to read what other processes appended, without a notification. */
  pollMs?: number
}

const channel = 'milestone_feed'
const eventsMaxDefault = 20_000

/** Reads what was stored before, and follows what other processes on the same PostgreSQL append. */
export async function openPipelineFeed(options: PipelineFeedOptions): Promise<PipelineFeed> {
  const { database, deployment, log, clock } = options
  const { eventsMax = eventsMaxDefault, pollMs } = options
  const ours = eq(feedEvents.deployment, deployment)
  const events: PipelineEvent[] = []
  const listeners = new Set<() => void>()
  let revision = 0
  let forgottenSeq = 0
  const queue = new PQueue({ concurrency: 1 })

  const take = (rows: readonly (typeof feedEvents.$inferSelect)[]) => {
    for (const row of rows) events.push(eventOf(row))
    events.splice(0, Math.max(0, events.length - eventsMax))
    // Full means that older events may be missing, dropped here or by another process.
    if (events.length === eventsMax) forgottenSeq = (events[0]?.seq ?? 0) - 1
  }
  const readNew = async () => {
    const rows = await database.db
      .select()
      .from(feedEvents)
      .where(and(ours, gt(feedEvents.seq, events.at(-1)?.seq ?? forgottenSeq)))
      .orderBy(asc(feedEvents.seq))
    if (rows.length === 0) return
    take(rows)
    revision += 1
    for (const listener of listeners) listener()
  }
  const store = async (row: typeof feedEvents.$inferInsert) => {
    await database.db.transaction(async (transaction) => {
      // A later commit must have the higher number: a reader that has seen one never reads below it again.
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${channel}, 0))`)
      const [newest] = await transaction
        .select({ timestamp: feedEvents.timestamp })
        .from(feedEvents)
        .where(ours)
        .orderBy(desc(feedEvents.seq))
        .limit(1)
      const timestamp = Math.max(row.timestamp, newest?.timestamp ?? 0)
      await transaction.insert(feedEvents).values({ ...row, timestamp })
      if (forgottenSeq > 0) {
        await transaction.delete(feedEvents).where(and(ours, lte(feedEvents.seq, forgottenSeq)))
      }
    })
    await database.notify(channel)
  }
  /** Serial, so that events are stored in their order and read once. */
  const enqueue = (name: string, run: () => Promise<void>) => {
    void queue.add(() => run().catch((error) => log.error(name, { error: messageOf(error) })))
  }

  const stored = await database.db
    .select()
    .from(feedEvents)
    .where(ours)
    .orderBy(desc(feedEvents.seq))
    .limit(eventsMax)
  take(stored.reverse())

  const wake = () => enqueue('cannot read new events of the feed', readNew)
  const stopFollowing = await followRows(database, channel, wake, pollMs)
  return {
    get revision() {
      return revision
    },
    get forgottenSeq() {
      return forgottenSeq
    },
    events,
    append: (event) => {
      const row = {
        ...event,
        deployment,
        timestamp: event.timestamp ?? Math.floor(clock()),
        metadata: event.metadata ?? {},
        runId: event.runId ?? null,
      }
      enqueue('cannot store an event of the feed', async () => {
        await store(row)
        await readNew()
      })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settle: () => queue.onIdle(),
    stop: async () => {
      await stopFollowing()
      await queue.onIdle()
    },
  }
}

function eventOf(row: typeof feedEvents.$inferSelect): PipelineEvent {
  const { deployment: _, runId, ...event } = row
  return { ...event, runId: runId ?? undefined }
}
