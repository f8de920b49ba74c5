import type { Page, PageArea } from '../page.ts'
import type { FactMethod, Topic } from '../schema.ts'

/** How a page says it: in structured data, in plain words, or only between the lines. */
export type Strength = 'structured' | 'explicit' | 'wording'

export interface Evidence {
  method: FactMethod
  /** `page.body.slice(start, end)`; for the method `header` the same slice of `page.headerBlock`. */
  quote: string
  start: number
  end: number
}

/** Answers of the questionnaire that a fact suggests, in the catalog's option texts. */
export interface FactSignals {
  role?: string
  painPoints?: string[]
  tools?: string[]
}

/** What one page says about one topic. */
export interface PageFact {
  topic: Topic
  kind: 'found' | 'inferred'
  /** Identity for merging, normalised: equal keys of one topic are the same fact. */
  key: string
  /** One plain sentence or value for people, cleaned by `cleanText`. */
  text: string
  /** Canonical form of the topic, cleaned by `cleanText`. */
  value?: string
  strength: Strength
  evidence: readonly Evidence[]
  signals?: FactSignals
}

/** Reads one topic off a page; every topic file exports one. */
export type FactFinder = (page: Page) => readonly PageFact[]

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
  facts: readonly PageFact[]
  links: ReadonlyArray<{ url: string; text: string; area: PageArea; rel: string }>
  /** Names of the finders that threw; the others' facts stand. */
  failedFinders: readonly string[]
}
