import { and, asc, desc, eq, gt, lt, or } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { wellFormedJson } from '../../kernel/database/storable-text.ts'
import { canonicalDigest } from '../../kernel/runtime/canonical-digest.ts'
import { recordAudit, service } from '../audit/record-audit.ts'
import { requireKitRoom } from '../entitlements/plans.ts'
import { campaignError } from '../errors.ts'
import {
  contentOf,
  demoKitId,
  type Kit,
  type KitContent,
  type KitLogo,
  type KitRequest,
  type KitVersion,
  type LogoVariantName,
  logoVariantNames,
} from '../requests/kit.ts'
import { brandKits, brandKitVersions } from '../tables.ts'
import { fontsOf, type KitFonts, requireFonts } from './fonts.ts'
import type { Logos, StoredLogo } from './logos.ts'

/** The stored logo of a kit and its variants. */
export type KitLogos = Readonly<Partial<Record<'logo' | LogoVariantName, StoredLogo>>>

export interface FoundKit {
  owner: string
  kit: Kit
  /** The logo first, then its variants. */
  logos: readonly StoredLogo[]
  fonts: KitFonts
}

/** Brand kits of callers; every caller may read the demo kit. */
export interface BrandKits {
  /**
   * Creates a kit, or the next version of one of the owner's. `keyId` is the caller key of the request.
   * @throws brand_kit_taken for the id of the demo kit; brand_kits_reached for a new kit beyond the owner's plan
   */
  create(owner: string, request: KitRequest, logos?: KitLogos, keyId?: string): Promise<Kit>
  /** Creates version 1 of a kit unless it exists; safe for concurrent processes. */
  createOnce(owner: string, request: KitRequest, logos?: KitLogos): Promise<void>
  hasDemoKit(): Promise<boolean>
  /** @throws brand_kit_not_found also for another caller's kit; brand_kit_version_mismatch when the pin is not current */
  read(caller: string, pin: KitPin, options?: { anyVersion?: boolean }): Promise<FoundKit>
  /**
   * The versions of a kit, newest first; `before` continues after that version.
   * @throws brand_kit_not_found also for another caller's kit
   */
  versions(
    caller: string,
    id: string,
    page: { limit: number; before: number | undefined },
  ): Promise<KitVersion[]>
  /** The caller's kits and the demo kit, by id. @throws cursor_malformed when `after` is none of them */
  list(caller: string, page: { limit: number; after: string | undefined }): Promise<Kit[]>
}

export interface KitPin {
  id: string
  version: number | undefined
}

/** Reads `<kit_id>` or `<kit_id>@<version>`; undefined for anything else. */
export function parsePin(text: string): KitPin | undefined {
  const [, id, version] = /^([a-z0-9][a-z0-9-]{0,62})(?:@([1-9]\d{0,8}))?$/.exec(text) ?? []
  return id === undefined ? undefined : { id, version: version === undefined ? undefined : Number(version) }
}

