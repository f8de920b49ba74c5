import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Db } from '../../kernel/database/database.ts'
import { hexOf } from '../rpc/hex.ts'
import { evidenceBundles } from '../tables.ts'
import { type BundleHead, EvidenceLeaf, type StoredBundle, verifyBundle } from './evidence.ts'

/** The bundles of a database; their heads are in memory, so that a GET lists them without a query. */
export interface EvidenceStore {
  /** Goes up with every bundle that is added and every deletion. */
  readonly revision: number
  has(root: string): boolean
  /** Title of a stored bundle. */
  title(root: string): string | undefined
  /** Oldest first. */
  heads(): readonly BundleHead[]
  read(root: string): Promise<StoredBundle | undefined>
  /** Stores a bundle; one that is stored already stays as it is. */
  save(bundle: StoredBundle): Promise<void>
  /** Drops the heads of bundles that were deleted from the database. */
  forget(roots: readonly Hex[]): void
  /** Reads what other processes added to the database and deleted from it. */
  refresh(): Promise<void>
}

/** The database channel on which added bundles are announced. */
export const evidenceChannel = 'milestone_evidence'

export async function openEvidenceStore(db: Db): Promise<EvidenceStore> {
  let heads = byRoot(await listBundles(db))
  let revision = heads.size
  return {
    get revision() {
      return revision
    },
    has: (root) => heads.has(root),
    title: (root) => heads.get(root)?.title,
    heads: () => [...heads.values()],
    read: (root) => readBundle(db, root),
    save: async (bundle) => {
      await saveBundle(db, bundle)
      if (heads.has(bundle.root)) return
      heads.set(bundle.root, headOf(bundle))
      revision += 1
      await db.execute(sql`select pg_notify(${evidenceChannel}, '')`)
    },
    forget: (roots) => {
      const dropped = roots.filter((root) => heads.delete(root))
      if (dropped.length > 0) revision += 1
    },
    refresh: async () => {
      const rows = await db.select({ root: evidenceBundles.root }).from(evidenceBundles)
      if (rows.length === heads.size && rows.every(({ root }) => heads.has(root))) return
      heads = byRoot(await listBundles(db))
      revision += 1
    },
  }
}

function byRoot(heads: readonly BundleHead[]): Map<string, BundleHead> {
  return new Map(heads.map((head) => [head.root, head]))
}

/** @throws Error when the leaves do not give the root */
async function saveBundle(db: Db, bundle: StoredBundle): Promise<void> {
  const { root, title, leaves, createdAt } = bundle
  if (!verifyBundle(root, leaves))
    throw new Error(`Cannot store the bundle ${root} as its leaves give another root`)
  await db.insert(evidenceBundles).values({ root, title, leaves, createdAt }).onConflictDoNothing()
}

/** Those of the roots whose bundles are not stored. */
export async function missingBundles(db: Db, roots: readonly Hex[]): Promise<Set<Hex>> {
  const missing = new Set(roots)
  if (missing.size === 0) return missing
  const { root } = evidenceBundles
  const stored = await db
    .select({ root })
    .from(evidenceBundles)
    .where(inArray(root, [...missing]))
  for (const row of stored) missing.delete(hexOf(row.root))
  return missing
}

/** Stores those bundles that are not stored yet. */
export async function saveMissingBundles(db: Db, bundles: readonly StoredBundle[]): Promise<void> {
  const missing = await missingBundles(
    db,
    bundles.map(({ root }) => root),
  )
  for (const bundle of bundles) if (missing.has(bundle.root)) await saveBundle(db, bundle)
}

export async function deleteBundles(db: Db, roots: readonly Hex[]): Promise<void> {
  if (roots.length > 0) await db.delete(evidenceBundles).where(inArray(evidenceBundles.root, [...roots]))
}

/** The bundle of that root; undefined when there is none. */
export async function readBundle(db: Db, root: string): Promise<StoredBundle | undefined> {
  const [row] = await db.select().from(evidenceBundles).where(eq(evidenceBundles.root, root.toLowerCase()))
  return row === undefined ? undefined : fromRow(row)
}

/** Oldest first. */
export async function listBundles(db: Db): Promise<BundleHead[]> {
  const rows = await db
    .select()
    .from(evidenceBundles)
    .orderBy(asc(evidenceBundles.createdAt), asc(evidenceBundles.root))
  return rows.map((row) => headOf(fromRow(row)))
}

const Leaves = t.Array(EvidenceLeaf)

function fromRow({ root, title, leaves, createdAt }: typeof evidenceBundles.$inferSelect): StoredBundle {
  if (!Value.Check(Leaves, leaves)) throw new Error('Cannot read a bundle as its leaves have another shape')
  return { root: hexOf(root), title, leaves, createdAt }
}

function headOf({ root, title, leaves, createdAt }: StoredBundle): BundleHead {
  return { root, title, leafCount: leaves.length, createdAt }
}
