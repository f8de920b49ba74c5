import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { storableText } from '../../kernel/database/storable-text.ts'
import { recordAudit, reviewer } from '../audit/record-audit.ts'
import { decisions, drafts } from '../tables.ts'
import { nextEntry } from './decision-log.ts'
import { openDraft } from './open-draft.ts'
import type { DecisionVerb } from './review.ts'

export interface DraftDecision {
  verb: DecisionVerb
  note: string | undefined
  /** Name of the reviewer. */
  by?: string | undefined
  /** Of the assets that the reviewer saw. */
  assetHash: string
}

/**
 * Applies one decision to a draft in one transaction; concurrent decisions are applied in sequence.
 * @throws DraftNotFound for an unknown or expired draft and a wrong token; DecisionRefused for one that the draft's state does not allow
 */
export type DecideDraft = (id: string, token: string, decision: DraftDecision) => Promise<void>

export function createDecideDraft({ db, now }: { db: Db; now: () => number }): DecideDraft {
  return (id, token, { verb, note, by, assetHash }) =>
    db.transaction(async (tx) => {
      const decidedAt = now()
      const { last, review } = await openDraft(tx, { id, token }, { verb, assetHash }, decidedAt)
      const entry = nextEntry(id, last, {
        decision: verb,
        note: note === undefined ? null : storableText(note),
        ...(by !== undefined && { by: storableText(by).trim() }),
        assetHash,
        decidedAt,
      })
      await tx.insert(decisions).values({ draftId: id, ...entry })
      await tx.update(drafts).set({ review }).where(eq(drafts.id, id))
      await recordAudit(tx, {
        at: decidedAt,
        actor: reviewer,
        action: `draft.${verb}`,
        target: id,
        details: { assetHash, hash: entry.hash, ...(entry.by !== undefined && { by: entry.by }) },
      })
    })
}
