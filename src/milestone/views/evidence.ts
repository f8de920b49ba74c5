import { Type as t } from '@sinclair/typebox'
import type { Hex } from 'viem'
import { milestoneError } from '../errors.ts'
import {
  type BundleHead,
  leafEncoding,
  leafHashesOf,
  proofOf,
  type StoredBundle,
} from '../evidence/evidence.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import { asHash, Count, Hash, Next, Ok, Seconds } from '../wire/shapes.ts'
import { readOffset, writeOffset } from './page.ts'
import { AsOf, type PageQuery, type Snapshot } from './snapshot.ts'

const Leaf = t.Object({
  index: Count('Position in the tree'),
  name: t.String({ examples: ['field-report.md'] }),
  mediaType: t.String({ examples: ['text/markdown'] }),
  sha256: Hash('SHA-256 of the content'),
  bytes: Count('Length of the content'),
  content: t.String({ description: 'The document itself, UTF-8', examples: ['# Field report'] }),
  leafHash: Hash('keccak256(keccak256(abi.encode(name, sha256, bytes)))'),
})

export const BundleList = t.Object({
  ok: Ok,
  count: Count('Bundles in this answer'),
  total: Count('Bundles stored'),
  next: Next,
  bundles: t.Array(
    t.Object({
      root: Hash('Merkle root of the bundle'),
      title: t.String({ examples: ['Solar pump, phase 1'] }),
      leafCount: Count('Documents in it'),
      milestones: t.Array(Hash('A milestone whose committed evidence this is')),
    }),
  ),
  asOf: AsOf,
})
export type BundleList = typeof BundleList.static

export const BundleDetail = t.Object({
  ok: Ok,
  root: Hash('Merkle root, rebuilt from the leaves below'),
  title: t.String({ examples: ['Solar pump, phase 1'] }),
  createdAt: Seconds('When the bundle was stored'),
  format: t.Object({
    tree: t.Literal('openzeppelin-standard-v1'),
    leafEncoding: t.Array(t.String(), { examples: [['string', 'bytes32', 'uint256']] }),
  }),
  leaves: t.Array(Leaf),
  milestones: t.Array(Hash('A milestone whose committed evidence this is')),
  asOf: AsOf,
})
export type BundleDetail = typeof BundleDetail.static

export const LeafProof = t.Object({
  ok: Ok,
  root: Hash('Merkle root'),
  index: Count('Position of the leaf'),
  leafHash: Hash('The proven leaf'),
  proof: t.Array(Hash('A sibling'), { description: 'Bottom up, as MerkleProof.verify takes it' }),
  asOf: AsOf,
})
export type LeafProof = typeof LeafProof.static

/** The stored bundles, newest first. */
export function bundleList(
  { readModel, asOf }: Snapshot,
  heads: readonly BundleHead[],
  query: PageQuery,
): BundleList {
  const before = Math.min(heads.length, query.cursor === undefined ? heads.length : readOffset(query.cursor))
  const from = Math.max(0, before - query.limit)
  const page = heads.slice(from, before).reverse()
  return {
    ok: true,
    count: page.length,
    total: heads.length,
    next: from > 0 ? writeOffset(from) : null,
    bundles: page.map(({ createdAt: _, ...head }) => ({
      ...head,
      milestones: milestonesOf(readModel, head.root),
    })),
    asOf,
  }
}

/** @throws invalid_evidence_root unless `root` is 0x and 64 hexadecimal digits */
export function evidenceRoot(root: string): Hex {
  const hash = asHash(root)
  if (hash === undefined) throw milestoneError('invalid_evidence_root')
  return hash
}

/** @throws evidence_not_found when no bundle of that root is stored */
export function bundleDetail({ readModel, asOf }: Snapshot, bundle: StoredBundle | undefined): BundleDetail {
  if (bundle === undefined) throw milestoneError('evidence_not_found')
  const hashes = leafHashesOf(bundle)
  return {
    ok: true,
    root: bundle.root,
    title: bundle.title,
    createdAt: bundle.createdAt,
    format: { tree: 'openzeppelin-standard-v1', leafEncoding },
    leaves: bundle.leaves.map((leaf, index) => ({ index, ...leaf, leafHash: hashes[index] ?? '' })),
    milestones: milestonesOf(readModel, bundle.root),
    asOf,
  }
}

/**
 * The proof that one leaf belongs to the root, as OpenZeppelin's `MerkleProof.verify` takes it.
 * @throws evidence_not_found when no bundle of that root is stored
 * @throws leaf_not_found when it has no leaf of that index
 */
export function leafProof({ asOf }: Snapshot, bundle: StoredBundle | undefined, rawIndex: string): LeafProof {
  if (bundle === undefined) throw milestoneError('evidence_not_found')
  const index = /^\d{1,9}$/.test(rawIndex) ? Number(rawIndex) : -1
  if (index < 0 || index >= bundle.leaves.length) throw milestoneError('leaf_not_found', bundle.leaves.length)
  return { ok: true, root: bundle.root, index, ...proofOf(bundle, index), asOf }
}

const milestonesMax = 100

function milestonesOf(readModel: ReadModel, root: Hex): Hex[] {
  const holders = readModel.order.filter((milestone) => milestone.evidenceRoot === root)
  return holders.slice(-milestonesMax).map((milestone) => milestone.hash)
}
