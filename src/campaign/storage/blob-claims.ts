import { and, eq, notExists, sql } from 'drizzle-orm'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import { assets, fonts, logos, photos } from '../tables.ts'

const lockKey = sql`hashtextextended('cairn.campaign.blobs', 0)`

/**
 * Lists blobs in a table by `list`, before they are stored. A blob is addressed by its contents and may belong to several
 * drafts, logos, photos and fonts, so a removal must not fall between listing and storing by another owner.
 */
export async function claimBlobs(
  db: Db,
  list: (tx: Pick<Db, 'insert' | 'select' | 'update' | 'execute'>) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await keepBlobs(tx)
    await list(tx)
  })
}

/** Delays the removal of blobs until the transaction ends. */
export async function keepBlobs(tx: Pick<Db, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`)
}

/**
 * Removes those of the blobs that `unlist` deleted from a table and that no draft, logo, photo or font lists any more. Blobs are
 * removed before the commit, so that after a crash the next sweep repeats the work.
 */
export async function removeBlobs(
  { db, blobs }: { db: Db; blobs: Blobs },
  unlist: (tx: Pick<Db, 'select' | 'insert' | 'delete'>) => Promise<readonly { sha256: string }[]>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    const hashes = new Set((await unlist(tx)).map(({ sha256 }) => sha256))
    if (hashes.size === 0) return
    const candidates = sql.join(
      [...hashes].map((hash) => sql`${hash}`),
      sql`, `,
    )
    const unused = await tx
      .select({ sha256: sql<string>`hash` })
      .from(sql`unnest(array[${candidates}]::text[]) as hash`)
      .where(
        and(
          notExists(tx.select().from(assets).where(eq(assets.sha256, sql`hash`))),
          notExists(tx.select().from(photos).where(eq(photos.sha256, sql`hash`))),
          notExists(tx.select().from(fonts).where(eq(fonts.sfntSha256, sql`hash`))),
          notExists(
            tx
              .select()
              .from(logos)
              .where(sql`hash in (${logos.sha256}, ${logos.originalSha256}, ${logos.svgSha256})`),
          ),
        ),
      )
    for (const { sha256 } of unused) await blobs.remove(sha256)
  })
}
