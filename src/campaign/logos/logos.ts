import { eq } from 'drizzle-orm'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import { claimBlobs } from '../drafts/blob-claims.ts'
import type { RenderPool, RenderReader } from '../render/pool.ts'
import { logos } from '../tables.ts'
import type { LogoMaster } from './logo-master.ts'

export type StoredLogo = Omit<typeof logos.$inferSelect, 'warnings'> & { warnings: readonly string[] }

/** Uploaded logos: masters and originals in the blob store, metadata in the database. */
export interface Logos {
  /** Checks, converts and stores a logo. @throws AppError 413, 415 or 422 with the reason */
  add(bytes: Uint8Array, reader?: RenderReader): Promise<StoredLogo>
  find(sha256: string): Promise<StoredLogo | undefined>
  /** The master with its pixels. @throws Error when its blob is missing */
  master(logo: StoredLogo): Promise<LogoMaster>
}

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
      await claimBlobs(db, (tx) =>
        tx
          .insert(logos)
          .values({ ...row, warnings: JSON.stringify(warnings) })
          .onConflictDoNothing(),
      )
      for (const blob of [master.png, bytes, ...(master.svg === undefined ? [] : [master.svg])])
        await blobs.put(blob)
      return { ...((await find(row.sha256)) ?? row), warnings }
    },
    find,
    master: async ({ sha256, width, height, isOneColor, svgSha256 }) => ({
      sha256,
      width,
      height,
      isOneColor,
      png: await bytesOf(sha256),
      ...(svgSha256 !== null && { svg: await bytesOf(svgSha256) }),
    }),
  }
}

function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}
