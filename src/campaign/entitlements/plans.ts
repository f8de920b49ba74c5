import { count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type FormatId, formatIds } from '../compose/formats.ts'
import { campaignError } from '../errors.ts'
import { brandKits, callerPlans } from '../tables.ts'
import { localCaller } from './caller-name.ts'
import table from './plans.json' with { type: 'json' }

/** Limits of a caller; a day begins at 00:00 UTC, and bytes are those of all stored logos, photos or fonts. */
export type PlanLimits = typeof table.trial & { formats: readonly FormatId[] }

export interface Plan extends PlanLimits {
  name: PlanName
}

/** `local` is the plan of the local caller while no key exists. */
export const plans = {
  trial: { ...table.trial, formats: ['square', 'landscape'] },
  standard: { ...table.standard, formats: formatIds },
  partner: { ...table.partner, formats: formatIds },
  local: { ...table.local, formats: formatIds },
} as const satisfies Record<string, PlanLimits>

export type PlanName = keyof typeof plans

/** Plans that can be granted. */
export const planNames = ['trial', 'standard', 'partner'] as const satisfies readonly PlanName[]

export function planNamed(name: string): Plan | undefined {
  const known = planNames.find((candidate) => candidate === name)
  return known && { name: known, ...plans[known] }
}

/** The granted plan of a caller, or the default plan. */
export async function planOf(db: Pick<Db, 'select'>, caller: string): Promise<Plan> {
  const [row] = await db
    .select({ plan: callerPlans.plan })
    .from(callerPlans)
    .where(eq(callerPlans.caller, caller))
  return planOrDefault(caller, row?.plan)
}

/** The plan of the stored name: the default plan if it is missing or unknown to this version. */
export function planOrDefault(caller: string, granted: string | null | undefined): Plan {
  const name = caller === localCaller ? 'local' : 'standard'
  return planNamed(granted ?? name) ?? { name, ...plans[name] }
}

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

/**
 * Checks, in the transaction that inserted a kit, that the owner's plan allows as many; concurrent transactions that add
 * kits of this owner wait for this one.
 * @throws brand_kits_reached
 */
export async function requireKitRoom(tx: Pick<Db, 'select' | 'execute'>, owner: string): Promise<void> {
  await takeTurn(tx, 'kits', owner)
  const plan = await planOf(tx, owner)
  if ((await kitsOf(tx, owner)) > plan.brandKits) throw campaignError('brand_kits_reached', plan)
}

/** Number of a caller's kits. */
export async function kitsOf(db: Pick<Db, 'select'>, owner: string): Promise<number> {
  const [row] = await db.select({ kits: count() }).from(brandKits).where(eq(brandKits.owner, owner))
  return row?.kits ?? 0
}

/** Waits for other transactions that count what this owner has of a kind, until they end. */
export async function takeTurn(tx: Pick<Db, 'execute'>, kind: string, owner: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cairn.${kind}:${owner}`}, 0))`)
}
