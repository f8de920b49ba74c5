import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../kernel/db.ts'
import { callerKeys } from '../tables.ts'

/** Keys that callers send as `Authorization: Bearer …`; kept as hashes. */
export interface CallerKeys {
  /** @returns the key, which is shown once */
  create(caller: string): Promise<{ id: string; key: string }>
  /** The caller that a key stands for; undefined for an unknown or revoked one. */
  callerOf(key: string): Promise<string | undefined>
  /** Whether there is a key at all. */
  any(): Promise<boolean>
}

export function createCallerKeys(options: {
  db: Db
  now: () => number
  random: (bytes: number) => Uint8Array
}): CallerKeys {
  const { db, now, random } = options
  return {
    create: async (caller) => {
      const id = `k_${Buffer.from(random(9)).toString('base64url')}`
      const key = `cairn_${Buffer.from(random(32)).toString('base64url')}`
      await db.insert(callerKeys).values({ id, sha256: sha256Of(key), caller, createdAt: now() })
      return { id, key }
    },
    callerOf: async (key) => {
      // By the hash of 256 random bits: how long the search takes tells nothing of a key.
      const [row] = await db
        .select({ caller: callerKeys.caller })
        .from(callerKeys)
        .where(and(eq(callerKeys.sha256, sha256Of(key)), isNull(callerKeys.revokedAt)))
      return row?.caller
    },
    any: async () => {
      const rows = await db.select({ id: callerKeys.id }).from(callerKeys).limit(1)
      return rows.length > 0
    },
  }
}

function sha256Of(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex')
}
