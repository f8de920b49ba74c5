import { expect } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import type { FactFinder, PageFact } from '../../../../src/analysis/scan/facts/fact.ts'

/** A page of a made-up site, and what its reader should find. */
export interface Snippet {
  name: string
  html: string
  /** Values in the order in which the page tells them. */
  values: readonly string[]
  /** The start page of nordlicht-segel.de when it is not told. */
  url?: string
}

const siteUrl = 'https://www.nordlicht-segel.de/'

/** The distinct values that a finder reads off a page; every quote is looked up in the page's body. */
export function readValues(find: FactFinder, snippet: Pick<Snippet, 'html' | 'url'>): string[] {
  return [...new Set(readFacts(find, snippet).map(({ value, text }) => value ?? text))]
}

export function readFacts(
  find: FactFinder,
  { html, url = siteUrl }: Pick<Snippet, 'html' | 'url'>,
): readonly PageFact[] {
  const page = buildPage({ url, body: html, headers: [], viaBrowser: false })
  const facts = find(page)
  for (const { evidence } of facts) {
    expect(evidence.length).toBeGreaterThan(0)
    for (const { quote, start, end } of evidence) {
      expect(quote).not.toBe('')
      expect(quote.length).toBeLessThanOrEqual(300)
      expect(page.body.slice(start, end)).toBe(quote)
    }
  }
  return facts
}
