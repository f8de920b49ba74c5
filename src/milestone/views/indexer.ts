import type { Hex } from 'viem'
import { EvidenceNotFound, InvalidEvidenceRoot, LeafNotFound } from '../errors.ts'
import {
  type BundleHead,
  leafEncoding,
  leafHashesOf,
  proofOf,
  type StoredBundle,
} from '../evidence/evidence.ts'

import type { ReadModel } from '../indexer/read-model.ts'
import type { IndexerBundle, IndexerProof, IndexerSummary } from '../model.ts'
import { asHash } from './hash.ts'
import { readOffset, writeOffset } from './page.ts'
import type { PageQuery, Snapshot } from './snapshot.ts'

/** The bundles held here, newest first. */
export function indexerSummary(
  { model, asOf }: Snapshot,
  heads: readonly BundleHead[],
  query: PageQuery,
): IndexerSummary {
  const before = Math.min(heads.length, query.cursor === undefined ? heads.length : readOffset(query.cursor))
  const from = Math.max(0, before - query.limit)
  const page = heads.slice(from, before).reverse()
  return {
    ok: true,
    count: page.length,
    total: heads.length,
    next: from > 0 ? writeOffset(from) : null,
    bundles: page.map(({ root, title, leafCount }) => ({
      root,
      title,
      leafCount,
      milestones: milestonesOf(model, root),
    })),
    asOf,
  }
}

/** @throws InvalidEvidenceRoot unless `root` is 0x and 64 hexadecimal digits */
export function evidenceRoot(root: string): Hex {
  const hash = asHash(root)
  if (hash === undefined) throw new InvalidEvidenceRoot()
  return hash
}

/** @throws EvidenceNotFound when no bundle of that root is held */
export function indexerBundle({ model, asOf }: Snapshot, bundle: StoredBundle | undefined): IndexerBundle {
  if (bundle === undefined) throw new EvidenceNotFound()
  const hashes = leafHashesOf(bundle)
  return {
    ok: true,
    root: bundle.root,
    title: bundle.title,
    createdAt: bundle.createdAt,
    format: { tree: 'openzeppelin-standard-v1', leafEncoding },
    leaves: bundle.leaves.map((leaf, index) => ({ index, ...leaf, leafHash: hashes[index] ?? '' })),
    milestones: milestonesOf(model, bundle.root),
    asOf,
  }
}

/**
 * The proof that one leaf belongs to the root, as OpenZeppelin's `MerkleProof.verify` takes it.
 * @throws EvidenceNotFound when no bundle of that root is held
 * @throws LeafNotFound when it has no leaf of that index
 */
export function indexerProof(
  { asOf }: Snapshot,
  bundle: StoredBundle | undefined,
  rawIndex: string,
): IndexerProof {
  if (bundle === undefined) throw new EvidenceNotFound()
  const index = /^\d{1,9}$/.test(rawIndex) ? Number(rawIndex) : -1
  if (index < 0 || index >= bundle.leaves.length) throw new LeafNotFound(bundle.leaves.length)
  return { ok: true, root: bundle.root, index, ...proofOf(bundle, index), asOf }
}

const milestonesMax = 100

function milestonesOf(model: ReadModel, root: Hex): Hex[] {
  const holders = model.order.filter((milestone) => milestone.evidenceRoot === root)
  return holders.slice(-milestonesMax).map((milestone) => milestone.hash)
}
