import type { Topic } from '../schema.ts'
import { isTurnedAway } from './challenge.ts'

export interface StaticPage {
  /** Null when nothing was fetched. */
  status: number | null
  /** Whether it is nothing but a wall against automatic readers. */
  looksLikeChallenge: boolean
  /** Whether the document is an empty frame that scripts are meant to fill. */
  looksLikeShell: boolean
  candidates: ReadonlyArray<{ topic: Topic }>
}

/** What a company's page says nearly always: its name, what it does, and one way to reach it. */
const required: ReadonlyArray<readonly Topic[]> = [
  ['company-name'],
  ['description'],
  ['contact-email', 'contact-phone', 'address', 'social'],
]

/**
 * Whether a page is worth a browser: facts that pages nearly always have are missing, and it looks as if scripts would
 * bring them. A site that turns automatic readers away is not asked again in another guise.
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
