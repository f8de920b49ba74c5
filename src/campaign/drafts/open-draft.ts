import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { digestOfNothing, tokenCheck } from '../../kernel/runtime/token.ts'
import { campaignError } from '../errors.ts'
import { decisions, drafts } from '../tables.ts'
import { isDraftId } from './draft.ts'
import { type DecisionRow, type DraftRow, resultOf } from './draft-view.ts'
import { type DecisionVerb, decide, type Review } from './review.ts'

/** The draft of a review token, locked until the transaction ends. */
export interface OpenDraft {
  row: DraftRow
  /** The last entry of its log. */
  last: DecisionRow | undefined
  /** Its review after the step. */
  review: Exclude<Review, 'expired' | 'pending'>
}

/** What a reviewer does: a decision, or something else that is allowed while changes may be requested. */
export interface ReviewStep {
  verb?: DecisionVerb
  /** Of the assets that the reviewer saw; undefined where they do not matter. */
  assetHash?: string
}

/**
 * Locks a draft for a step of its review.
 * @throws draft_not_found for an unknown or expired draft and a wrong token; AppError 409 where the draft's state does not allow it
 */
export async function openDraft(
  tx: Pick<Db, 'select'>,
  { id, token }: { id: string; token: string },
  { verb = 'request_changes', assetHash }: ReviewStep,
  now: number,
): Promise<OpenDraft> {
  if (!isDraftId(id)) throw campaignError('draft_not_found')
  const [row] = await tx.select().from(drafts).where(eq(drafts.id, id)).for('update')
  if (!tokenCheck.isTokenOf(token, row?.tokenSha256 ?? digestOfNothing) || row === undefined)
    throw campaignError('draft_not_found')
  const [revision] = await tx.select({ id: drafts.id }).from(drafts).where(eq(drafts.revises, id))
  const [last] = await tx
    .select()
    .from(decisions)
    .where(eq(decisions.draftId, id))
    .orderBy(desc(decisions.number))
    .limit(1)
  const current = resultOf(row).assetHash
  const outcome = decide(
    { ...row, assetHash: current, isRevised: revision !== undefined },
    { verb, assetHash: assetHash ?? current ?? '' },
    now,
  )
  if ('review' in outcome) return { row, last, review: outcome.review }
  if (outcome.refused === 'expired') throw campaignError('draft_not_found')
  if (outcome.refused !== 'already_decided') throw campaignError(outcome.refused)
  throw campaignError('already_decided', row.review, last?.decidedAt)
}
