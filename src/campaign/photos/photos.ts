import { and, asc, count, eq } from 'drizzle-orm'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import { storableText } from '../../kernel/database/storable-text.ts'
import type { Caller } from '../../kernel/http/request-context.ts'
import { actorOf, recordAudit } from '../audit/record-audit.ts'
import type { BrandKits } from '../brand-kits/kits.ts'
import { planOf, takeTurn } from '../entitlements/plans.ts'
import { campaignError } from '../errors.ts'
import type { RenderPool } from '../render/pool.ts'
import { claimBlobs, removeBlobs } from '../storage/blob-claims.ts'
import { storedBy } from '../storage/usage.ts'
import { photos } from '../tables.ts'

export type StoredPhoto = typeof photos.$inferSelect

/** Which kit and photo of a caller is meant. */
export interface PhotoOf {
  caller: Caller
  kitId: string
}

/** The photos of brand kits: files in the blob store, the rest in the database. They belong to all versions of a kit. */
export interface Photos {
  /**
   * Checks, converts and stores a photo; one that the kit has already gets the new name and tags.
   * @throws brand_kit_not_found, brand_kit_taken for the demo kit; photos_reached; AppError 413, 415 or 422
   */
  add(
    of: PhotoOf,
    photo: { bytes: Uint8Array; name: string; tags: readonly string[] },
    signal?: AbortSignal,
  ): Promise<StoredPhoto>
  /** All photos of a kit that the caller may read, the oldest first. @throws brand_kit_not_found */
  list(of: PhotoOf): Promise<StoredPhoto[]>
  /** @throws brand_kit_not_found, photo_not_found */
  read(of: PhotoOf, sha256: string): Promise<StoredPhoto>
  /** Removes a photo; its file stays while a draft was made with it. @throws brand_kit_not_found, photo_not_found */
  remove(of: PhotoOf, sha256: string): Promise<void>
  /** All photos of a kit, without a check of the caller. */
  ofKit(owner: string, kitId: string): Promise<StoredPhoto[]>
}

export function createPhotos(options: {
  db: Db
  blobs: Blobs
  pool: RenderPool
  kits: BrandKits
  now: () => number
}): Photos {
  const { db, blobs, pool, kits, now } = options

  /** @throws brand_kit_not_found */
  const ownerFor = async ({ caller, kitId }: PhotoOf) =>
    (await kits.read(caller.id, { id: kitId, version: undefined })).owner
  const requireOwner = async ({ caller, kitId }: PhotoOf) => {
    if ((await ownerFor({ caller, kitId })) !== caller.id) throw campaignError('brand_kit_taken', kitId)
  }
  const ofKit = (owner: string, kitId: string) =>
    db.select().from(photos).where(isOfKit(owner, kitId)).orderBy(asc(photos.createdAt), asc(photos.sha256))
  const find = (...key: Parameters<typeof is>) => findPhoto(db, ...key)
  const discard = (
    owner: string,
    kitId: string,
    sha256: string,
    also?: (tx: Pick<Db, 'insert'>) => Promise<void>,
  ) =>
    removeBlobs({ db, blobs }, async (tx) => {
      const removed = await tx
        .delete(photos)
        .where(is(owner, kitId, sha256))
        .returning({ sha256: photos.sha256 })
      if (removed.length > 0) await also?.(tx)
      return removed
    })

  return {
    ofKit,
    add: async (of, { bytes, name, tags }, signal) => {
      await requireOwner(of)
      const { caller, kitId } = of
      const made = await pool.run('photo', { bytes }, { work: { caller: caller.id }, signal })
      const { sha256, width, height, hasAlpha, mediaType } = made
      const described = { name: storableText(name), tags: JSON.stringify(tags.map(storableText)) }
      const row: StoredPhoto = {
        kitId,
        sha256,
        owner: caller.id,
        ...described,
        width,
        height,
        hasAlpha,
        mediaType,
        bytes: made.bytes.length,
        createdAt: now(),
      }
      let isNew = false
      await claimBlobs(db, async (tx) => {
        await requirePhotoRoom(tx, row)
        const inserted = await tx.insert(photos).values(row).onConflictDoNothing().returning()
        isNew = inserted.length > 0
        if (!isNew)
          await tx
            .update(photos)
            .set(described)
            .where(is(caller.id, kitId, sha256))
        await recordAudit(tx, {
          at: row.createdAt,
          actor: actorOf(caller),
          action: 'photo.add',
          target: `${kitId}/${sha256}`,
        })
      })
      try {
        await blobs.put(made.bytes)
      } catch (error) {
        if (isNew) await discard(caller.id, kitId, sha256)
        throw error
      }
      return (await find(caller.id, kitId, sha256)) ?? row
    },
    list: async (of) => await ofKit(await ownerFor(of), of.kitId),
    read: async (of, sha256) => {
      const row = await find(await ownerFor(of), of.kitId, sha256)
      if (row === undefined) throw campaignError('photo_not_found', of.kitId)
      return row
    },
    remove: async (of, sha256) => {
      await requireOwner(of)
      const { caller, kitId } = of
      let isFound = false
      await discard(caller.id, kitId, sha256, async (tx) => {
        isFound = true
        await recordAudit(tx, {
          at: now(),
          actor: actorOf(caller),
          action: 'photo.delete',
          target: `${kitId}/${sha256}`,
        })
      })
      if (!isFound) throw campaignError('photo_not_found', kitId)
    },
  }
}

/**
 * Checks, in the transaction that is to insert a photo, that the owner's plan allows it; concurrent transactions that add
 * photos of this owner wait for this one.
 * @throws photos_reached
 */
async function requirePhotoRoom(
  tx: Pick<Db, 'select' | 'execute'>,
  { owner, kitId, sha256, bytes }: StoredPhoto,
): Promise<void> {
  await takeTurn(tx, 'photos', owner)
  if ((await findPhoto(tx, owner, kitId, sha256)) !== undefined) return
  const plan = await planOf(tx, owner)
  const [kit] = await tx.select({ photos: count() }).from(photos).where(isOfKit(owner, kitId))
  if ((kit?.photos ?? 0) >= plan.photosPerKit) throw campaignError('photos_reached', plan, 'photosPerKit')
  if ((await storedBy(tx, photos, owner)).bytes + bytes > plan.photoBytes)
    throw campaignError('photos_reached', plan, 'photoBytes')
}

const is = (owner: string, kitId: string, sha256: string) =>
  and(isOfKit(owner, kitId), eq(photos.sha256, sha256))

async function findPhoto(db: Pick<Db, 'select'>, ...key: Parameters<typeof is>) {
  const [row] = await db
    .select()
    .from(photos)
    .where(is(...key))
  return row
}

function isOfKit(owner: string, kitId: string) {
  return and(eq(photos.owner, owner), eq(photos.kitId, kitId))
}
