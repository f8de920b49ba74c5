import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../kernel/db.ts'
import { verificationRuns } from '../tables.ts'
import type { CycleSeed } from './cycle-plan.ts'

/** Runs of one deployment: each is stored before anything of it happens. */
export interface RunStore {
  open(): Promise<CycleSeed>
  close(runId: string, verified: boolean, reason: string | undefined): Promise<void>
  /** Oldest first. */
  unfinished(): Promise<CycleSeed[]>
}

export function createRunStore(database: Database, deployment: string, now: () => number): RunStore {
  const { db } = database
  return {
    open: async () => {
      const startedAt = Math.floor(now() / 1000)
      const runId = `run_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
      const [row] = await db
        .insert(verificationRuns)
        .values({
          runId,
          deployment,
          number: sql`(select coalesce(max(number), 0) + 1 from ${verificationRuns} where deployment = ${deployment})`,
          startedAt,
          state: 'running',
        })
        .returning({ number: verificationRuns.number })
      if (row === undefined) throw new Error('Cannot store a new run')
      return { runId, number: row.number, startedAt }
    },
    close: async (runId, verified, reason) => {
      await db
        .update(verificationRuns)
        .set({ state: verified ? 'verified' : 'unverified', reason: reason ?? null })
        .where(eq(verificationRuns.runId, runId))
    },
    unfinished: () =>
      db
        .select({
          runId: verificationRuns.runId,
          number: verificationRuns.number,
          startedAt: verificationRuns.startedAt,
        })
        .from(verificationRuns)
        .where(and(eq(verificationRuns.deployment, deployment), eq(verificationRuns.state, 'running')))
        .orderBy(asc(verificationRuns.number)),
  }
}
