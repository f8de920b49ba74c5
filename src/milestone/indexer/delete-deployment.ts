import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { committedRoots } from '../cycle/prune-runs.ts'
import { deleteBundles } from '../evidence/evidence-store.ts'
import {
  chainBlocks,
  chainCursors,
  chainEvents,
  chainLeaders,
  feedEvents,
  intentNonces,
  intents,
  recoveryEvents,
  signedTransactions,
  verificationRuns,
} from '../tables.ts'

const tables = [
  chainBlocks,
  chainCursors,
  chainEvents,
  chainLeaders,
  feedEvents,
  intentNonces,
  intents,
  recoveryEvents,
  signedTransactions,
  verificationRuns,
]

/** Deletes all rows of a deployment (see `deploymentKey`) whose chain is gone, and the evidence of its cycles. */
export async function deleteDeployment(db: Db, deployment: string): Promise<void> {
  await db.transaction(async (on) => {
    const calls = await on
      .select({ data: intents.data })
      .from(intents)
      .where(eq(intents.deployment, deployment))
    await deleteBundles(on, committedRoots(calls))
    for (const table of tables) await on.delete(table).where(eq(table.deployment, deployment))
  })
}
