import { and, eq, inArray, lte, notExists, or, sql } from 'drizzle-orm'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import type { Work } from '../../kernel/runtime/fair-turns.ts'
import { planOf, takeTurn } from '../entitlements/plans.ts'
import { campaignError } from '../errors.ts'
import type { LogoMaster } from '../logos/logo-at-size.ts'
import type { RenderPool, RenderReader } from '../render/pool.ts'
import { claimBlobs, removeBlobs } from '../storage/blob-claims.ts'
import { storedBy } from '../storage/usage.ts'
import { assets, brandKitVersions, logos, logoUploads } from '../tables.ts'

export type StoredLogo = Omit<typeof logos.$inferSelect, 'warnings'> & { warnings: readonly string[] }

/** Uploaded logos: masters and originals in the blob store, metadata in the database. */
export interface Logos {
  /**
   * Checks, converts and stores a logo, for seven days or as long as a kit has it or a draft was made with it. Without a
   * reader it is kept.
   * @throws AppError 413, 415 or 422 with the reason; logos_reached
   */
  add(bytes: Uint8Array, reader?: RenderReader & { work: Work }): Promise<StoredLogo>
  find(sha256: string): Promise<StoredLogo | undefined>
  /** The bytes as they were uploaded: of a logo that the caller uploaded, or that came with the service. */
  original(sha256: string, caller: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** The master with its pixels. @throws Error when its blob is missing */
  master(logo: StoredLogo): Promise<LogoMaster>
  /** Forgets logos of more than seven days ago that no kit has and no draft was made with. */
  sweep(): Promise<void>
}

const keptMs = 7 * 86_400_000
const sweptAtOnce = 100

export function createLogos(options: { db: Db; blobs: Blobs; pool: RenderPool; now: () => number }): Logos {
  const { db, blobs, pool, now } = options
  const find = async (sha256: string) => {
    const [row] = await db.select().from(logos).where(eq(logos.sha256, sha256))
    return row && { ...row, warnings: JSON.parse(row.warnings) }
  }
  const bytesOf = async (sha256: string) => {
    const blob = await blobs.get(sha256)
    if (blob === undefined) throw new Error(`the blob ${sha256} of a logo is gone`)
    return blob
  }
  return {
    add: async (bytes, reader) => {
      const { master, originalSha256, mediaType, warnings } = await pool.run('logo', { bytes }, reader)
      const row: StoredLogo = {
        sha256: master.sha256,
        width: master.width,
        height: master.height,
        isOneColor: master.isOneColor,
        svgSha256: master.svg === undefined ? null : sha256Of(master.svg),
        originalSha256,
        mediaType,
        warnings,
        createdAt: now(),
      }
      const files = [master.png, bytes, ...(master.svg === undefined ? [] : [master.svg])]
      await claimBlobs(db, async (tx) => {
        const size = files.reduce((total, { length }) => total + length, 0)
        if (reader !== undefined)
          await noteUpload(tx, {
            owner: reader.work.caller,
            sha256: row.sha256,
            bytes: size,
            uploadedAt: row.createdAt,
          })
        await tx
          .insert(logos)
          .values({ ...row, warnings: JSON.stringify(warnings) })
          .onConflictDoNothing()
      })
      for (const blob of files) await blobs.put(blob)
      return { ...((await find(row.sha256)) ?? row), warnings }
    },
    find,
    original: async (sha256, caller) => {
      const owners = await db
        .select({ owner: logoUploads.owner })
        .from(logoUploads)
        .where(eq(logoUploads.sha256, sha256))
      if (owners.length > 0 && !owners.some(({ owner }) => owner === caller)) return undefined
      const logo = await find(sha256)
      return logo && (await blobs.get(logo.originalSha256))
    },
    master: async ({ sha256, width, height, isOneColor, svgSha256 }) => ({
      sha256,
      width,
      height,
      isOneColor,
      png: await bytesOf(sha256),
      ...(svgSha256 !== null && { svg: await bytesOf(svgSha256) }),
    }),
    sweep: () =>
      removeBlobs({ db, blobs }, async (tx) => {
        const kitsWith = ({ sha256 }: typeof logos | typeof logoUploads) =>
          tx
            .select({ one: sql`1` })
            .from(brandKitVersions)
            .where(
              and(
                or(
                  eq(brandKitVersions.logoSha256, sha256),
                  sql`strpos(${brandKitVersions.content}, ${sha256}) > 0`,
                ),
                sha256 === logoUploads.sha256 ? eq(brandKitVersions.owner, logoUploads.owner) : undefined,
              ),
            )
        const inKit = kitsWith(logoUploads)
        const inDraft = tx.select({ one: sql`1` }).from(assets).where(eq(assets.sha256, logoUploads.sha256))
        const old = tx
          .select({ sha256: logoUploads.sha256 })
          .from(logoUploads)
          .where(and(lte(logoUploads.uploadedAt, now() - keptMs), notExists(inKit), notExists(inDraft)))
          .limit(sweptAtOnce)
        const hashes = [...new Set((await old).map(({ sha256 }) => sha256))]
        if (hashes.length === 0) return []
        await tx
          .delete(logoUploads)
          .where(
            and(
              inArray(logoUploads.sha256, hashes),
              lte(logoUploads.uploadedAt, now() - keptMs),
              notExists(inKit),
            ),
          )
        const uploadsOf = tx
          .select({ one: sql`1` })
          .from(logoUploads)
          .where(eq(logoUploads.sha256, logos.sha256))
        // Another caller may have the same logo, and the demo kit has some that were not uploaded.
        const removed = await tx
          .delete(logos)
          .where(and(inArray(logos.sha256, hashes), notExists(kitsWith(logos)), notExists(uploadsOf)))
          .returning()
        return removed.flatMap(({ sha256, originalSha256, svgSha256 }) =>
          [sha256, originalSha256, svgSha256].flatMap((hash) => (hash === null ? [] : [{ sha256: hash }])),
        )
      }),
  }
}

/** @throws logos_reached where the plan of the owner does not allow it; concurrent uploads of this owner wait */
async function noteUpload(
  tx: Pick<Db, 'select' | 'insert' | 'execute'>,
  upload: typeof logoUploads.$inferInsert,
): Promise<void> {
  const { owner, sha256, bytes, uploadedAt } = upload
  await takeTurn(tx, 'logos', owner)
  const [same] = await tx
    .select({ sha256: logoUploads.sha256 })
    .from(logoUploads)
    .where(and(eq(logoUploads.owner, owner), eq(logoUploads.sha256, sha256)))
  if (same === undefined) {
    const plan = await planOf(tx, owner)
    if ((await storedBy(tx, logoUploads, owner)).bytes + bytes > plan.logoBytes)
      throw campaignError('logos_reached', plan)
  }
  await tx
    .insert(logoUploads)
    .values(upload)
    .onConflictDoUpdate({ target: [logoUploads.owner, logoUploads.sha256], set: { uploadedAt } })
}
