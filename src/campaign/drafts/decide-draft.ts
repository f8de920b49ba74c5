import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { storableText } from '../../kernel/database/storable-text.ts'
import { recordAudit, reviewer } from '../audit/record-audit.ts'
import { campaignError } from '../errors.ts'
import { decisions, drafts } from '../tables.ts'
import { nextEntry } from './decision-log.ts'
import type { DraftResult } from './draft.ts'
import type { DraftEvents } from './draft-events.ts'
import { resultOf } from './draft-view.ts'
import { openDraft } from './open-draft.ts'
import type { DecisionVerb } from './review.ts'

export interface DraftDecision {
  verb: DecisionVerb
  note: string | undefined
  /** Name of the reviewer. */
  by?: string | undefined
  /** Of the assets that the reviewer saw. */
  assetHash: string
  /** The chosen variant; an approval of a draft with several needs it. */
  variant?: number
}

/**
 * Applies one decision to a draft in one transaction; concurrent decisions are applied in sequence.
 * @throws draft_not_found for an unknown or expired draft and a wrong token; AppError 409 for one that the draft's state does not allow;
 * variant_invalid for one that is missing or that the draft does not have
 */
export type DecideDraft = (id: string, token: string, decision: DraftDecision) => Promise<void>

export function createDecideDraft({
  db,
  now,
  events,
}: {
  db: Db
  now: () => number
  events: DraftEvents
}): DecideDraft {
  return async (id, token, { verb, note, by, assetHash, variant }) => {
    await db.transaction(async (tx) => {
      const decidedAt = now()
      const { row, last, review } = await openDraft(tx, { id, token }, { verb, assetHash }, decidedAt)
      const chosen = chosenOf(resultOf(row).variants, verb, variant)
      const entry = nextEntry(id, last, {
        decision: verb,
        note: note === undefined ? null : storableText(note),
        ...(by !== undefined && { by: storableText(by).trim() }),
        assetHash,
        ...(chosen !== undefined && { variant: chosen }),
        decidedAt,
      })
      await tx.insert(decisions).values({ draftId: id, ...entry })
      await tx.update(drafts).set({ review }).where(eq(drafts.id, id))
      await recordAudit(tx, {
        at: decidedAt,
        actor: reviewer,
        action: `draft.${verb}`,
        target: id,
        details: {
          assetHash,
          hash: entry.hash,
          variant: chosen,
          ...(entry.by !== undefined && { by: entry.by }),
        },
      })
      await events.record(tx, row, { type: 'decided', entry })
    })
    events.committed()
  }
}

/** The chosen variant; undefined without several variants, and for a decision that names none. @throws variant_invalid */
function chosenOf(
  variants: DraftResult['variants'],
  verb: DecisionVerb,
  variant: number | undefined,
): number | undefined {
  const count = variants?.length ?? 1
  if (variant === undefined && (count === 1 || verb !== 'approve')) return undefined
  if (variant !== undefined && variant <= count) return count === 1 ? undefined : variant
  throw campaignError('variant_invalid', variant, count)
}
