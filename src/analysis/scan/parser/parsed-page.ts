import type { PageArea } from '../document/page.ts'
import type { Candidate } from '../facts/topic.ts'
import type { ExcerptLine } from '../proposals/excerpt.ts'
import type { PageClues } from '../site/clues.ts'

/** The result of the parse child for one page; JSON between processes. */
export interface ParsedPage {
  url: string
  label: string
  title: string
  description: string
  lang: string | undefined
  /** SHA-256 of the fetched body's bytes. */
  sha256: string
  charset: string
  elements: number
  truncated: boolean
  looksLikeShell: boolean
  /** The page only contains a challenge for automatic readers. */
  looksLikeChallenge: boolean
  visibleTextLength: number
  headerBlock: { text: string; sha256: string }
  links: ReadonlyArray<{ url: string; text: string; area: PageArea; rel: string }>
  candidates: readonly Candidate[]
  clues: PageClues
  /** Only when requested. */
  excerpt?: readonly ExcerptLine[]
  /** Names of the topics that threw; candidates of the others remain valid. */
  failedTopics: readonly string[]
}
