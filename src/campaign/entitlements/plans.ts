import { count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { FormatId } from '../compose/formats.ts'
import { campaignError } from '../errors.ts'
import { brandKits, callerPlans } from '../tables.ts'
import { localCaller } from './caller-name.ts'

/** Limits of a caller; a day begins at 00:00 UTC. */
export interface PlanLimits {
  runsPerDay: number
  runsInFlight: number
  brandKits: number
  /** Of the stored logos, whether a kit has them or not. */
  logoBytes: number
  photosPerKit: number
  /** Of the stored photos of all kits. */
  photoBytes: number
  fonts: number
  /** Of the stored fonts. */
  fontBytes: number
  formats: readonly FormatId[]
}

export interface Plan extends PlanLimits {
  name: PlanName
}

const megabyte = 1_000_000

export const plans = {
  trial: {
    runsPerDay: 50,
    runsInFlight: 2,
    brandKits: 3,
    logoBytes: 50 * megabyte,
    photosPerKit: 20,
    photoBytes: 100 * megabyte,
    fonts: 6,
    fontBytes: 20 * megabyte,
    formats: ['square', 'landscape'],
  },
  standard: {
    runsPerDay: 1_000,
    runsInFlight: 10,
    brandKits: 100,
    logoBytes: 500 * megabyte,
    photosPerKit: 200,
    photoBytes: 2_000 * megabyte,
    fonts: 100,
    fontBytes: 200 * megabyte,
    formats: ['square', 'landscape', 'portrait'],
  },
  partner: {
    runsPerDay: 10_000,
    runsInFlight: 30,
    brandKits: 1_000,
    logoBytes: 5_000 * megabyte,
    photosPerKit: 200,
    photoBytes: 20_000 * megabyte,
    fonts: 1_000,
    fontBytes: 2_000 * megabyte,
    formats: ['square', 'landscape', 'portrait'],
  },
  /** Of the local caller while no key exists. */
  local: {
    runsPerDay: 1_000_000,
    runsInFlight: 10,
    brandKits: 100_000,
    logoBytes: 5_000 * megabyte,
    photosPerKit: 200,
    photoBytes: 20_000 * megabyte,
    fonts: 1_000,
    fontBytes: 2_000 * megabyte,
    formats: ['square', 'landscape', 'portrait'],
  },
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
