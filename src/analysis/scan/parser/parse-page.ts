import { createHash } from 'node:crypto'
import { buildPage } from '../document/build-page.ts'
import { looksLikeChallenge } from '../document/challenge.ts'
import { decodeBody } from '../document/charset.ts'
import { defaultPageLimits, type PageLimits } from '../document/limits.ts'
import type { PageLink } from '../document/page.ts'
import { looksLikeShell } from '../document/shell.ts'
import { readTopics } from '../facts/read-topics.ts'
import type { Topic } from '../facts/topic.ts'
import { allTopics } from '../facts/topics.ts'
import { excerptOf } from '../proposals/excerpt.ts'
import { readClues } from '../site/clues.ts'
import type { ParsedPage } from './parsed-page.ts'

/** A page as fetched or rendered. */
export interface ParseInput {
  url: string
  body: Uint8Array
  contentType: string | undefined
  headers: ReadonlyArray<readonly [name: string, value: string]>
  viaBrowser: boolean
  /** Whether to return lines for a language model. */
  excerpt?: boolean
}

const linksMax = 500
const linkUrlCharsMax = 2_048
const resultCharsMax = 1024 * 1024

/** Parses one page and reads its candidates. Runs in the parse child, which can be killed. */
export function parsePage(
  input: ParseInput,
  topics: readonly Topic[] = allTopics,
  limits: PageLimits = defaultPageLimits,
): ParsedPage {
  const { text, charset } = decodeBody(input.body, input.contentType)
  const page = buildPage({ ...input, body: text }, limits)
  const { candidates, failed } = readTopics(page, topics)
  return withinSize({
    url: page.url,
    label: page.label,
    title: page.title,
    description: page.description,
    lang: page.lang,
    sha256: sha256(input.body),
    charset,
    elements: page.elements,
    truncated: page.truncated,
    looksLikeShell: looksLikeShell(page),
    looksLikeChallenge: looksLikeChallenge(page),
    visibleTextLength: page.visibleTextLength,
    headerBlock: { text: page.headerBlock, sha256: sha256(page.headerBlock) },
    links: webLinks(page.links),
    candidates,
    clues: readClues(page),
    failedTopics: failed,
    ...(input.excerpt === true && { excerpt: excerptOf(page) }),
  })
}

/** Without duplicate URLs, each with its first non-empty text. */
function webLinks(links: readonly PageLink[]): ParsedPage['links'] {
  const found = new Map<string, ParsedPage['links'][number]>()
  for (const { url, text, area, rel } of links) {
    if (!/^https?:/.test(url) || url.length > linkUrlCharsMax) continue
    const known = found.get(url)
    if (known === undefined && found.size === linksMax) continue
    if (known === undefined || known.text === '') found.set(url, { url, text, area, rel })
  }
  return [...found.values()]
}

/** Cuts from the end: links before candidates, as the last links of a page matter least. */
function withinSize(page: ParsedPage): ParsedPage {
  let cut = page
  while (JSON.stringify(cut).length > resultCharsMax) {
    const { links, candidates } = cut
    cut =
      links.length > 20
        ? { ...cut, truncated: true, links: links.slice(0, links.length >> 1) }
        : candidates.length > 0
          ? { ...cut, truncated: true, candidates: candidates.slice(0, candidates.length >> 1) }
          : { ...cut, truncated: true, headerBlock: { text: '', sha256: sha256('') } }
    if (candidates.length === 0 && cut.headerBlock.text === '') break
  }
  return cut
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
