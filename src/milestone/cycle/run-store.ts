import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../kernel/database/database.ts'
import { verificationRuns } from '../tables.ts'
import type { CycleSeed } from './plan.ts'
import type { UnfinishedRun } from './run.ts'
import type { NumberedReport, VerificationReport } from './run-views.ts'

/** Runs of one deployment; each is stored before it begins. */
export type RunStore = ReturnType<typeof createRunStore>

const runIdPattern = /^run_[0-9a-f]{16}$/

export function createRunStore(database: Database, deployment: string, now: () => number) {
  const { db } = database
  return {
    open: async (): Promise<CycleSeed> => {
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
    /** Stores how far a run has come; without effect once it is closed. */
    save: async (report: VerificationReport) => {
      await db
        .update(verificationRuns)
        .set({ report: JSON.stringify(report) })
        .where(and(eq(verificationRuns.runId, report.runId), eq(verificationRuns.state, 'running')))
    },
    close: async (report: VerificationReport) => {
      const { runId, verified, reason } = report
      await db
        .update(verificationRuns)
        .set({
          state: verified ? 'verified' : 'unverified',
          reason,
          report: JSON.stringify(report),
        })
        .where(eq(verificationRuns.runId, runId))
    },
    /** Oldest first. */
    unfinished: async (): Promise<UnfinishedRun[]> => {
      const rows = await db
        .select()
        .from(verificationRuns)
        .where(and(eq(verificationRuns.deployment, deployment), eq(verificationRuns.state, 'running')))
        .orderBy(asc(verificationRuns.number))
      return rows.map((row) => ({
        runId: row.runId,
        number: row.number,
        startedAt: row.startedAt,
        earlier: reportOf(row, now()),
      }))
    },
    /** The report of a run of any process; undefined for an unknown id. */
    report: async (runId: string) => {
      // The database refuses U+0000 in a parameter.
      if (!runIdPattern.test(runId)) return undefined
      const [row] = await db
        .select()
        .from(verificationRuns)
        .where(and(eq(verificationRuns.deployment, deployment), eq(verificationRuns.runId, runId)))
      return row && reportOf(row, now())
    },
    /** Reports of the newest runs of any process, newest first, with their numbers. */
    newest: async (limit: number): Promise<NumberedReport[]> => {
      const rows = await db
        .select()
        .from(verificationRuns)
        .where(eq(verificationRuns.deployment, deployment))
        .orderBy(desc(verificationRuns.number))
        .limit(limit)
      return rows.map((row) => ({
        number: row.number,
        startedAt: row.startedAt,
        report: reportOf(row, now()),
      }))
    },
  }
}

type Row = typeof verificationRuns.$inferSelect

function reportOf(row: Row, now: number): VerificationReport {
  if (row.report === null) return withoutDetails(row, now)
  const stored: VerificationReport = JSON.parse(row.report)
  // Reports of earlier versions may lack these.
  const durationMs = row.state === 'running' ? Math.max(0, now - row.startedAt * 1000) : stored.durationMs
  return { ...absent, ...stored, durationMs }
}

const absent = { reason: null, milestoneHash: null, steps: [] }

/** The row of a cycle has no report before its first step. */
function withoutDetails({ runId, state, reason, startedAt }: Row, now: number): VerificationReport {
  const finished = state !== 'running'
  return {
    runId,
    verified: state === 'verified',
    status: state,
    finished,
    ...absent,
    reason: reason ?? (finished ? null : 'in progress in another process'),
    txHashes: [],
    requests: 0,
    attempts: 0,
    faultsHit: {},
    exercised: false,
    recoveries: 0,
    durationMs: finished ? 0 : Math.max(0, now - startedAt * 1000),
    invariants: [],
  }
}
