/** State of a draft's review. */
export type Review = 'pending' | 'approved' | 'changes_requested' | 'rejected' | 'expired'

export type DecisionVerb = 'approve' | 'reject' | 'request_changes'

/** Inputs of a decision. Times in milliseconds since the epoch. */
export interface ReviewState {
  run: 'processing' | 'completed' | 'failed'
  review: Exclude<Review, 'expired'>
  /** Of the assets; undefined until the run has completed. */
  assetHash: string | undefined
  expiresAt: number
  /** A later revision exists. */
  isRevised: boolean
}

/** Why a decision is refused. */
export type Refusal = 'expired' | 'not_completed' | 'already_decided' | 'revised' | 'stale_assets'

export type Transition = { review: Exclude<Review, 'expired' | 'pending'> } | { refused: Refusal }

/** Result of a decision. */
export const reviewAfter = {
  approve: 'approved',
  reject: 'rejected',
  request_changes: 'changes_requested',
} as const

/** The review of a draft at `now`; `expiresAt` itself is already expired. */
export function reviewAt(
  { review, expiresAt }: Pick<ReviewState, 'review' | 'expiresAt'>,
  now: number,
): Review {
  return now >= expiresAt ? 'expired' : review
}

/**
 * Applies a decision to a draft. Approval and rejection are final. After requested changes the same draft may still be
 * decided, until the next revision exists.
 */
export function decide(
  state: ReviewState,
  decision: { verb: DecisionVerb; assetHash: string },
  now: number,
): Transition {
  if (reviewAt(state, now) === 'expired') return { refused: 'expired' }
  if (state.run !== 'completed' || state.assetHash === undefined) return { refused: 'not_completed' }
  if (state.review === 'approved' || state.review === 'rejected') return { refused: 'already_decided' }
  if (state.isRevised) return { refused: 'revised' }
  if (decision.assetHash !== state.assetHash) return { refused: 'stale_assets' }
  return { review: reviewAfter[decision.verb] }
}
