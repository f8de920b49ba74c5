import type { Db } from '../../kernel/database/database.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { callerPlans } from '../tables.ts'
import type { PlanName } from './plans.ts'

/** Grants a caller another plan and records it, in the caller's transaction. */
export async function grantPlan(
  tx: Pick<Db, 'insert'>,
  { caller, plan, at, actor }: { caller: string; plan: PlanName; at: number; actor: Actor },
): Promise<void> {
  await tx
    .insert(callerPlans)
    .values({ caller, plan, updatedAt: at })
    .onConflictDoUpdate({ target: callerPlans.caller, set: { plan, updatedAt: at } })
  await recordAudit(tx, { at, actor, action: 'plan.grant', target: caller, details: { plan } })
}
