import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { storableText } from '../../kernel/database/storable-text.ts'
import { recordAudit, reviewer } from '../audit/record-audit.ts'
import { campaignError } from '../errors.ts'
import { pins } from '../tables.ts'
import { type Pin, pinsMax } from './draft.ts'
import { resultOf } from './draft-view.ts'
import { openDraft } from './open-draft.ts'

/** Notes on places of assets, for as long as the draft can be decided. */
export interface PinDraft {
  /** @throws draft_not_found; AppError 409; pin_without_asset for an asset that the draft does not have; too_many_pins */
  add(id: string, token: string, pin: Omit<Pin, 'number' | 'createdAt'>): Promise<void>
  /** @throws draft_not_found; AppError 409; pin_not_found */
  remove(id: string, token: string, number: number): Promise<void>
}

export function createPinDraft({ db, now }: { db: Db; now: () => number }): PinDraft {
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
