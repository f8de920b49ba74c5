import { and, count, eq, exists, gt, lt, lte, ne, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { FormatId } from '../compose/formats.ts'
import { campaignError } from '../errors.ts'
import { drafts, runCounts, runLeases } from '../tables.ts'
import { type Plan, planOf, takeTurn } from './plans.ts'

/** A run as counted by its plan. */
export interface LeasedRun {
  /** The id of its draft. */
  id: string
  caller: string
  /** Milliseconds since the epoch; the run counts for this day. */
  startedAt: number
}

/** Runs in flight and runs of the day, counted by all processes on one database. */
export interface RunLeases {
  planOf(caller: string): Promise<Plan>
  /**
   * Counts a run, or refuses it, and runs `also` in the same transaction.
   * @param options.runs how many runs of the day it counts as: one for each variant
   * @throws format_not_in_plan, daily_runs_reached or too_many_in_flight
   */
  start(
    run: LeasedRun,
    options: { formats: readonly FormatId[]; runs?: number; isAsync: boolean },
    also?: (tx: Pick<Db, 'transaction'>) => Promise<void>,
  ): Promise<void>
  /**
   * Does the work of a synchronous run. It counts if it succeeds, or if `signal` reports that its caller has disconnected.
   * @throws what `start` and `work` throw
   */
  during<Result>(
    run: LeasedRun,
    options: { formats: readonly FormatId[]; runs?: number; signal: AbortSignal | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>
  /** Ends a run; one that `counts` stays in the count of its day. Does nothing when it has ended already. */
  end(run: LeasedRun, options: { counts: boolean }): Promise<void>
  /** Ends all synchronous runs of a process that is known to have ended, and the leases that finished runs still hold. */
  endAbandoned(): Promise<void>
  /** Removes leases of processes that died, whose runs do not count, and the counts of earlier days. */
  sweep(): Promise<void>
}

const dayMs = 86_400_000
/** A synchronous run ends long before this, as its connection may be idle for two minutes. */
export const leaseMsMax = 600_000
/** A job is retried several times, by several processes, and may be queued behind other jobs. */
export const jobLeaseMsMax = dayMs

export function createRunLeases({ db, now, log }: { db: Db; now: () => number; log: Log }): RunLeases {
  const uncount = async (
    tx: Pick<Db, 'update'>,
    { caller, runs }: { caller: string; runs: number },
    startedAt: number,
  ) => {
    await tx
      .update(runCounts)
      .set({ runs: sql`greatest(${runCounts.runs} - ${runs}, 0)` })
      .where(and(eq(runCounts.caller, caller), eq(runCounts.day, dayOf(startedAt))))
  }
  /** Jobs are left out: their drafts are stored before they run, and their leases outlive the day that they count for. */
  const dropAbandoned = async (tx: Pick<Db, 'select' | 'update' | 'delete'>, which?: SQL) => {
    const ofJob = exists(tx.select().from(drafts).where(eq(drafts.id, runLeases.id)))
    const dropped = await tx
      .delete(runLeases)
      .where(and(which, not(ofJob)))
      .returning()
    for (const lease of dropped) await uncount(tx, lease, lease.expiresAt - leaseMsMax)
  }
  const start: RunLeases['start'] = ({ id, caller, startedAt }, { formats, runs = 1, isAsync }, also) =>
    db.transaction(async (tx) => {
      const plan = await planOf(tx, caller)
      const outside = formats.find((format) => !plan.formats.includes(format))
      if (outside !== undefined) throw campaignError('format_not_in_plan', plan, outside)
      await takeTurn(tx, 'runs', caller)
      const { runsToday, runsInFlight } = await readUsage(tx, caller, { day: startedAt, at: now() })
      if (runsToday + runs > plan.runsPerDay)
        throw campaignError('daily_runs_reached', plan, {
          runsLeft: Math.max(0, plan.runsPerDay - runsToday),
          secondsLeft: Math.ceil((dayMs - (startedAt % dayMs)) / 1000),
        })
      if (runsInFlight >= plan.runsInFlight) throw campaignError('too_many_in_flight', plan)
      await tx
        .insert(runCounts)
        .values({ caller, day: dayOf(startedAt), runs })
        .onConflictDoUpdate({
          target: [runCounts.caller, runCounts.day],
          set: { runs: sql`${runCounts.runs} + ${runs}` },
        })
      const expiresAt = startedAt + (isAsync ? jobLeaseMsMax : leaseMsMax)
      await tx.insert(runLeases).values({ id, caller, runs, expiresAt })
      await also?.(tx)
    })
  const end: RunLeases['end'] = ({ id, startedAt }, { counts }) =>
    db.transaction(async (tx) => {
      const [ended] = await tx.delete(runLeases).where(eq(runLeases.id, id)).returning()
      if (!counts && ended !== undefined) await uncount(tx, ended, startedAt)
    })

  return {
    planOf: (caller) => planOf(db, caller),
    start,
    end,
    during: async (run, { formats, runs = 1, signal }, work) => {
      await start(run, { formats, runs, isAsync: false })
      let counts = false
      try {
        const result = await work()
        counts = true
        return result
      } catch (error) {
        counts = signal?.aborted === true
        throw error
      } finally {
        await end(run, { counts }).catch((error) =>
          log.warn('cannot release the lease of a run', { draftId: run.id, error: messageOf(error) }),
        )
      }
    },
    endAbandoned: () =>
      db.transaction(async (tx) => {
        await dropAbandoned(tx)
        // The process ended between storing the result and ending the lease.
        const finished = and(eq(drafts.id, runLeases.id), ne(drafts.run, 'processing'))
        await tx.delete(runLeases).where(exists(tx.select().from(drafts).where(finished)))
      }),
    sweep: () =>
      db.transaction(async (tx) => {
        const at = now()
        const expired = lte(runLeases.expiresAt, at)
        await dropAbandoned(tx, expired)
        await tx.delete(runLeases).where(expired)
        await tx.delete(runCounts).where(lt(runCounts.day, dayOf(at - dayMs)))
      }),
  }
}

/** How many runs a caller has started on the day of `day`, and has in flight at `at`. */
export async function readUsage(
  db: Pick<Db, 'select'>,
  caller: string,
  { day, at }: { day: number; at: number },
): Promise<{ runsToday: number; runsInFlight: number }> {
  const [today] = await db
    .select({ runs: runCounts.runs })
    .from(runCounts)
    .where(and(eq(runCounts.caller, caller), eq(runCounts.day, dayOf(day))))
  const [inFlight] = await db
    .select({ runs: count() })
    .from(runLeases)
    .where(and(eq(runLeases.caller, caller), gt(runLeases.expiresAt, at)))
  return { runsToday: today?.runs ?? 0, runsInFlight: inFlight?.runs ?? 0 }
}

/** The day in UTC, such as 2026-05-04. */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
