import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { digestOf, newId, newToken, type Random } from '../../kernel/runtime/token.ts'
import { type Actor, commandLine, recordAudit } from '../audit/record-audit.ts'
import { callerKeys, callerPlans } from '../tables.ts'
import { grantPlan, type PlanName, planOrDefault } from './plans.ts'

/** A listed key. */
export interface ListedKey {
  id: string
  caller: string
  plan: PlanName
  createdAt: number
  revokedAt: number | null
  /** When this process last received it; null for a key that it has not. */
  lastUsedAt: number | null
}

/** Keys that callers send as `Authorization: Bearer …`; stored as hashes. */
export interface CallerKeys {
  /** Creates a key and, if given, grants the caller a plan. @returns the key, which is shown once */
  create(caller: string, plan?: PlanName): Promise<{ id: string; key: string }>
  /** All keys, oldest first. */
  list(): Promise<ListedKey[]>
  /** @returns when the key was revoked, by this call or before; undefined for an unknown one */
  revoke(id: string): Promise<{ revokedAt: number; isNew: boolean } | undefined>
  /** The caller of a key; undefined for a malformed, unknown or revoked one. */
  callerOf(key: string): Promise<{ id: string; keyId: string } | undefined>
  /** Whether a key was ever created. */
  any(): Promise<boolean>
}

const keyPattern = /^cairn_[\w-]{43}$/

/** @param options.actor who creates and revokes, for the audit log; the command line by default */
export function createCallerKeys(options: {
  db: Db
  now: () => number
  random: Random
  actor?: Actor
}): CallerKeys {
  const { db, now, random, actor = commandLine } = options
  const lastUsed = new Map<string, number>()
  return {
    create: async (caller, plan) => {
      const id = `k_${newId(random, 9)}`
      const key = `cairn_${newToken(random)}`
      const at = now()
      await db.transaction(async (tx) => {
        await tx.insert(callerKeys).values({ id, sha256: digestOf(key), caller, createdAt: at })
        await recordAudit(tx, {
          at,
          actor,
          action: 'key.create',
          target: id,
          details: { caller },
        })
        if (plan !== undefined) await grantPlan(tx, { caller, plan, at, actor })
      })
      return { id, key }
    },
    list: async () => {
      const rows = await db
        .select({
          id: callerKeys.id,
          caller: callerKeys.caller,
          granted: callerPlans.plan,
          createdAt: callerKeys.createdAt,
          revokedAt: callerKeys.revokedAt,
        })
        .from(callerKeys)
        .leftJoin(callerPlans, eq(callerPlans.caller, callerKeys.caller))
        .orderBy(asc(callerKeys.createdAt), asc(callerKeys.id))
      return rows.map(({ granted, ...key }) => ({
        ...key,
        plan: planOrDefault(key.caller, granted).name,
        lastUsedAt: lastUsed.get(key.id) ?? null,
      }))
    },
    revoke: (id) =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(callerKeys).where(eq(callerKeys.id, id)).for('update')
        if (row === undefined) return undefined
        if (row.revokedAt !== null) return { revokedAt: row.revokedAt, isNew: false }
        const at = now()
        await tx.update(callerKeys).set({ revokedAt: at }).where(eq(callerKeys.id, id))
        await recordAudit(tx, {
          at,
          actor,
          action: 'key.revoke',
          target: id,
          details: { caller: row.caller },
        })
        return { revokedAt: at, isNew: true }
      }),
    callerOf: async (key) => {
      if (!keyPattern.test(key)) return undefined
      // By the hash of 256 random bits: the time of the lookup reveals nothing about a key.
      const [row] = await db
        .select({ id: callerKeys.caller, keyId: callerKeys.id })
        .from(callerKeys)
        .where(and(eq(callerKeys.sha256, digestOf(key)), isNull(callerKeys.revokedAt)))
      if (row !== undefined) lastUsed.set(row.keyId, now())
      return row
    },
    any: async () => {
      const rows = await db.select({ id: callerKeys.id }).from(callerKeys).limit(1)
      return rows.length > 0
    },
  }
}
