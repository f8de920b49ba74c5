import { phraseLine } from '../../text/phrases.ts'
import { remembered } from '../../text/remembered.ts'
import { withoutNoise } from '../crawl/page-key.ts'
import { decodePercents } from '../decode-percents.ts'
import { classOf } from './dom-tree.ts'
import { metaOf } from './metas.ts'
import { oncePerPage } from './once-per-page.ts'
import type { Page } from './page.ts'
import words from './page-kinds.json'
import schemaOrg from './schema-org.json'

const { home, ...named } = words
export type PageKind = keyof typeof words | 'other'

/** Phrases of the last path segments or the heading. The first kind that matches wins. */
const kindWords = (Object.keys(named) as Array<keyof typeof named>).map(
  (kind) => [kind, new Set(named[kind])] as const,
)
const kindOfName = new Map(
  kindWords.toReversed().flatMap(([kind, phrases]) => [...phrases].map((phrase) => [phrase, kind] as const)),
)
const homeWords = new Set(home)

export const pageKind = oncePerPage(readPageKind)

function readPageKind(page: Page): PageKind {
  return kindOfPath(page.url) ?? kindOfHeading(page) ?? (isArticle(page) ? 'article' : 'other')
}

const slugWordsMax = 4
const slugPhraseMin = 5

const kindOfPath = remembered((url): PageKind | undefined => {
  const segments = pathSegments(url)
  if (isHomePath(segments)) return isPlain(url) ? 'home' : undefined
  for (const segment of segments.slice(-2).reverse()) {
    const kind = kindNamed(segment)
    if (kind !== undefined) return kind
  }
  // A long last segment may contain the phrase, as in /unser-team-in-berlin or /contact-sales.
  const last = phraseLine(segments.at(-1) ?? '')
  if (last.split(' ').length > slugWordsMax + 2) return undefined
  return kindWords.find(
    ([kind, phrases]) =>
      kind !== 'article' &&
      kind !== 'others' &&
      [...phrases].some((phrase) => phrase.length >= slugPhraseMin && last.includes(` ${phrase} `)),
  )?.[0]
})

/** Whether a URL is that of a start page, such as `/`, `/de/` or `/index.html`. */
export const isStartUrl = (url: string): boolean => kindOfPath(url) === 'home'

/** The kind whose phrase equals the whole name. */
export const kindNamed = (name: string): PageKind | undefined => kindOfName.get(phraseLine(name).trim())

/** Without a parameter that selects another page, such as `?page_id=2`. */
function isPlain(url: string): boolean {
  return [...withoutNoise(new URL(url)).searchParams.keys()].every((name) =>
    /^(?:lang|hl|language|locale)$/i.test(name),
  )
}

const articleTypes = new Set(schemaOrg.articles)

/** An article with date and author, not a page about the company; WordPress types both as articles. */
function isArticle(page: Page): boolean {
  if (/\/(?:19|20)\d{2}\/\d{1,2}\//.test(new URL(page.url).pathname)) return true
  if (page.jsonLd.some(({ types }) => types.some((type) => articleTypes.has(type)))) return true
  const body = page.all('body')[0]
  const isPage = body !== undefined && / page(?:-id-\d{1,9})? /.test(` ${classOf(body).slice(0, 1_000)} `)
  const isDated = metaOf(page, 'article:published_time') !== undefined
  return !isPage && isDated && metaOf(page, 'og:type')?.content === 'article'
}

/** The path's segments, decoded, without extensions such as `.html`. */
export function pathSegments(url: string): string[] {
  const segments = decodePercents(new URL(url).pathname)
    .split('/')
    .filter((segment) => segment !== '')
  return segments.map((segment) => segment.replace(/\.(?:html?|php|aspx?|jsp|shtml)$/i, ''))
}

/** What a page calls itself: its main heading, and the first part of its title. */
export function headlinesOf(page: Page): readonly [heading: string, title: string] {
  const heading = page.blocks.find((block) => block.heading === 1)?.text ?? ''
  return [heading, page.title.split(/[|–—·:]| - /)[0] ?? '']
}

function isHomePath(segments: readonly string[]): boolean {
  const rest = /^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(segments[0] ?? '') ? segments.slice(1) : segments
  return rest.length === 0 || (rest.length === 1 && homeWords.has(phraseLine(rest[0] ?? '').trim()))
}

const headingMax = 80

function kindOfHeading(page: Page): PageKind | undefined {
  const [heading, title] = headlinesOf(page)
  return kindNamed(heading.slice(0, headingMax)) ?? kindNamed(title.slice(0, headingMax))
}
