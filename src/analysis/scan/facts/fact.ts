import type { Evidence } from '../document/evidence.ts'
import type { Page } from '../document/page.ts'
import type { Topic } from '../schema.ts'

/** How a page says it: in structured data, in plain words, or only between the lines. */
export type Strength = 'structured' | 'explicit' | 'wording'

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
