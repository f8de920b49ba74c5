import { fold } from './fold.ts'
import lowValueNames from './low-value-names.json'
import { hostKey, pageKey, pathNames, withoutNoise } from './page-key.ts'
import {
  type PageTopic,
  pageTopics,
  type TopicScores,
  textLengthMax,
  topicsOfSlug,
  topicsOfText,
} from './page-topics.ts'
import { siteOf } from './same-site.ts'
import { isTrap, isTrapHost, urlLengthMax } from './traps.ts'
import { languageOf, urlLanguage } from './url-language.ts'

export interface CrawlLink {
  /** Absolute. */
  url: string
  text: string
  area: 'nav' | 'header' | 'main' | 'footer' | 'aside'
}

export interface ChosenPage {
  url: string
  /** `navigation`: a page in the site's menu without a known topic. */
  topic: PageTopic | 'navigation'
}

export interface CrawlChoice {
  /** The fetched page, after redirects. */
  start: URL
  links: readonly CrawlLink[]
  /** The start page's declared language. */
  lang?: string | undefined
  /** Further URLs that must not be chosen, such as the one that redirected to the start page. */
  exclude?: readonly URL[]
}

/** Distinct links read per page, and sitemap URLs in addition; this bounds the time of a scan. */
const linksMax = 600
const sitemapUrlsMax = 300
const likelyMax = 25
/** A start page with so few links only leads to the site's parts. */
const gatewayMax = 3

interface Candidate {
  url: URL
  topic: ChosenPage['topic']
  /** 0: named after the topic, 1: related term, 2: mention only, 3: no topic. */
  tier: number
  /** In another language than the start page, by URL. */
  foreign: boolean
  rank: readonly number[]
}

/** All topics up to the imprint, in order of value. */
const deeperTopics: ReadonlySet<ChosenPage['topic']> = new Set(
  pageTopics.slice(0, pageTopics.indexOf('careers')),
)

/** The best page for each valuable topic that no page covers so far. */
export function deeperPages(
  choice: CrawlChoice,
  coveredTopics: ReadonlySet<ChosenPage['topic']>,
): ChosenPage[] {
  const open = pageChooser(choice)([]).filter(
    ({ topic }) => deeperTopics.has(topic) && !coveredTopics.has(topic),
  )
  return [...Map.groupBy(open, ({ topic }) => topic).values()].flatMap(([first]) => first ?? [])
}

/** The first pages allowed by robots.txt; a refused one is replaced by the next. */
export async function firstAllowed(
  pages: readonly ChosenPage[],
  { max, allowed }: { max: number; allowed: (url: URL) => Promise<boolean> },
): Promise<ChosenPage[]> {
  const chosen: ChosenPage[] = []
  for (const page of pages) {
    if (chosen.length >= max) break
    if (await allowed(new URL(page.url))) chosen.push(page)
  }
  return chosen
}

/**
 * The pages of a site most likely to hold facts, best first: one per topic before a second for any. The rest is filled
 * from the site's menus, as a page without a known topic may still have contacts. Preference within a topic: the start
 * page's language, names before mentions, navigation and footer before text before sitemap, the start page's host,
 * shorter paths. Deterministic.
 * Reads the links once; returns up to 25 pages from them and the sitemap URLs given so far.
 */
export function pageChooser(choice: CrawlChoice): (sitemapUrls: readonly string[]) => ChosenPage[] {
  const { start, lang } = choice
  const language = urlLanguage(start) ?? languageOf(lang ?? '')
  const seen = createSeenPages(choice)
  for (const link of firstLinks(choice.links)) seen.add(link)
  let sitemapUrlsLeft = sitemapUrlsMax
  return (sitemapUrls) => {
    for (const url of sitemapUrls.slice(0, sitemapUrlsLeft)) seen.add({ url, text: '', areaRank: 2 })
    sitemapUrlsLeft = Math.max(0, sitemapUrlsLeft - sitemapUrls.length)
    const pages = [...seen.pages()]
    // A gateway has no menu, nor has a page whose menu a script builds.
    const nearest = Math.min(2, ...pages.map(({ areaRank }) => areaRank))
    const fillRank = Math.max(nearest, pages.length > gatewayMax ? 0 : 1)
    const candidates = pages.flatMap((page) => candidateOf(page, { start, language, fillRank }) ?? [])
    return inTurns(candidates)
      .slice(0, likelyMax)
      .map(({ url, topic }) => ({ url: url.href, topic }))
  }
}

/**
 * Orders by rounds: each topic's best candidate, then each one's second; mentions of a topic wait two rounds. Of pages
 * in other languages one per topic counts, and none beside a page in the right one, as they are translations.
 */
function inTurns(candidates: readonly Candidate[]): Candidate[] {
  const counts = new Map<Candidate['topic'], number>()
  const hasImprint = candidates.some(({ topic, tier }) => topic === 'imprint' && tier < 2)
  const placed = [...candidates].sort(byRank).flatMap((candidate) => {
    const earlier = counts.get(candidate.topic) ?? 0
    if (candidate.foreign && earlier > 0) return []
    counts.set(candidate.topic, earlier + 1)
    return [{ candidate, turn: turnOf(candidate, earlier, hasImprint) }]
  })
  const order = (topic: Candidate['topic']) => (topic === 'navigation' ? -1 : pageTopics.indexOf(topic))
  placed.sort((a, b) => a.turn - b.turn || order(a.candidate.topic) - order(b.candidate.topic))
  return placed.map(({ candidate }) => candidate)
}

