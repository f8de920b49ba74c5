import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import type { Page } from '../../../../src/analysis/scan/document/page.ts'
import { decideTopics } from '../../../../src/analysis/scan/facts/decide-topics.ts'
import { readTopics } from '../../../../src/analysis/scan/facts/read-topics.ts'
import type { Topic } from '../../../../src/analysis/scan/facts/topic.ts'
import type { Fact } from '../../../../src/analysis/scan/schema.ts'
import { readClues } from '../../../../src/analysis/scan/site/clues.ts'
import { decideSite, type Site } from '../../../../src/analysis/scan/site/site.ts'

/** A page of a made-up site; the first one of a list is where the scan begins. */
export interface SitePage {
  html: string
  /** The start page of nordlicht-segel.de when left out. */
  url?: string
}

/** A page and what a topic should find there. */
export interface Snippet extends SitePage {
  name: string
  /** Values in the order in which the page gives them. */
  values: readonly string[]
}

const startUrl = 'https://www.nordlicht-segel.de/'

/** What a topic says about a site of one or more pages; every quote is looked up in its page. */
export function factsOf(topic: Topic, ...pages: readonly SitePage[]): Fact[] {
  const built = pages.map(pageOf)
  const candidates = built.map((page) => {
    const { candidates, failed } = readTopics(page, [topic])
    expect(failed).toEqual([])
    return { page: refOf(page), candidates }
  })
  const facts = decideTopics([topic], candidates, siteOf(built))
  for (const source of facts.flatMap(({ sources }) => sources)) {
    const page = built.find(({ url }) => url === source.url)
    expect(page?.body.slice(source.start, source.end)).toBe(source.quote)
  }
  return facts
}

export function valuesOf(topic: Topic, ...pages: readonly SitePage[]): string[] {
  return factsOf(topic, ...pages).map(({ value, text }) => value ?? text)
}

/** A test for each row: the values that a topic finds on its page. */
export function testRows(about: string, topic: Topic, rows: readonly Snippet[]): void {
  describe(about, () => {
    test.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
      expect(valuesOf(topic, row)).toEqual([...row.values])
    })
  })
}

/** What the site-level pass decides about pages. */
export function siteOfPages(...pages: readonly SitePage[]): Site {
  return siteOf(pages.map(pageOf))
}

function pageOf({ html, url = startUrl }: SitePage): Page {
  return buildPage({ url, body: html, headers: [], viaBrowser: false })
}

function siteOf(pages: readonly Page[]): Site {
  return decideSite(
    new URL(pages[0]?.url ?? startUrl),
    pages.map((page) => ({ url: page.url, clues: readClues(page) })),
  )
}

function refOf(page: Page) {
  const sha256 = createHash('sha256').update(page.body).digest('hex')
  const { url, label } = page
  return {
    url,
    label,
    sha256,
    kind: readClues(page).kind,
    headerSha256: sha256,
    fetchedAt: '2026-01-01T00:00:00Z',
  }
}
