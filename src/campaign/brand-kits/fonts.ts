import { and, asc, eq, lte, notExists, or } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Db } from '../../kernel/database/database.ts'
import { storableText } from '../../kernel/database/storable-text.ts'
import type { Caller } from '../../kernel/http/request-context.ts'
import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { actorOf, recordAudit, service } from '../audit/record-audit.ts'
import type { BrandFonts } from '../compose/copy/brand-faces.ts'
import type { FontUse } from '../compose/copy/load-fonts.ts'
import { planOf, takeTurn } from '../entitlements/plans.ts'
import { campaignError, concerning } from '../errors.ts'
import type { FontFacts } from '../fonts/checked-font.ts'
import type { RenderPool } from '../render/pool.ts'
import type { KitRequest } from '../requests/kit.ts'
import { claimBlobs, keepBlobs, removeBlobs } from '../storage/blob-claims.ts'
import { storedBy } from '../storage/usage.ts'
import { brandKitVersions, fonts } from '../tables.ts'

export type StoredFont = Omit<typeof fonts.$inferSelect, 'facts'> & { facts: FontFacts }

/** The fonts of a kit version. */
export type KitFonts = Readonly<Partial<Record<FontUse, StoredFont>>>

/** Fonts of callers: checked files in the blob store, the rest in the database. Their files are never given out. */
export interface FontLibrary {
  /**
   * Checks and stores a font with its licence; one that the caller has already gets the new licence.
   * @throws fonts_reached; AppError 413, 415 or 422 with the reason
   */
  add(caller: Caller, font: { bytes: Uint8Array; licence: string }, signal?: AbortSignal): Promise<StoredFont>
  /** The oldest first. */
  list(owner: string): Promise<StoredFont[]>
  /** @throws font_not_found */
  read(owner: string, sha256: string): Promise<StoredFont>
  /** @throws font_not_found, font_in_use for the font of a kit version */
  remove(caller: Caller, sha256: string): Promise<void>
  /** The fonts of a kit with their bytes, in memory that all workers share. @throws Error when a blob is missing */
  load(kitFonts: KitFonts): Promise<BrandFonts>
  /** Removes fonts that no kit version has a week after their upload. */
  sweep(): Promise<void>
}

const unusedMs = 7 * 86_400_000
/** Of fonts of running campaigns. */
const heldBytesMax = 64 * 1_048_576

export function createFonts(options: {
  db: Db
  blobs: Blobs
  pool: RenderPool
  now: () => number
}): FontLibrary {
  const { db, blobs, pool, now } = options
  const held = new LRUCache<string, Uint8Array>({
    maxSize: heldBytesMax,
    sizeCalculation: ({ length }) => length,
  })

  const sfntOf = async ({ sfntSha256 }: StoredFont): Promise<Uint8Array> => {
    const known = held.get(sfntSha256)
    if (known !== undefined) return known
    const blob = await blobs.get(sfntSha256)
    if (blob === undefined) throw new Error(`the blob ${sfntSha256} of a font is gone`)
    const shared = new Uint8Array(new SharedArrayBuffer(blob.length))
    shared.set(blob)
    held.set(sfntSha256, shared)
    return shared
  }
  const isUsed = (tx: Pick<Db, 'select'>) =>
    tx
      .select()
      .from(brandKitVersions)
      .where(
        and(
          eq(brandKitVersions.owner, fonts.owner),
          or(
            eq(brandKitVersions.headlineFontSha256, fonts.sha256),
            eq(brandKitVersions.bodyFontSha256, fonts.sha256),
          ),
        ),
      )
  const read = async (owner: string, sha256: string) => {
    const found = await findFont(db, owner, sha256)
    if (found === undefined) throw campaignError('font_not_found', sha256)
    return found
  }
  return {
    read,
    list: async (owner) => {
      const rows = await db
        .select()
        .from(fonts)
        .where(eq(fonts.owner, owner))
        .orderBy(asc(fonts.createdAt), asc(fonts.sha256))
      return rows.map(storedFont)
    },
    add: async (caller, { bytes, licence }, signal) => {
      const { facts, sfnt } = await pool.run('font', { bytes }, { work: { caller: caller.id }, signal })
      const row = {
        owner: caller.id,
        sha256: sha256Of(bytes),
        sfntSha256: sha256Of(sfnt),
        bytes: sfnt.length,
        facts: JSON.stringify(facts),
        licence: storableText(licence),
        createdAt: now(),
      }
      await claimBlobs(db, async (tx) => {
        await requireFontRoom(tx, row)
        const { facts, licence } = row
        await tx
          .insert(fonts)
          .values(row)
          .onConflictDoUpdate({ target: [fonts.owner, fonts.sha256], set: { facts, licence } })
        await recordAudit(tx, {
          at: row.createdAt,
          actor: actorOf(caller),
          action: 'font.add',
          target: row.sha256,
        })
      })
      await blobs.put(sfnt)
      return await read(caller.id, row.sha256)
    },
    remove: async (caller, sha256) => {
      await read(caller.id, sha256)
      let isRemoved = false
      await removeBlobs({ db, blobs }, async (tx) => {
        const removed = await tx
          .delete(fonts)
          .where(and(is(caller.id, sha256), notExists(isUsed(tx))))
          .returning({ sha256: fonts.sfntSha256 })
        isRemoved = removed.length > 0
        if (isRemoved)
          await recordAudit(tx, {
            at: now(),
            actor: actorOf(caller),
            action: 'font.delete',
            target: sha256,
          })
        return removed
      })
      if (!isRemoved) throw campaignError('font_in_use', sha256)
    },
    load: async ({ headline, body }) => ({
      ...(headline && { headline: { ...brandFontOf(headline), sfnt: await sfntOf(headline) } }),
      ...(body && { body: { ...brandFontOf(body), sfnt: await sfntOf(body) } }),
    }),
    sweep: () =>
      removeBlobs({ db, blobs }, async (tx) => {
        const at = now()
        const removed = await tx
          .delete(fonts)
          .where(and(lte(fonts.createdAt, at - unusedMs), notExists(isUsed(tx))))
          .returning({ id: fonts.sha256, sha256: fonts.sfntSha256 })
        for (const { id } of removed)
          await recordAudit(tx, { at, actor: service, action: 'font.delete', target: id })
        return removed
      }),
  }
}

