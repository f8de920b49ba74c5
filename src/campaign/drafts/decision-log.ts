import { canonicalDigest } from '../../kernel/runtime/canonical-digest.ts'
import type { DecisionVerb } from './review.ts'

/** One entry of a draft's log of decisions. */
export interface LoggedDecision {
  /** From 1. */
  number: number
  decision: DecisionVerb
  note: string | null
  /** Name of the reviewer. */
  by?: string | null
  assetHash: string
  /** The chosen variant of a draft with several. */
  variant?: number | null
  /** In milliseconds since the epoch. */
  decidedAt: number
  /** Hash of the previous entry; for the first entry, of the draft's id. */
  previousHash: string
  hash: string
}

/** The entry after `last` in the log of a draft. */
export function nextEntry(
  draftId: string,
  last: Pick<LoggedDecision, 'number' | 'hash'> | undefined,
  entry: Pick<LoggedDecision, 'decision' | 'note' | 'by' | 'assetHash' | 'variant' | 'decidedAt'>,
): LoggedDecision {
  const unhashed = {
    ...entry,
    number: (last?.number ?? 0) + 1,
    previousHash: last?.hash ?? canonicalDigest({ draftId }),
  }
  return { ...unhashed, hash: hashOf(draftId, unhashed) }
}

/** An entry as callers read it. */
export function shownEntry({ by, variant, decidedAt, ...entry }: LoggedDecision) {
  return { ...entry, ...signedBy({ by, variant }), decidedAt: new Date(decidedAt).toISOString() }
}

/** Members that have no value in some entries, and are then left out. */
const signedBy = ({ by, variant }: { by: unknown; variant: unknown }) => ({
  ...(typeof by === 'string' && { by }),
  ...(typeof variant === 'number' && { variant }),
})

/** A member without a value is not hashed, so that entries of earlier versions keep their hashes. */
function hashOf(
  draftId: string,
  { number, decision, note, by, assetHash, variant, decidedAt, previousHash }: Omit<LoggedDecision, 'hash'>,
): string {
  const entry = { number, decision, note, ...signedBy({ by, variant }), assetHash, decidedAt, previousHash }
  return canonicalDigest({ draftId, ...entry })
}
