import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { storableText } from '../../kernel/database/storable-text.ts'
import { digestOfNothing, tokenCheck } from '../../kernel/runtime/token.ts'
import { recordAudit, reviewer } from '../audit/record-audit.ts'
import { DecisionRefused, DraftNotFound } from '../errors.ts'
import { decisions, drafts } from '../tables.ts'
import { nextEntry } from './decision-log.ts'
import { isDraftId } from './draft.ts'
import { resultOf } from './draft-view.ts'
import { type DecisionVerb, decide } from './review.ts'

export interface DraftDecision {
  verb: DecisionVerb
  note: string | undefined
  /** Of the assets that the reviewer saw. */
  assetHash: string
}

/**
 * Applies one decision to a draft in one transaction; concurrent decisions are applied in sequence.
 * @throws DraftNotFound for an unknown or expired draft and a wrong token; DecisionRefused for one that the draft's state does not allow
 */
export type DecideDraft = (id: string, token: string, decision: DraftDecision) => Promise<void>

export function createDecideDraft({ db, now }: { db: Db; now: () => number }): DecideDraft {
  return (id, token, { verb, note, assetHash }) =>
    db.transaction(async (tx) => {
      if (!isDraftId(id)) throw new DraftNotFound()
      const [row] = await tx.select().from(drafts).where(eq(drafts.id, id)).for('update')
      if (!tokenCheck.isTokenOf(token, row?.tokenSha256 ?? digestOfNothing) || row === undefined)
        throw new DraftNotFound()
      const [revision] = await tx.select({ id: drafts.id }).from(drafts).where(eq(drafts.revises, id))
      const current = resultOf(row).assetHash
      const decidedAt = now()
      const outcome = decide(
        { ...row, assetHash: current, isRevised: revision !== undefined },
        { verb, assetHash },
        decidedAt,
      )
      const [last] = await tx
        .select()
        .from(decisions)
        .where(eq(decisions.draftId, id))
        .orderBy(desc(decisions.number))
        .limit(1)
      if ('refused' in outcome) {
        if (outcome.refused === 'expired') throw new DraftNotFound()
        throw new DecisionRefused(outcome.refused, { review: row.review, decidedAt: last?.decidedAt })
      }
      const entry = nextEntry(id, last, {
        decision: verb,
        note: note === undefined ? null : storableText(note),
        assetHash,
        decidedAt,
      })
      await tx.insert(decisions).values({ draftId: id, ...entry })
      await tx.update(drafts).set({ review: outcome.review }).where(eq(drafts.id, id))
      await recordAudit(tx, {
        at: decidedAt,
        actor: reviewer,
        action: `draft.${verb}`,
        target: id,
        details: { assetHash, hash: entry.hash },
      })
    })
}