export async function findFont(
  db: Pick<Db, 'select'>,
  owner: string,
  sha256: string,
): Promise<StoredFont | undefined> {
  const [row] = await db.select().from(fonts).where(is(owner, sha256))
  return row && storedFont(row)
}

const is = (owner: string, sha256: string) => and(eq(fonts.owner, owner), eq(fonts.sha256, sha256))

const storedFont = (row: typeof fonts.$inferSelect): StoredFont => ({ ...row, facts: JSON.parse(row.facts) })

const brandFontOf = ({ sha256, facts }: StoredFont) => ({ sha256, family: facts.family })

/**
 * Checks, in the transaction that is to insert a font, that the owner's plan allows it; concurrent transactions that add
 * fonts of this owner wait for this one.
 * @throws fonts_reached
 */
async function requireFontRoom(
  tx: Pick<Db, 'select' | 'execute'>,
  { owner, sha256, bytes }: { owner: string; sha256: string; bytes: number },
): Promise<void> {
  await takeTurn(tx, 'fonts', owner)
  if ((await findFont(tx, owner, sha256)) !== undefined) return
  const plan = await planOf(tx, owner)
  const used = await storedBy(tx, fonts, owner)
  if (used.count >= plan.fonts) throw campaignError('fonts_reached', plan, 'fonts')
  if (used.bytes + bytes > plan.fontBytes) throw campaignError('fonts_reached', plan, 'fontBytes')
}

/** Checks that the owner has these fonts, which then are not removed before the transaction ends. @throws font_not_found */
export async function requireFonts(
  tx: Pick<Db, 'select' | 'execute'>,
  owner: string,
  kitFonts: NonNullable<KitRequest['fonts']>,
) {
  await keepBlobs(tx)
  for (const [use, id] of Object.entries(kitFonts)) {
    await concerning(`fonts.${use}`, async () => {
      if ((await findFont(tx, owner, id)) === undefined) throw campaignError('font_not_found', id)
    })
  }
}

/** The fonts of a kit version. */
export async function fontsOf(
  db: Db,
  owner: string,
  { headlineFontSha256, bodyFontSha256 }: typeof brandKitVersions.$inferSelect,
): Promise<KitFonts> {
  const find = async (sha256: string | null) =>
    sha256 === null ? undefined : await findFont(db, owner, sha256)
  const [headline, body] = await Promise.all([find(headlineFontSha256), find(bodyFontSha256)])
  return { ...(headline && { headline }), ...(body && { body }) }
}