function turnOf({ topic, tier }: Candidate, earlier: number, hasImprint: boolean): number {
  // Terms state the operator of a site without an imprint.
  const isFiller = topic === 'navigation' || (topic === 'terms' && (hasImprint || earlier > 0))
  if (isFiller) return Number.MAX_SAFE_INTEGER
  return earlier + (tier === 2 ? 2 : 0)
}

function byRank(a: Candidate, b: Candidate): number {
  const at = a.rank.findIndex((each, index) => each !== b.rank[index])
  if (at !== -1) return (a.rank[at] ?? 0) - (b.rank[at] ?? 0)
  return a.url.href < b.url.href ? -1 : a.url.href > b.url.href ? 1 : 0
}

interface Seen {
  url: URL
  areaRank: number
  scores: TopicScores
}

interface RankedLink {
  url: string
  text: string
  areaRank: number
}

/** The linked pages without duplicates, each with the topics of all its links. */
function createSeenPages({ start, exclude = [] }: CrawlChoice) {
  const site = siteOf(start)
  const excluded = new Set([start, ...exclude].map((url) => pageKey(withoutNoise(url))))
  const pages = new Map<string, Seen>()
  return {
    pages: () => pages.values(),
    add({ url: href, text, areaRank }: RankedLink) {
      const url = pageUrl(href, start, site)
      if (url === undefined) return
      const key = pageKey(url)
      if (excluded.has(key)) return
      const page = pages.get(key) ?? { url, areaRank, scores: topicsOfPath(url) }
      // Links are in area order; within one area the spelling of the URL must not depend on link order.
      if (areaRank === page.areaRank && url.href < page.url.href) page.url = url
      if (text !== '') addScores(page.scores, topicsOfText(text))
      pages.set(key, page)
    },
  }
}

function candidateOf(
  { url, areaRank, scores }: Seen,
  { start, language, fillRank }: { start: URL; language: string | undefined; fillRank: number },
): Candidate | undefined {
  const scoreOf = (topic: PageTopic) => scores[topic] ?? 0
  const [best] = pageTopics.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const score = best === undefined ? 0 : scoreOf(best)
  const topic = score > 0 ? best : areaRank <= fillRank && mayFill(url) ? 'navigation' : undefined
  if (topic === undefined) return undefined
  const named = urlLanguage(url)
  const foreign = named !== undefined && named !== language
  const tier = topic === 'navigation' ? 3 : score >= 6 ? 0 : score >= 4 ? 1 : 2
  const otherHost = hostKey(url) === hostKey(start) ? 0 : 1
  return {
    url,
    topic,
    tier,
    foreign,
    rank: [Number(foreign), tier, areaRank, otherHost, pathNames(url).length, -score, url.href.length],
  }
}

/** Menu labels of pages with few facts, in the larger languages. */
const lowValueLabels = new Set(lowValueNames)

/** A page near the root, without parameters, whose name is a word. */
function mayFill(url: URL): boolean {
  const names = pathNames(url)
  const name = fold((names.at(-1) ?? '').replace(/\.[a-z]{2,5}$/i, '')).replaceAll(' ', '')
  const isWord = name.length >= 3 && !/\d{3}/.test(name)
  return url.search === '' && names.length <= 2 && isWord && !lowValueLabels.has(name)
}

/** The last segment counts fully, the one above, such as `/services/`, a little. */
function topicsOfPath(url: URL): TopicScores {
  const [above = '', last = ''] = ['', ...pathNames(url)].slice(-2)
  const scores = topicsOfSlug(last)
  addScores(scores, topicsOfSlug(above), 1 / 4)
  return scores
}

function addScores(scores: TopicScores, more: TopicScores, share = 1): void {
  for (const topic of pageTopics) {
    const score = more[topic]
    if (score !== undefined) scores[topic] = Math.max(scores[topic] ?? 0, score * share)
  }
}

/** Each distinct link once per text, navigation and footer before text. */
function firstLinks(links: readonly CrawlLink[]): RankedLink[] {
  const distinct = new Map<string, RankedLink>()
  for (const { url, text: whole, area } of links) {
    if (url.length > urlLengthMax) continue
    // Sentences have no topic.
    const text = whole.length > textLengthMax ? '' : whole
    const link = { url, text, areaRank: area === 'main' || area === 'aside' ? 1 : 0 }
    if (!distinct.has(`${url} ${text}`)) distinct.set(`${url} ${text}`, link)
  }
  return [...distinct.values()].sort((a, b) => a.areaRank - b.areaRank).slice(0, linksMax)
}

/** The URL to request when a link leads to another page of the site. */
function pageUrl(href: string, start: URL, site: string): URL | undefined {
  const url = URL.parse(href)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.port !== start.port)
    return undefined
  if (url.hostname !== start.hostname && !(url.hostname.includes(site) && siteOf(url) === site))
    return undefined
  const isOwnHost = hostKey(url) === hostKey(start)
  if (isTrap(url) || (!isOwnHost && isTrapHost(url.hostname))) return undefined
  const clean = withoutNoise(url)
  if (isOwnHost) {
    clean.protocol = start.protocol
    clean.hostname = start.hostname
  }
  return clean
}
