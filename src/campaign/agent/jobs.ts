import type { PgBoss } from 'pg-boss'
import type { Database } from '../../kernel/database/database.ts'
import { withoutStatementWait } from '../../kernel/database/statement-wait.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { givenUpQueue, hasBoss, openBoss, type QueueLimits, runQueue } from './open-boss.ts'
import { type DraftJob, performJob } from './perform-job.ts'

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
