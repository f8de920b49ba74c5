import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { decodeFunctionData, type Hex } from 'viem'
import type { Db } from '../../kernel/database/database.ts'
import { milestoneEscrowAbi } from '../contracts/abi.ts'
import { hexOf } from '../rpc/shapes.ts'
import { evidenceBundles } from '../tables.ts'
import { type BundleHead, EvidenceLeaf, type StoredBundle, verifyBundle } from './evidence.ts'

/** The bundles of a database; their heads are in memory, so that a GET lists them without a query. */
export type EvidenceStore = Awaited<ReturnType<typeof openEvidenceStore>>

/** The database channel on which added bundles are announced. */
export const evidenceChannel = 'milestone_evidence'

export async function openEvidenceStore(db: Db) {
  let heads = byRoot(await listBundles(db))
  let revision = heads.size
  return {
    /** Goes up with every bundle that is added and every deletion. */
    get revision() {
      return revision
    },
    has: (root: string) => heads.has(root),
    /** Title of a stored bundle. */
    title: (root: string) => heads.get(root)?.title,
    /** Oldest first. */
    heads: (): readonly BundleHead[] => [...heads.values()],
    read: (root: string) => readBundle(db, root),
    /** Stores a bundle; one that is stored already stays as it is. */
    save: async (bundle: StoredBundle) => {
      await saveBundle(db, bundle)
      if (heads.has(bundle.root)) return
      heads.set(bundle.root, headOf(bundle))
      revision += 1
      await db.execute(sql`select pg_notify(${evidenceChannel}, '')`)
    },
    /** Drops the heads of bundles that were deleted from the database. */
    forget: (roots: readonly Hex[]) => {
      const dropped = roots.filter((root) => heads.delete(root))
      if (dropped.length > 0) revision += 1
    },
    /** Reads what other processes added to the database and deleted from it. */
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

/** The evidence roots that calls of the escrow commit; other calls commit none. */
export function committedRoots(calls: readonly { data: string }[]): Hex[] {
  return calls.flatMap(({ data }) => {
    try {
      const call = decodeFunctionData({ abi: milestoneEscrowAbi, data: hexOf(data) })
      return call.functionName === 'submitEvidence' ? call.args[1] : []
    } catch {
      return []
    }
  })
}

/** Long, as a verifier that gives up leaves the milestone pending. */
const timeoutMs = 15_000

const Bundle = t.Object({ leaves: t.Array(EvidenceLeaf) })

/** The documents of a root from the public evidence indexer; undefined when it does not have them. */
export async function fetchLeaves(
  indexerUrl: string,
  root: Hex,
): Promise<readonly EvidenceLeaf[] | undefined> {
  const response = await fetch(`${indexerUrl}/${root}`, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  )
  if (response?.ok !== true) return undefined
  const bundle: unknown = await response.json().catch(() => undefined)
  return Value.Check(Bundle, bundle) ? bundle.leaves : undefined
}
