/**
 * Whether an answer is the site's way of turning away automatic readers, which we respect: by its status, or because
 * the page itself is nothing but a challenge.
 */
export function isTurnedAway(answer: { status: number; looksLikeChallenge?: boolean }): boolean {
  const { status, looksLikeChallenge = false } = answer
  return status === 401 || status === 403 || status === 429 || looksLikeChallenge
}
