import { createHash, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, inArray, lte, notInArray, sql } from 'drizzle-orm'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/db.ts'
import { DraftNotFound } from '../errors.ts'
import { assets, drafts } from '../tables.ts'
import { type Draft, type DraftError, type DraftResult, draftTtlDays } from './draft.ts'

export type DraftRow = typeof drafts.$inferSelect

/** A file that a draft holds. */
export interface DraftFile {
  sha256: string
  mediaType: string
}

/** What is known of a run before it begins. */
export interface NewDraft {
  owner: string
  capability: string
  brief: string
  /** The request as JSON, to run it again after a restart. */
  request: string
  kit: { id: string; version: number } | undefined
}

/** Runs and their review. A draft lives 7 days; the files of approved ones stay. */
export interface Drafts {
  /** A draft whose run has not ended. @returns the review token, which is kept as a hash only */
  begin(draft: NewDraft): Promise<{ id: string; token: string }>
  /**
   * Ends a run that began, with its files and, in the same transaction, what `also` writes.
   * @returns false when the run had ended already
   */
  complete(
    id: string,
    result: DraftResult,
    files: readonly DraftFile[],
    also: (tx: Pick<Db, 'insert'>) => Promise<void>,
  ): Promise<boolean>
  fail(id: string, error: DraftError): Promise<void>
  /** Removes a draft that no caller was told of. */
  discard(id: string): Promise<void>
  /** @throws DraftNotFound for an unknown or expired draft, and for a wrong token */
  read(id: string, token: string): Promise<Draft>
  /** The row of a draft, for the verbs behind it. */
  find(id: string): Promise<DraftRow | undefined>
  /** Removes drafts that have expired, and the files that no other draft has. @returns how many */
  sweep(): Promise<number>
}

const dayMs = 86_400_000
const sweptAtOnce = 200

export function createDrafts(options: {
  db: Db
  blobs: Blobs
  now: () => number
  random: (bytes: number) => Uint8Array
}): Drafts {
  const { db, blobs, now, random } = options
  const find = async (id: string) => {
    const [row] = await db
      .select()
      .from(drafts)
      .where(and(eq(drafts.id, id), gt(drafts.expiresAt, now())))
    return row
  }
  return {
    begin: async ({ owner, capability, brief, request, kit }) => {
      const id = `d_${base64url(random(12))}`
      const token = base64url(random(32))
      const createdAt = now()
      await db.insert(drafts).values({
        id,
        owner,
        capability,
        run: 'processing',
        review: 'pending',
        tokenSha256: sha256Of(token).toString('hex'),
        brief,
        request,
        kitId: kit?.id ?? null,
        kitVersion: kit?.version ?? null,
        createdAt,
        expiresAt: createdAt + draftTtlDays * dayMs,
      })
      return { id, token }
    },
    complete: async (id, result, files, also) =>
      await db.transaction(async (tx) => {
        const changed = await tx
          .update(drafts)
          .set({ run: 'completed', result: JSON.stringify(result) })
          .where(and(eq(drafts.id, id), eq(drafts.run, 'processing')))
          .returning({ id: drafts.id })
        if (changed.length === 0) return false
        if (files.length > 0)
          await tx
            .insert(assets)
            .values(files.map((file) => ({ draftId: id, ...file })))
            .onConflictDoNothing()
        await also(tx)
        return true
      }),
    fail: async (id, error) => {
      await db
        .update(drafts)
        .set({ run: 'failed', error: JSON.stringify(error) })
        .where(and(eq(drafts.id, id), eq(drafts.run, 'processing')))
    },
    discard: async (id) => {
      await db.delete(drafts).where(eq(drafts.id, id))
    },
    read: async (id, token) => {
      const row = await find(id)
      const expected = Buffer.from(row?.tokenSha256 ?? '0'.repeat(64), 'hex')
      if (!timingSafeEqual(sha256Of(token), expected) || row === undefined) throw new DraftNotFound()
      return draftOf(row)
    },
    find,
    sweep: async () => {
      const expired = await db
        .select({ id: drafts.id, review: drafts.review })
        .from(drafts)
        .where(lte(drafts.expiresAt, now()))
        .limit(sweptAtOnce)
      if (expired.length === 0) return 0
      const ids = expired.map(({ id }) => id)
      // Files of approved drafts stay, so their rows in the list of files do too.
      const removable = expired.filter(({ review }) => review !== 'approved').map(({ id }) => id)
      const files = await db.transaction(async (tx) => {
        await tx.delete(drafts).where(inArray(drafts.id, ids))
        if (removable.length === 0) return []
        return await tx
          .delete(assets)
          .where(inArray(assets.draftId, removable))
          .returning({ sha256: assets.sha256 })
      })
      await removeUnused(db, blobs, [...new Set(files.map(({ sha256 }) => sha256))])
      return expired.length
    },
  }
}

/** Removes those of the blobs that no draft has. */
export async function removeUnused(db: Db, blobs: Blobs, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const used = db.select({ sha256: assets.sha256 }).from(assets)
  const unused = await db
    .select({ sha256: sql<string>`hash` })
    .from(
      sql`unnest(array[${sql.join(
        hashes.map((hash) => sql`${hash}`),
        sql`, `,
      )}]::text[]) as hash`,
    )
    .where(notInArray(sql`hash`, used))
  for (const { sha256 } of unused) await blobs.remove(sha256)
}

function draftOf(row: DraftRow): Draft {
  const result: Partial<DraftResult> = row.result === null ? {} : JSON.parse(row.result)
  const { assets: made = [], warnings = [], ...rest } = result
  return {
    draftId: row.id,
    run: row.run,
    review: row.review,
    brief: row.brief,
    brandKit:
      row.kitId === null || row.kitVersion === null ? null : { id: row.kitId, version: row.kitVersion },
    assets: [...made],
    warnings: [...warnings],
    ...rest,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
    decisions: [],
    ...(row.error !== null && { error: JSON.parse(row.error) }),
  }
}

function sha256Of(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
