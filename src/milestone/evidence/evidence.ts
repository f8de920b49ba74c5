import { createHash } from 'node:crypto'
import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { Type as t } from '@sinclair/typebox'
import type { Hex } from 'viem'
import { hexOf } from '../rpc/shapes.ts'

/** A document with what the Merkle tree commits to: its name, the SHA-256 of its UTF-8 bytes and their number. */
export const EvidenceLeaf = t.Object({
  name: t.String(),
  mediaType: t.String(),
  content: t.String(),
  sha256: t.Unsafe<Hex>(t.String({ pattern: '^0x[0-9a-f]{64}$' })),
  bytes: t.Integer({ minimum: 0 }),
})
export type EvidenceLeaf = typeof EvidenceLeaf.static

/** One document of a builder's evidence; `content` is text. */
export type EvidenceDocument = Pick<EvidenceLeaf, 'name' | 'mediaType' | 'content'>

/** All the evidence for one milestone. `root` is what the builder commits on the chain. */
export interface EvidenceBundle {
  root: Hex
  leaves: readonly EvidenceLeaf[]
}

/** A bundle as it is stored. `createdAt` in seconds since the epoch. */
export interface StoredBundle extends EvidenceBundle {
  title: string
  createdAt: number
}

/** What a list shows of a bundle. */
export interface BundleHead extends Omit<StoredBundle, 'leaves'> {
  leafCount: number
}

/** A leaf is keccak256(keccak256(abi.encode(name, sha256, bytes))), a pair of nodes is sorted before it is hashed. */
export const leafEncoding = ['string', 'bytes32', 'uint256']

/**
 * Puts documents into OpenZeppelin's standard Merkle tree.
 * @throws Error without documents, or when two have the same name
 */
export function buildBundle(documents: readonly EvidenceDocument[]): EvidenceBundle {
  if (documents.length === 0) throw new Error('Cannot build a bundle as it must hold at least one document')
  if (new Set(documents.map(({ name }) => name)).size !== documents.length) {
    throw new Error('Cannot build a bundle as its documents must have different names')
  }
  const leaves = documents.map((document) => ({ ...document, ...digest(document.content) }))
  return { root: hexOf(treeOf(leaves).root), leaves }
}

/** The hash of one leaf and its siblings from the bottom up, as OpenZeppelin's `MerkleProof.verify` takes them. */
export function proofOf({ leaves }: EvidenceBundle, index: number): { leafHash: Hex; proof: Hex[] } {
  const tree = treeOf(leaves)
  const leaf = tree.at(index)
  if (leaf === undefined)
    throw new RangeError(`Cannot prove leaf ${index}: the bundle has ${leaves.length} leaves`)
  return { leafHash: hexOf(tree.leafHash(leaf)), proof: tree.getProof(index).map(hexOf) }
}

/** The hashes of all leaves, in the order of the documents. */
export function leafHashesOf({ leaves }: EvidenceBundle): Hex[] {
  const tree = treeOf(leaves)
  return leaves.map((leaf) => hexOf(tree.leafHash(valuesOf(leaf))))
}

/** Whether the documents match their leaves, and the leaves give `root`. */
export function verifyBundle(root: Hex, leaves: readonly EvidenceLeaf[]): boolean {
  if (leaves.length === 0) return false
  const isWhole = leaves.every((leaf) => {
    const { sha256, bytes } = digest(leaf.content)
    return sha256 === leaf.sha256 && bytes === leaf.bytes
  })
  return isWhole && treeOf(leaves).root === root
}

function treeOf(leaves: readonly EvidenceLeaf[]) {
  return StandardMerkleTree.of(leaves.map(valuesOf), leafEncoding)
}

function valuesOf({ name, sha256, bytes }: EvidenceLeaf): [string, Hex, bigint] {
  return [name, sha256, BigInt(bytes)]
}

function digest(content: string): { sha256: Hex; bytes: number } {
  return {
    sha256: `0x${createHash('sha256').update(content, 'utf8').digest('hex')}`,
    bytes: Buffer.byteLength(content, 'utf8'),
  }
}
