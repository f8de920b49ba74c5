import { sql } from 'drizzle-orm'
import { type JobsOptions, startJobs } from '../../../src/campaign/agent/jobs.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { waitFor } from '../../support/wait.ts'

/** What a test starts, ended in the reverse order by `clean`. */
export function createJobsStage() {
  const cleanups: (() => unknown)[] = []
  /** Jobs that look for work often, with a record of what was run and given up. */
  const start = async (database: Database, options: Partial<JobsOptions> = {}) => {
    const runs: string[] = []
    const givenUp: string[] = []
    const jobs = await startJobs({
      database,
      log: silentLog,
      workers: 2,
      giveUp: async (draftId) => {
        givenUp.push(draftId)
      },
      ...options,
      run: async (draftId, signal) => {
        runs.push(draftId)
        await options.run?.(draftId, signal)
      },
      limits: { lookAfterMs: 0, pollMs: 100, retryDelaySeconds: 0, heartbeatMs: 20, ...options.limits },
    })
    let isStopped = false
    const stop = async () => {
      if (!isStopped) await jobs.stop()
      isStopped = true
    }
    cleanups.push(stop)
    return { ...jobs, stop, runs, givenUp }
  }
  return {
    start,
    atEnd: (clean: () => unknown) => cleanups.push(clean),
    clean: async () => {
      for (const clean of cleanups.splice(0).reverse()) await clean()
    },
  }
}

export async function unfinished(database: Database): Promise<number | undefined> {
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*)::integer as count from pgboss.job where state < 'completed'`,
  )
  return row?.count
}

/** Resolves when the database has no unfinished job. */
export const settled = (database: Database) =>
  waitFor('no job is unfinished', async () => (await unfinished(database)) === 0)
