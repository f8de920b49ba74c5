import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { operator } from '../audit/record-audit.ts'
import { campaignError } from '../errors.ts'
import { storedBy } from '../storage/usage.ts'
import { callerKeys, fonts, logoUploads, photos } from '../tables.ts'
import { localCaller } from './caller-name.ts'
import { grantPlan, kitsOf, type PlanLimits, type PlanName, planOf } from './plans.ts'
import { readUsage } from './run-leases.ts'

/** Plan and usage of a caller. */
export interface EntitlementsOfCaller {
  plan: PlanName
  caller: string
  limits: PlanLimits
  used: {
    runsToday: number
    runsInFlight: number
    brandKits: number
    logoBytes: number
    photoBytes: number
    fonts: number
    fontBytes: number
  }
}

export interface Entitlements {
  read(caller: string): Promise<EntitlementsOfCaller>
  /** Grants a caller another plan, on behalf of the operator. @throws caller_without_key for a caller without a key */
  grant(caller: string, plan: PlanName): Promise<void>
}

export function createEntitlements({ db, now }: { db: Db; now: () => number }): Entitlements {
  return {
    read: async (caller) => {
      const at = now()
      const storedFonts = await storedBy(db, fonts, caller)
      const { name, ...limits } = await planOf(db, caller)
      const used = {
        ...(await readUsage(db, caller, { day: at, at })),
        brandKits: await kitsOf(db, caller),
        logoBytes: (await storedBy(db, logoUploads, caller)).bytes,
        photoBytes: (await storedBy(db, photos, caller)).bytes,
        fonts: storedFonts.count,
        fontBytes: storedFonts.bytes,
      }
      return { plan: name, caller, limits, used }
    },
    grant: (caller, plan) =>
      db.transaction(async (tx) => {
        const [key] = await tx
          .select({ id: callerKeys.id })
          .from(callerKeys)
          .where(eq(callerKeys.caller, caller))
          .limit(1)
        if (key === undefined && caller !== localCaller) throw campaignError('caller_without_key')
        await grantPlan(tx, { caller, plan, at: now(), actor: operator })
      }),
  }
}
