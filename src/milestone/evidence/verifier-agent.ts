import type { Hex } from 'viem'
import { type EvidenceLeaf, verifyBundle } from './evidence.ts'

/** A verifier's decision about a milestone's evidence. */
type Judgement =
  | { verdict: 'approve' | 'reject'; reason: string }
  /** It does not vote on documents that it could not read. */
  | { verdict: 'abstain'; reason: string }

/**
 * A bonded verifier's own check: fetches the documents of the committed root, hashes each, rebuilds the tree, and
 * approves only what gives that root.
 */
export async function judgeEvidence(
  root: Hex,
  fetchLeaves: (root: Hex) => Promise<readonly EvidenceLeaf[] | undefined>,
): Promise<Judgement> {
  const leaves = await fetchLeaves(root)
  if (leaves === undefined)
    return { verdict: 'abstain', reason: 'the documents of the root are not available' }
  return verifyBundle(root, leaves)
    ? { verdict: 'approve', reason: `${leaves.length} documents give the committed root` }
    : { verdict: 'reject', reason: 'the documents give another root' }
}
