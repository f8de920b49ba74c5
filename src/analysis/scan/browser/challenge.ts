/** Whether a site rejects automatic readers: by status, or because the page only contains a challenge. */
export function isTurnedAway(answer: { status: number; looksLikeChallenge?: boolean }): boolean {
  const { status, looksLikeChallenge = false } = answer
  return status === 401 || status === 403 || status === 429 || looksLikeChallenge
}
