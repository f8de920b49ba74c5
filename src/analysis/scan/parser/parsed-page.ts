import type { PageArea } from '../document/page.ts'
import type { Candidate } from '../facts/topic.ts'
import type { ExcerptLine } from '../proposals/excerpt.ts'
import type { PageClues } from '../site/clues.ts'

/** What the parse child says about a page; crosses the process border as JSON. */
export interface ParsedPage {
  url: string
  label: string
  title: string
  description: string
  lang: string | undefined
  /** Of the body's bytes as fetched. */
  sha256: string
  charset: string
  elements: number
  truncated: boolean
  looksLikeShell: boolean
  /** The page is nothing but a wall against automatic readers. */
  looksLikeChallenge: boolean
  visibleTextLength: number
  headerBlock: { text: string; sha256: string }
  links: ReadonlyArray<{ url: string; text: string; area: PageArea; rel: string }>
  candidates: readonly Candidate[]
  clues: PageClues
  /** Where it was asked for. */
  excerpt?: readonly ExcerptLine[]
  /** Names of the topics that threw; the candidates of the others stand. */
  failedTopics: readonly string[]
}
