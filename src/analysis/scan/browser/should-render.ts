import type { Topic } from '../schema.ts'

export interface StaticPage {
  /** Null when nothing was fetched. */
  status: number | null
  /** Whether the page only contains a challenge for automatic readers. */
  looksLikeChallenge: boolean
  /** Whether the document is an empty shell that scripts fill. */
  looksLikeShell: boolean
  candidates: ReadonlyArray<{ topic: Topic }>
}

/** Topics found on nearly every company page: name, description, and one way of contact. */
const required: ReadonlyArray<readonly Topic[]> = [
  ['company-name'],
  ['description'],
  ['contact-email', 'contact-phone', 'address', 'social'],
]

/**
 * Whether to render a page in a browser: topics found on nearly every page are missing, and the page seems to be filled
 * by scripts. Never for a site that rejects automatic readers.
 */
export function shouldRender({
  status,
  looksLikeShell,
  looksLikeChallenge,
  candidates,
}: StaticPage): boolean {
  if (!looksLikeShell || status === null || status < 200 || status > 299) return false
  if (isTurnedAway({ status, looksLikeChallenge })) return false
  return required.some((topics) => !candidates.some(({ topic }) => topics.includes(topic)))
}

/** Whether a site rejects automatic readers: by status, or because the page only contains a challenge. */
export function isTurnedAway(answer: { status: number; looksLikeChallenge?: boolean }): boolean {
  const { status, looksLikeChallenge = false } = answer
  return status === 401 || status === 403 || status === 429 || looksLikeChallenge
}
