import { pageKey, withoutNoise } from '../../crawl/page-key.ts'
import { topicsOfSlug, topicsOfText } from '../../crawl/page-topics.ts'
import { isSameSite } from '../../crawl/same-site.ts'
import type { Fact } from '../../schema.ts'
import { type AbsenceTopic, absenceTopics } from '../../site/traces.ts'
import { factId } from '../decide-topics.ts'

/** A site with less text is filled by scripts or leads elsewhere. */
const charsMin = 150

const words: Readonly<Record<AbsenceTopic, string>> = {
  pricing: 'No prices were',
  'contact-email': 'No contact e-mail address was',
  'contact-phone': 'No phone number was',
}

/** Evidence for an absence. */
export interface SearchedPage {
  url: string
  /** The whole text was read. */
  whole: boolean
  /** Characters of visible text. */
  chars: number
  links: ReadonlyArray<{ url: string; text: string }>
  traces: readonly AbsenceTopic[]
}

/**
 * Topics without a fact on a site that was read completely: it has text, no page was left out or is likely to cover the topic
 * unread, and no page has traces of it.
 */
export function absences(facts: readonly Fact[], pages: readonly SearchedPage[]): Fact[] {
  const [home] = pages
  const present = new Set<string>([
    ...facts.map(({ topic }) => topic),
    ...pages.flatMap(({ traces }) => traces),
    // A page of prices may get them from a script.
    ...(pages.some(({ url }) => topicsOfSlug(slugOf(url)).pricing !== undefined) ? ['pricing'] : []),
  ])
  const absent = absenceTopics.filter((topic) => !present.has(topic))
  if (absent.length === 0 || home === undefined || pages.some(({ whole }) => !whole)) return []
  if (pages.reduce((sum, { chars }) => sum + chars, 0) < charsMin) return []
  if (hasUnreadPages(home.url, pages)) return []
  const where = pages.length === 1 ? 'the 1 page that was read' : `the ${pages.length} pages that were read`
  return absent.map((topic) => ({
    id: factId('absence', topic),
    kind: 'unknown',
    topic: 'absence',
    text: `${words[topic]} found on ${where}.`,
    value: topic,
    confidence: 'low',
    sources: [],
  }))
}

const slugOf = (url: string) => new URL(url).pathname.split('/').findLast((part) => part !== '') ?? ''

/** Pages that usually have contacts and prices. */
const wantedTopics = ['contact', 'about', 'team', 'pricing', 'imprint'] as const

function hasUnreadPages(home: string, pages: readonly SearchedPage[]): boolean {
  const keyOf = (url: string) => pageKey(withoutNoise(new URL(url)))
  const read = new Set(pages.map(({ url }) => keyOf(url)))
  const isLikely = ({ url, text }: SearchedPage['links'][number]) => {
    const scores = [topicsOfText(text), topicsOfSlug(slugOf(url))]
    return wantedTopics.some((topic) => scores.some((score) => score[topic] !== undefined))
  }
  // Most links are on all pages.
  const links = new Map(pages.flatMap((page) => page.links.map((link) => [`${link.url} ${link.text}`, link])))
  return [...links.values()].some(
    (link) => isLikely(link) && isSameSite(new URL(link.url), new URL(home)) && !read.has(keyOf(link.url)),
  )
}
