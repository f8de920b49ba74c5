import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { paymentsKey } from '../contracts/deployment.ts'
import { committedRoots } from '../evidence/committed-roots.ts'
import { deleteBundles } from '../evidence/evidence-store.ts'
import * as tables from '../tables.ts'

/** All tables but this one name the deployment of each row. */
const { evidenceBundles: _, ...tablesOfDeployments } = tables

/** Deletes all rows of a deployment (see `deploymentKey`) whose chain is gone, and the evidence of its cycles. */
export async function deleteDeployment(db: Db, deployment: string): Promise<void> {
  const { intents } = tables
  await db.transaction(async (on) => {
    const calls = await on
      .select({ data: intents.data })
      .from(intents)
      .where(eq(intents.deployment, deployment))
    await deleteBundles(on, committedRoots(calls))
    for (const table of Object.values(tablesOfDeployments)) {
      await on.delete(table).where(inArray(table.deployment, [deployment, paymentsKey(deployment)]))
    }
  })
}
