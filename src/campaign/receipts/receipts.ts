import { and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../kernel/db.ts'
import { ReceiptNotFound } from '../errors.ts'
import { receipts } from '../tables.ts'
import { assetHashOf, type Receipt, type ReceiptAsset, type ReceiptSpec, specHashOf } from './receipt.ts'
import type { SigningKey } from './signing-key.ts'

export interface Receipts {
  /** A signed receipt for a run, not stored yet. */
  issue(spec: ReceiptSpec, assets: readonly ReceiptAsset[]): Promise<Receipt>
  /** Stores it beside its draft, in the caller's transaction. */
  store(tx: Pick<Db, 'insert'>, draft: { id: string; owner: string }, receipt: Receipt): Promise<void>
  /** Whoever knows the id may read it. @throws ReceiptNotFound */
  read(receiptId: string): Promise<Receipt>
  /** The receipt of a draft of the owner's. @throws ReceiptNotFound */
  ofDraft(owner: string, draftId: string): Promise<Receipt>
}

export function createReceipts(options: {
  db: Db
  key: SigningKey
  now: () => number
  random: (bytes: number) => Uint8Array
}): Receipts {
  const { db, key, now, random } = options
  const found = async (condition: SQL | undefined): Promise<Receipt> => {
    const [row] = await db.select({ content: receipts.content }).from(receipts).where(condition)
    if (row === undefined) throw new ReceiptNotFound()
    return JSON.parse(row.content)
  }
  return {
    issue: async (spec, assets) => {
      const unsigned = {
        receiptId: `r_${Buffer.from(random(12)).toString('base64url')}`,
        network: 'offchain' as const,
        specHash: specHashOf(spec),
        assetHash: assetHashOf(assets),
        assets: [...assets],
        spec,
        issuedAt: new Date(now()).toISOString(),
      }
      return { ...unsigned, signature: await key.sign(unsigned) }
    },
    store: async (tx, { id, owner }, receipt) => {
      await tx.insert(receipts).values({
        id: receipt.receiptId,
        draftId: id,
        owner,
        content: JSON.stringify(receipt),
        issuedAt: Date.parse(receipt.issuedAt),
      })
    },
    read: (receiptId) => found(eq(receipts.id, receiptId)),
    ofDraft: (owner, draftId) => found(and(eq(receipts.draftId, draftId), eq(receipts.owner, owner))),
  }
}
