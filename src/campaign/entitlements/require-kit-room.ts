import { count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { campaignError } from '../errors.ts'
import { brandKits } from '../tables.ts'
import { planOf } from './plans.ts'

/**
 * Checks, in the transaction that inserted a kit, that the owner's plan allows as many; concurrent transactions that add
 * kits of this owner wait for this one.
 * @throws brand_kits_reached
 */
export async function requireKitRoom(tx: Pick<Db, 'select' | 'execute'>, owner: string): Promise<void> {
  const lock = `cairn.kits:${owner}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const plan = await planOf(tx, owner)
  if ((await kitsOf(tx, owner)) > plan.brandKits) throw campaignError('brand_kits_reached', plan)
}

/** Number of a caller's kits. */
export async function kitsOf(db: Pick<Db, 'select'>, owner: string): Promise<number> {
  const [row] = await db.select({ kits: count() }).from(brandKits).where(eq(brandKits.owner, owner))
  return row?.kits ?? 0
}
