import type { Draft } from '../../drafts/draft.ts'
import { reviewAfter } from '../../drafts/review.ts'
import { canonicalSha256, type Subtle } from './digest.ts'

/** The number of the first decision that does not fit its hash or the one before; undefined when all fit. */
export async function brokenDecision(
  subtle: Subtle,
  { draftId, decisions, review }: Pick<Draft, 'draftId' | 'decisions' | 'review'>,
): Promise<number | undefined> {
  let expectedHash = await canonicalSha256(subtle, { draftId })
  for (const [index, entry] of decisions.entries()) {
    const { hash, decidedAt, ...rest } = entry
    const computed = await canonicalSha256(subtle, { ...rest, draftId, decidedAt: Date.parse(decidedAt) })
    if (entry.number !== index + 1 || entry.previousHash !== expectedHash || computed !== hash)
      return index + 1
    expectedHash = hash
  }
  // Hashes do not show entries removed at the end; the review state does.
  const last = decisions.at(-1)
  const isWhole =
    review === 'expired' || review === (last === undefined ? 'pending' : reviewAfter[last.decision])
  return isWhole ? undefined : decisions.length + 1
}
