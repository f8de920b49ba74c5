import { asc } from 'drizzle-orm'
import type { JWK } from 'jose'
import type { Db } from '../../kernel/database/database.ts'
import { receiptKeys } from '../tables.ts'
import type { PublicKey } from './signing-key.ts'

/** The public keys of all processes on the database, old ones included: receipts outlive the key they were signed with. */
export interface ReceiptKeys {
  publish(key: PublicKey): Promise<void>
  /** Oldest first. */
  list(): Promise<JWK[]>
}

export function createReceiptKeys({ db, now }: { db: Db; now: () => number }): ReceiptKeys {
  return {
    publish: async (key) => {
      const row = { kid: key.kid, jwk: JSON.stringify(key), createdAt: now() }
      await db.insert(receiptKeys).values(row).onConflictDoNothing()
    },
    list: async () => {
      const rows = await db
        .select({ jwk: receiptKeys.jwk })
        .from(receiptKeys)
        .orderBy(asc(receiptKeys.createdAt), asc(receiptKeys.kid))
      return rows.map(({ jwk }) => JSON.parse(jwk))
    },
  }
}
