import { and, asc, eq, inArray, isNull, lt, lte, max, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database, Db } from '../../kernel/database/database.ts'
import { committedRoots, deleteBundles } from '../evidence/evidence-store.ts'
import { intentNonces, intents, signedTransactions, verificationRuns } from '../tables.ts'

/** How many runs of a deployment stay stored. */
export interface RunRetention {
  /** The newest runs stay at any age, as a reorg may make their transactions due again. */
  runsMin: number
  runsMax: number
  /** Runs that started longer ago are deleted, except the newest `runsMin`. */
  daysMax: number
}

export const runRetention: RunRetention = { runsMin: 100, runsMax: 1_000, daysMax: 30 }

/** Runs deleted in one transaction: a long one would block the writes of a running cycle on PGlite. */
const batchRuns = 50
const daySeconds = 86_400

/** What was deleted. */
export interface PrunedRuns {
  runs: number
  /** Of the evidence bundles. */
  roots: readonly Hex[]
}

/**
 * Deletes ended runs that are out of retention with their intents, nonces, signed transactions and evidence bundles,
 * oldest first. `now` in milliseconds.
 */
export async function pruneRuns(options: {
  database: Database
  deployment: string
  now: () => number
  retention?: RunRetention
}): Promise<PrunedRuns> {
  const { database, deployment, now, retention = runRetention } = options
  const { db } = database
  const expired = await expiredRuns(db, deployment, retention, now())
  const roots: Hex[] = []
  for (let done = 0; done < expired.length; done += batchRuns) {
    const runIds = expired.slice(done, done + batchRuns)
    roots.push(...(await db.transaction((on) => deleteRuns(on, deployment, runIds))))
  }
  return { runs: expired.length, roots }
}

async function expiredRuns(
  db: Db,
  deployment: string,
  { runsMin, runsMax, daysMax }: RunRetention,
  nowMs: number,
): Promise<string[]> {
  const { number, runId, startedAt, state } = verificationRuns
  const ofDeployment = eq(verificationRuns.deployment, deployment)
  const [newest] = await db
    .select({ number: max(number) })
    .from(verificationRuns)
    .where(ofDeployment)
  if (newest?.number == null) return []
  const rows = await db
    .select({ runId })
    .from(verificationRuns)
    .where(
      and(
        ofDeployment,
        ne(state, 'running'),
        lte(number, newest.number - runsMin),
        or(
          lte(number, newest.number - runsMax),
          lt(startedAt, Math.floor(nowMs / 1000) - daysMax * daySeconds),
        ),
      ),
    )
    .orderBy(asc(number))
  return rows.map((row) => row.runId)
}

/** Calls that a run does not need are runs of their own: see `cycleRunOf`. */
const cycleRun = sql`split_part(${intents.runId}, '#', 1)`

/** @returns the roots of the bundles deleted with them */
async function deleteRuns(on: Db, deployment: string, runIds: readonly string[]): Promise<Hex[]> {
  const deleted = await on
    .delete(intents)
    .where(and(eq(intents.deployment, deployment), inArray(cycleRun, [...runIds])))
    .returning({ id: intents.id, data: intents.data })
  if (deleted.length > 0) {
    const ids = deleted.map(({ id }) => id)
    await deleteNonces(on, deployment, inArray(intentNonces.intentId, ids))
    await deleteNonces(on, deployment, isFillerBelowKept(deployment))
  }
  const roots = committedRoots(deleted)
  await deleteBundles(on, roots)
  await on.delete(verificationRuns).where(inArray(verificationRuns.runId, [...runIds]))
  return roots
}

/** With their signed transactions: those of the intents, and those that only filled the nonce. */
async function deleteNonces(on: Db, deployment: string, where: SQL | undefined): Promise<void> {
  const gone = on.$with('gone').as(
    on
      .delete(intentNonces)
      .where(and(eq(intentNonces.deployment, deployment), where))
      .returning({ account: intentNonces.account, nonce: intentNonces.nonce }),
  )
  await on
    .with(gone)
    .delete(signedTransactions)
    .where(
      and(
        eq(signedTransactions.deployment, deployment),
        sql`(${signedTransactions.account}, ${signedTransactions.nonce}) in (select account, nonce from ${gone})`,
      ),
    )
}

/** A nonce without an intent, below every nonce of its account that has one. */
function isFillerBelowKept(deployment: string): SQL | undefined {
  const lowestKept = sql`(select min(kept.nonce) from ${intentNonces} kept where kept.deployment = ${deployment}
    and kept.account = ${intentNonces.account} and kept.intent_id is not null)`
  return and(isNull(intentNonces.intentId), lt(intentNonces.nonce, lowestKept))
}
