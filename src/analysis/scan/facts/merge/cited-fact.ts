import type { Fact } from '../../schema.ts'
import type { PageFact } from '../fact.ts'

export type FactSource = Fact['sources'][number]
export type Confidence = Fact['confidence']

/** The facts of one fetched body. The records of a domain count as a body of their own, with a `dns:` URL. */
export interface PageFacts {
  url: string
  label: string
  /** Of the body as fetched. */
  sha256: string
  /** RFC 3339. */
  fetchedAt: string
  /** Of the header block. */
  headerSha256: string
  facts: readonly PageFact[]
}

/** One page's word on a fact. */
export interface Statement {
  page: PageFacts
  fact: PageFact
}

/** All that is said about one thing, the strongest word first. */
export interface FactGroup {
  topic: PageFact['topic']
  key: string
  statements: readonly Statement[]
  /** What the statements alone are good for, before contradictions count. */
  support: Confidence
}

/** The body that a source's quote stands in. */
export function bodySha256(page: PageFacts, method: FactSource['method']): string {
  return method === 'header' ? page.headerSha256 : page.sha256
}

/** Text order by UTF-16 code units, the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
