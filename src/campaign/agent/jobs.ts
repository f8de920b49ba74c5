import { sql } from 'drizzle-orm'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, QueryParameter } from '../../kernel/database/database.ts'
import { withoutStatementWait } from '../../kernel/database/statement-wait.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'

/** Runs that outlive their request, shared by all processes on one database. */
export interface Jobs {
  /**
   * Enqueues the draft, for this process or another one; does nothing while it has an unfinished job.
   * @throws Error when the database cannot be used
   */
  enqueue(draftId: string): Promise<void>
  /** Aborts running jobs and waits for them; another process retries them. */
  stop(): Promise<void>
}

export interface JobsOptions {
  database: Database
  log: Log
  /** Concurrent jobs of this process. */
  workers: number
  /**
   * Runs a draft. One process at a time does so, but a draft may be run again after a crash or a rejection. The signal
   * aborts when this process stops or loses the job to another one.
   */
  run(draftId: string, signal: AbortSignal): Promise<void>
  /** Called after the last retry has failed, by rejection or crash; called again if it rejects. */
  giveUp(draftId: string): Promise<void>
  limits?: Partial<JobLimits>
}

export interface JobLimits extends QueueLimits {
  /** Delay after the start before jobs of earlier processes are looked for. */
  lookAfterMs: number
  /** Interval of checks for retries and for jobs of crashed processes. */
  pollMs: number
  heartbeatMs: number
}

const usualLimits: JobLimits = {
  retryLimit: 3,
  retryDelaySeconds: 5,
  heartbeatSeconds: 30,
  lookAfterMs: 1_500,
  pollMs: 15_000,
  heartbeatMs: 8_000,
}
const channel = 'campaign_jobs'

/** Opens the queue with the first job, or some time after the start if an earlier process enqueued jobs. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { database, log, workers, run, giveUp } = options
  const limits = { ...usualLimits, ...options.limits }
  const running = new Map<string, { controller: AbortController; settled: Promise<void> }>()
  let opening: Promise<PgBoss> | undefined
  let taking = Promise.resolve()
  let looking = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  let isTaking = false
  let isStopped = false

  const open = () => {
    opening ??= openOnce().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const openOnce = async () => {
    const boss = await openBoss({ database, log, limits })
    if (database.kind === 'pglite') await failOrphans(boss)
    return boss
  }
  const take = async () => {
    isTaking = true
    try {
      while (isWanted && !isStopped) {
        isWanted = false
        const boss = await open()
        for (const queue of [givenUpQueue, runQueue]) {
          const batchSize = workers - running.size
          if (batchSize <= 0) break
          const jobs: DraftJob[] = await boss.fetch(queue, { batchSize, includeMetadata: true })
          for (const job of jobs) start(boss, job)
        }
      }
    } catch (error) {
      log.warn('cannot fetch jobs from the queue', { error: messageOf(error) })
    } finally {
      isTaking = false
    }
  }
  const wake = () => {
    isWanted = true
    if (!isTaking) taking = withoutStatementWait(take)
  }
  const start = (boss: PgBoss, job: DraftJob) => {
    // A job may be fetched again before its earlier try has ended here: it was lost during a suspension, or has just failed.
    const earlier = running.get(job.id)
    if (earlier !== undefined) {
      void earlier.settled.then(() => {
        if (!isStopped) start(boss, job)
      })
      return
    }
    const controller = new AbortController()
    const work = job.name === runQueue ? run : giveUp
    const settled = performJob(boss, job, { work, controller, log, heartbeatMs: limits.heartbeatMs })
      .catch((error) => log.warn('cannot settle a job', { ...job.data, error: messageOf(error) }))
      .finally(() => {
        running.delete(job.id)
        wake()
      })
    running.set(job.id, { controller, settled })
  }

  const look = async () => {
    try {
      const boss = await opening
      if (boss !== undefined) await boss.supervise()
      if (boss !== undefined || (await hasBoss(database))) wake()
    } catch (error) {
      log.warn('cannot look for jobs', { error: messageOf(error) })
    }
    lookAfter(limits.pollMs)
  }
  const lookAfter = (ms: number) => {
    if (isStopped) return
    timer = setTimeout(() => {
      looking = look()
    }, ms)
    timer.unref()
  }
  const stopListening = await database.listen(channel, wake)
  lookAfter(limits.lookAfterMs)

  return {
    async enqueue(draftId) {
      const boss = await open()
      await boss.send(runQueue, { draftId }, { singletonKey: draftId })
      wake()
      await database.notify(channel)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.allSettled([stopListening(), looking, taking])
      for (const { controller } of running.values()) controller.abort(new Error('this process stops'))
      await Promise.allSettled([...running.values()].map(({ settled }) => settled))
      const boss = await opening?.catch(() => undefined)
      await boss?.stop({ graceful: false, close: false })
    },
  }
}

/** PGlite belongs to one process, so a job that is active at the start belongs to a process that has ended. */
async function failOrphans(boss: PgBoss): Promise<void> {
  for (const queue of [runQueue, givenUpQueue]) {
    const jobs = await boss.findJobs(queue)
    const orphans = jobs.filter(({ state }) => state === 'active').map(({ id }) => id)
    if (orphans.length > 0) await boss.fail(queue, orphans, { message: 'the process ended' })
  }
}

type DraftJob = JobWithMetadata<{ draftId: string }>

/**
 * Runs a job, sends heartbeats while it runs, and reports the result to the queue. When the queue has meanwhile given the
 * job to another process, for example after a suspension of this one, it aborts and leaves the job to that process.
 * @throws Error when the result cannot be reported; the job then counts as abandoned
 */
async function performJob(
  boss: PgBoss,
  { id, name, data, retryCount }: DraftJob,
  options: {
    work: (draftId: string, signal: AbortSignal) => Promise<void>
    controller: AbortController
    log: Log
    heartbeatMs: number
  },
): Promise<void> {
  const { work, controller, log, heartbeatMs } = options
  let isLost = false
  const beat = async () => {
    const [current] = await boss.findJobs(name, { id })
    isLost = current?.state !== 'active' || current.retryCount !== retryCount
    if (isLost) controller.abort(new Error('the job was given to another process'))
    else await boss.touch(name, id)
  }
  const heartbeat = setInterval(() => {
    beat().catch((error) =>
      log.warn('cannot send the heartbeat of a job', { ...data, error: messageOf(error) }),
    )
  }, heartbeatMs)
  try {
    await work(data.draftId, controller.signal)
    if (!isLost) await boss.complete(name, id)
  } catch (error) {
    log.warn('a job failed', { ...data, queue: name, tries: retryCount + 1, error: messageOf(error) })
    if (!isLost) await boss.fail(name, id, { message: messageOf(error) })
  } finally {
    clearInterval(heartbeat)
  }
}

const runQueue = 'campaign-runs'
/** Dead-letter queue of the library. */
const givenUpQueue = 'campaign-runs-given-up'

interface QueueLimits {
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
async function openBoss(options: { database: Database; log: Log; limits: QueueLimits }): Promise<PgBoss> {
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
