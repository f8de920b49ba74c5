import { and, eq, inArray, lte, ne, notExists } from 'drizzle-orm'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import { recordAudit, service } from '../audit/record-audit.ts'
import { removeBlobs } from '../storage/blob-claims.ts'
import { assets, decisions, drafts, pins } from '../tables.ts'
import type { DraftEvents } from './draft-events.ts'

const sweptAtOnce = 200
/** Longer than any run: older files without a draft belong to a process that died. */
const abandonedMs = 3_600_000

/**
 * Removes drafts that have expired without approval, with their decisions and the files that nothing else uses, and the
 * files of runs whose process died. Approved drafts keep everything.
 * @returns how many drafts were removed
 */
export type SweepDrafts = () => Promise<number>

export function createSweepDrafts({
  db,
  blobs,
  now,
  events,
}: {
  db: Db
  blobs: Blobs
  now: () => number
  events: Pick<DraftEvents, 'remove'>
}): SweepDrafts {
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