export function createBrandKits(options: {
  db: Db
  logos: Logos
  now: () => number
  /** The address of a stored logo. */
  logoUrl: (sha256: string) => string
}): BrandKits {
  const { db, logos, now } = options

  const kitOf = async (
    head: { owner: string; createdAt: number },
    row: typeof brandKitVersions.$inferSelect,
  ): Promise<FoundKit> => {
    const { logoVariants = {}, ...content }: KitContent = JSON.parse(row.content)
    const logo = row.logoSha256 === null ? undefined : await logos.find(row.logoSha256)
    const variants = await Promise.all(
      logoVariantNames.map(async (name) => {
        const sha256 = logoVariants[name]
        const found = sha256 === undefined ? undefined : await logos.find(sha256)
        return found === undefined ? [] : [{ name, logo: found }]
      }),
    ).then((all) => all.flat())
    const kitFonts = await fontsOf(db, head.owner, row)
    const shown = (stored: StoredLogo): KitLogo => ({
      url: options.logoUrl(stored.sha256),
      sha256: stored.sha256,
      width: stored.width,
      height: stored.height,
      mediaType: 'image/png',
    })
    const kit: Kit = {
      id: row.kitId,
      version: row.version,
      digest: row.digest,
      ...content,
      ...(logo !== undefined && { logo: shown(logo), logoUrl: options.logoUrl(logo.sha256) }),
      ...(variants.length > 0 && {
        logoVariants: Object.fromEntries(variants.map((variant) => [variant.name, shown(variant.logo)])),
      }),
      ...(Object.keys(kitFonts).length > 0 && {
        fonts: Object.fromEntries(
          Object.entries(kitFonts).map(([use, { sha256, facts }]) => [
            use,
            { id: sha256, family: facts.family, style: facts.style },
          ]),
        ),
      }),
      createdAt: new Date(head.createdAt).toISOString(),
      updatedAt: new Date(row.createdAt).toISOString(),
    }
    return {
      owner: head.owner,
      kit,
      logos: [logo, ...variants.map((variant) => variant.logo)].filter((each) => each !== undefined),
      fonts: kitFonts,
    }
  }

  /** A kit that the caller may read. */
  const findHead = async (caller: string, id: string) => {
    const [head] = await db
      .select()
      .from(brandKits)
      .where(and(eq(brandKits.id, id), readableBy(caller)))
    return head
  }
  /** @throws brand_kit_not_found */
  const headFor = async (caller: string, id: string) => {
    const head = await findHead(caller, id)
    if (head === undefined) throw campaignError('brand_kit_not_found', id)
    return head
  }

  const write = async (
    owner: string,
    request: KitRequest,
    { logo, ...variants }: KitLogos = {},
    { onlyNew, keyId }: { onlyNew: boolean; keyId?: string | undefined },
  ) => {
    const hashes = Object.entries(variants).map(([name, { sha256 }]) => [name, sha256])
    const content = wellFormedJson({
      ...contentOf(request),
      ...(hashes.length > 0 && { logoVariants: Object.fromEntries(hashes) }),
    })
    const at = now()
    const id = request.id ?? (await freeId(db, owner, content.name))
    if (id === demoKitId && !onlyNew) throw campaignError('brand_kit_taken', id)
    return await db.transaction(async (tx) => {
      const inserted = await tx
        .insert(brandKits)
        .values({ owner, id, version: 0, createdAt: at })
        .onConflictDoNothing()
        .returning({ id: brandKits.id })
      // The service's own kit is not subject to a plan.
      if (inserted.length > 0 && !onlyNew) await requireKitRoom(tx, owner)
      const [head] = await tx.select().from(brandKits).where(isKit(owner, id)).for('update')
      if (head === undefined) throw new Error('the kit is gone')
      if (onlyNew && head.version > 0) return undefined
      const fonts = request.fonts ?? {}
      if (Object.keys(fonts).length > 0) await requireFonts(tx, owner, fonts)
      const version = head.version + 1
      const row = {
        owner,
        kitId: id,
        version,
        content: JSON.stringify(content),
        digest: canonicalDigest({
          ...{ id, version, ...content, logoSha256: logo?.sha256 ?? null },
          ...(Object.keys(fonts).length > 0 && { fonts }),
        }),
        logoSha256: logo?.sha256 ?? null,
        headlineFontSha256: fonts.headline ?? null,
        bodyFontSha256: fonts.body ?? null,
        createdAt: at,
      }
      await tx.insert(brandKitVersions).values(row)
      await tx.update(brandKits).set({ version }).where(isKit(owner, id))
      await recordAudit(tx, {
        at,
        actor: onlyNew ? service : { name: owner, keyId },
        action: 'kit.create',
        target: `${id}@${version}`,
        details: { digest: row.digest },
      })
      return { head, row }
    })
  }

  return {
    create: async (owner, request, stored, keyId) => {
      const written = await write(owner, request, stored, { onlyNew: false, keyId })
      if (written === undefined) throw new Error('a kit was not written')
      return (await kitOf(written.head, written.row)).kit
    },
    createOnce: async (owner, request, stored) => {
      await write(owner, request, stored, { onlyNew: true })
    },
    hasDemoKit: async () => (await db.select().from(brandKits).where(eq(brandKits.id, demoKitId))).length > 0,
    read: async (caller, { id, version }, { anyVersion = false } = {}) => {
      const head = await headFor(caller, id)
      const wanted = version ?? head.version
      if (wanted !== head.version && !anyVersion)
        throw campaignError('brand_kit_version_mismatch', { id, version: wanted }, head.version)
      const [row] = await db
        .select()
        .from(brandKitVersions)
        .where(
          and(
            eq(brandKitVersions.owner, head.owner),
            eq(brandKitVersions.kitId, id),
            eq(brandKitVersions.version, wanted),
          ),
        )
      if (row === undefined) throw campaignError('brand_kit_not_found', `${id}@${wanted}`)
      return await kitOf(head, row)
    },
    versions: async (caller, id, { limit, before }) => {
      const head = await headFor(caller, id)
      const { owner, kitId, version } = brandKitVersions
      const rows = await db
        .select()
        .from(brandKitVersions)
        .where(
          and(eq(owner, head.owner), eq(kitId, id), before === undefined ? undefined : lt(version, before)),
        )
        .orderBy(desc(version))
        .limit(limit)
      return rows.map((row) => {
        const { name, approved }: KitContent = JSON.parse(row.content)
        const { version, digest } = row
        const createdAt = new Date(row.createdAt).toISOString()
        return { version, name, approved, digest, createdAt, current: version === head.version }
      })
    },
    list: async (caller, { limit, after }) => {
      // A page ends with a kit of the list, and no kit is ever removed.
      if (after !== undefined && (await findHead(caller, after)) === undefined)
        throw campaignError('cursor_malformed')
      const rows = await db
        .select()
        .from(brandKits)
        .innerJoin(
          brandKitVersions,
          and(
            eq(brandKitVersions.owner, brandKits.owner),
            eq(brandKitVersions.kitId, brandKits.id),
            eq(brandKitVersions.version, brandKits.version),
          ),
        )
        .where(and(readableBy(caller), after === undefined ? undefined : gt(brandKits.id, after)))
        .orderBy(asc(brandKits.id))
        .limit(limit)
      const found = await Promise.all(
        rows.map((row) => kitOf(row.campaign_brand_kits, row.campaign_brand_kit_versions)),
      )
      return found.map(({ kit }) => kit)
    },
  }
}

function isKit(owner: string, id: string) {
  return and(eq(brandKits.owner, owner), eq(brandKits.id, id))
}

function readableBy(caller: string) {
  return or(eq(brandKits.owner, caller), eq(brandKits.id, demoKitId))
}

/** Derives an id from a name: "Summer Launch" becomes `summer-launch`, or `summer-launch-2` when that is taken. */
async function freeId(db: Db, owner: string, name: string): Promise<string> {
  const slug =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 48)
      .replace(/-+$/, '') || 'kit'
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? slug : `${slug}-${count}`
    const [taken] = await db.select({ id: brandKits.id }).from(brandKits).where(isKit(owner, id))
    if (taken === undefined && id !== demoKitId) return id
  }
}
