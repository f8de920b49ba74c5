import { and, asc, eq, inArray, lte, ne, notExists } from 'drizzle-orm'
import { storableText } from '../../kernel/database/storable-text.ts'
import { recordAudit, reviewer, service } from '../audit/record-audit.ts'
import { campaignError } from '../errors.ts'
import { removeBlobs } from '../storage/blob-claims.ts'
import { assets, decisions, drafts, pins } from '../tables.ts'
import { nextEntry } from './decision-log.ts'
import { type DraftResult, type Pin, pinsMax } from './draft.ts'
import { type DraftDeps, type DraftRow, resultOf } from './draft-view.ts'
import { openDraft, type ReviewStep } from './open-draft.ts'
import { createReadDrafts, type ReadDrafts } from './read-drafts.ts'
import type { DecisionVerb } from './review.ts'
import { createRunDrafts, type RunDrafts } from './run-drafts.ts'

/** Runs and their review. A draft expires after 7 days; approved ones keep their files. */
export interface Drafts {
  runs: RunDrafts
  read: ReadDrafts
  decide: DecideDraft
  pins: PinDraft
  /** The row of a draft, if its state allows a step of its review. @throws draft_not_found, AppError 409 */
  requireOpen(draft: { id: string; token: string }, step: ReviewStep): Promise<DraftRow>
  sweep: SweepDrafts
}

export function createDrafts(deps: DraftDeps): Drafts {
  return {
    runs: createRunDrafts(deps),
    read: createReadDrafts(deps),
    decide: createDecideDraft(deps),
    pins: createPinDraft(deps),
    requireOpen: (draft, step) =>
      deps.db.transaction(async (tx) => (await openDraft(tx, draft, step, deps.now())).row),
    sweep: createSweepDrafts(deps),
  }
}

interface DraftDecision {
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
type DecideDraft = (id: string, token: string, decision: DraftDecision) => Promise<void>

function createDecideDraft({ db, now, events }: DraftDeps): DecideDraft {
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

/** Notes on places of assets, for as long as the draft can be decided. */
interface PinDraft {
  /** @throws draft_not_found; AppError 409; pin_without_asset for an asset that the draft does not have; too_many_pins */
  add(id: string, token: string, pin: Omit<Pin, 'number' | 'createdAt'>): Promise<void>
  /** @throws draft_not_found; AppError 409; pin_not_found */
  remove(id: string, token: string, number: number): Promise<void>
}

function createPinDraft({ db, now }: DraftDeps): PinDraft {
  return {
    add: (id, token, { format, variant, x, y, note, by }) =>
      db.transaction(async (tx) => {
        const createdAt = now()
        const { row } = await openDraft(tx, { id, token }, {}, createdAt)
        if (!resultOf(row).assets?.some((asset) => asset.format === format && asset.variant === variant))
          throw campaignError('pin_without_asset')
        const earlier = await tx
          .select({ number: pins.number })
          .from(pins)
          .where(eq(pins.draftId, id))
          .orderBy(asc(pins.number))
        if (earlier.length >= pinsMax) throw campaignError('too_many_pins', pinsMax)
        const number = (earlier.at(-1)?.number ?? 0) + 1
        const texts = { note: storableText(note).trim(), by: storableText(by).trim() }
        await tx
          .insert(pins)
          .values({ draftId: id, number, format, variant: variant ?? null, x, y, ...texts, createdAt })
        const details = { number, format, ...(variant !== undefined && { variant }), by: texts.by }
        await recordAudit(tx, { at: createdAt, actor: reviewer, action: 'draft.pin', target: id, details })
      }),
    remove: (id, token, number) =>
      db.transaction(async (tx) => {
        const at = now()
        await openDraft(tx, { id, token }, {}, at)
        const removed = await tx
          .delete(pins)
          .where(and(eq(pins.draftId, id), eq(pins.number, number)))
          .returning({ number: pins.number })
        if (removed.length === 0) throw campaignError('pin_not_found', number)
        await recordAudit(tx, { at, actor: reviewer, action: 'draft.unpin', target: id, details: { number } })
      }),
  }
}

const sweptAtOnce = 200
/** Longer than any run: older files without a draft belong to a process that died. */
const abandonedMs = 3_600_000

/**
 * Removes drafts that have expired without approval, with their decisions and the files that nothing else uses, and the
 * files of runs whose process died. Approved drafts keep everything.
 * @returns how many drafts were removed
 */
type SweepDrafts = () => Promise<number>

function createSweepDrafts({ db, blobs, now, events }: DraftDeps): SweepDrafts {
  const sweepExpired = async () => {
    const at = now()
    let count = 0
    await removeBlobs({ db, blobs }, async (tx) => {
      const expired = await tx
        .select({ id: drafts.id })
        .from(drafts)
        .where(and(lte(drafts.expiresAt, at), ne(drafts.review, 'approved')))
        .limit(sweptAtOnce)
        .for('update')
      count = expired.length
      if (count === 0) return []
      const ids = expired.map(({ id }) => id)
      await tx.delete(drafts).where(inArray(drafts.id, ids))
      await tx.delete(decisions).where(inArray(decisions.draftId, ids))
      await tx.delete(pins).where(inArray(pins.draftId, ids))
      await events.remove(tx, ids)
      for (const target of ids) await recordAudit(tx, { at, actor: service, action: 'draft.expire', target })
      return await tx.delete(assets).where(inArray(assets.draftId, ids)).returning({ sha256: assets.sha256 })
    })
    return count
  }
  const sweepAbandoned = () =>
    removeBlobs({ db, blobs }, (tx) =>
      tx
        .delete(assets)
        .where(
          and(
            lte(assets.createdAt, now() - abandonedMs),
            notExists(tx.select().from(drafts).where(eq(drafts.id, assets.draftId))),
          ),
        )
        .returning({ sha256: assets.sha256 }),
    )
  return async () => {
    let count = 0
    for (let swept = sweptAtOnce; swept === sweptAtOnce; count += swept) swept = await sweepExpired()
    await sweepAbandoned()
    return count
  }
}
