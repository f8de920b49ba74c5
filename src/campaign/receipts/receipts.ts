import { and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { wellFormedJson } from '../../kernel/database/storable-text.ts'
import { newId, type Random } from '../../kernel/runtime/token.ts'
import { isDraftId } from '../drafts/draft.ts'
import { campaignError } from '../errors.ts'
import { decisions, receipts } from '../tables.ts'
import {
  type Approval,
  assetHashOf,
  isReceiptId,
  type Receipt,
  type ReceiptAsset,
  type ReceiptSpec,
  specHashOf,
} from './receipt.ts'
import type { SigningKey } from './signing-key.ts'

export interface Receipts {
  /** A signed receipt for a run, not stored yet. */
  issue(spec: ReceiptSpec, assets: readonly ReceiptAsset[]): Promise<Receipt>
  /** Stores it beside its draft, in the caller's transaction. */
  store(tx: Pick<Db, 'insert'>, draft: { id: string; owner: string }, receipt: Receipt): Promise<void>
  /** Public: the id suffices. @throws receipt_not_found */
  read(receiptId: string): Promise<Receipt>
  /** The caller that a receipt was issued to. */
  ownerOf(receiptId: string): Promise<string | undefined>
  /** The approval of its draft, if a reviewer has approved it. */
  approvalOf(receiptId: string): Promise<Approval | undefined>
  /** The receipt of one of the owner's drafts. @throws receipt_not_found */
  ofDraft(owner: string, draftId: string): Promise<Receipt>
}

export function createReceipts(options: {
  db: Db
  key: SigningKey
  now: () => number
  random: Random
}): Receipts {
  const { db } = options
  const found = async (condition: SQL | undefined): Promise<Receipt> => {
    const [row] = await db.select({ content: receipts.content }).from(receipts).where(condition)
    if (row === undefined) throw campaignError('receipt_not_found')
    return JSON.parse(row.content)
  }
  return {
    issue: (spec, assets) => issueReceipt(options, { spec, assets }),
    store: async (tx, { id, owner }, receipt) => {
      await tx.insert(receipts).values({
        id: receipt.receiptId,
        draftId: id,
        owner,
        content: JSON.stringify(receipt),
        issuedAt: Date.parse(receipt.issuedAt),
      })
    },
    ownerOf: async (receiptId) => {
      const [row] = await db
        .select({ owner: receipts.owner })
        .from(receipts)
        .where(eq(receipts.id, receiptId))
      return row?.owner
    },
    approvalOf: async (receiptId) => {
      const [row] = await db
        .select({
          variant: decisions.variant,
          assetHash: decisions.assetHash,
          decidedAt: decisions.decidedAt,
          decisionHash: decisions.hash,
        })
        .from(decisions)
        .innerJoin(receipts, eq(receipts.draftId, decisions.draftId))
        .where(and(eq(receipts.id, receiptId), eq(decisions.decision, 'approve')))
      if (row === undefined) return undefined
      const { variant, decidedAt, ...approval } = row
      return {
        ...approval,
        ...(variant !== null && { variant }),
        decidedAt: new Date(decidedAt).toISOString(),
      }
    },
    read: async (receiptId) => {
      if (!isReceiptId(receiptId)) throw campaignError('receipt_not_found')
      return await found(eq(receipts.id, receiptId))
    },
    ofDraft: async (owner, draftId) => {
      if (!isDraftId(draftId)) throw campaignError('receipt_not_found')
      return await found(and(eq(receipts.draftId, draftId), eq(receipts.owner, owner)))
    },
  }
}

/** A signed receipt for a run. */
export async function issueReceipt(
  { key, now, random }: { key: SigningKey; now: () => number; random: Random },
  { spec: source, assets }: { spec: ReceiptSpec; assets: readonly ReceiptAsset[] },
): Promise<Receipt> {
  const spec = wellFormedJson(source)
  const unsigned = {
    receiptId: `r_${newId(random, 12)}`,
    network: 'offchain' as const,
    specHash: specHashOf(spec),
    assetHash: assetHashOf(assets),
    assets: [...assets],
    spec,
    issuedAt: new Date(now()).toISOString(),
  }
  return { ...unsigned, signature: await key.sign(unsigned) }
}
