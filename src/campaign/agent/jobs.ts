import type { PgBoss } from 'pg-boss'
import type { Database } from '../../kernel/database/database.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { givenUpQueue, hasBoss, openBoss, type QueueLimits, runQueue } from './open-boss.ts'
import { type DraftJob, performJob } from './perform-job.ts'

/** Runs that outlive their request, shared by all processes on one database. */
export interface Jobs {
  /**
   * Has the draft run soon, by this process or another one; does nothing while it has an unfinished job.
   * @throws Error when the database cannot be used
   */
  enqueue(draftId: string): Promise<void>
  /** Aborts what runs here and waits for it; it is tried again by the next process. */
  stop(): Promise<void>
}

export interface JobsOptions {
  database: Database
  log: Log
  /** How many run here at a time. */
  workers: number
  /**
   * Runs a draft. One process at a time does so, but a draft may be run again after a crash or a rejection. The signal
   * aborts when this process stops or has lost the job to another one.
   */
  run(draftId: string, signal: AbortSignal): Promise<void>
  /** Called when the last try has failed, by rejection or by crash. Called again when it rejects. */
  giveUp(draftId: string): Promise<void>
  limits?: Partial<JobLimits>
}

export interface JobLimits extends QueueLimits {
  /** How long after the start jobs of earlier processes are looked for. */
  lookAfterMs: number
  /** How often retries and jobs of crashed processes are looked for. */
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

/** Opens the queue with the first job, or some time after the start when an earlier process had jobs. */
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
      log.warn('cannot take jobs from the queue', { error: messageOf(error) })
    } finally {
      isTaking = false
    }
  }
  const wake = () => {
    isWanted = true
    if (!isTaking) taking = take()
  }
  const start = (boss: PgBoss, job: DraftJob) => {
    // A job that was lost while this process was suspended is still running here.
    if (running.has(job.id)) return
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

/** PGlite belongs to one process, so what is active at the start was left by one that is gone. */
async function failOrphans(boss: PgBoss): Promise<void> {
  for (const queue of [runQueue, givenUpQueue]) {
    const jobs = await boss.findJobs(queue)
    const orphans = jobs.filter(({ state }) => state === 'active').map(({ id }) => id)
    if (orphans.length > 0) await boss.fail(queue, orphans, { message: 'the process ended' })
  }
}
