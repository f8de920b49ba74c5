import { normalWords } from '../../../text/normal-words.ts'
import { ancestors, classOf, isElement, nearest } from '../../document/dom-tree.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page, PageLink } from '../../document/page.ts'
import { kindNamed, pageKind } from '../../document/page-kind.ts'
import { isSameSite } from '../../site/site-name.ts'
import { cartOf } from '../business/shop.ts'
import { isBadge, layoutOf } from './listed-offers.ts'
import { listedName } from './offer-names.ts'
import {
  headsOthers,
  isGroupPath,
  isOfferLabel,
  isOfferPath,
  offerSlug,
  partNamed,
  segmentsOf,
} from './offer-words.ts'

/** A link named as something sold. */
export interface LinkedOffer {
  name: string
  link: PageLink
}

const labelsMax = 12
const climbMax = 3
const panelLinksMax = 60
const areaEnds = new Set(['li', 'nav', 'header', 'footer', 'body', 'main', 'ul', 'ol'])

/** The entries of a menu's `Services`, and of a footer's column under that label. */
export function menuOffers(page: Page): LinkedOffer[] {
  return linksUnder(page, isOfferLabel).flatMap((link) => {
    const name = nameOfLink(link)
    return name === undefined || isOtherKind(link.url) ? [] : [{ name, link }]
  })
}

/** The site's own links of a menu or footer column under a label. */
export function linksUnder(page: Page, isLabel: (text: string) => boolean): PageLink[] {
  const byElement = new Map(page.links.map((link) => [link.element, link]))
  return linesOf(page)
    .filter(({ area }) => area !== 'main')
    .flatMap(({ pieces }) => pieces)
    .filter(({ text }) => isLabel(text))
    .slice(0, labelsMax)
    .flatMap(({ run }) => panelLinks(run.element))
    .flatMap((element) => byElement.get(element) ?? [])
    .filter(({ url, area }) => area !== 'main' && isSameSite(url, page))
}

/** Whether a link leads to a page about the company, its people, its news or a place that it serves. */
const isOtherKind = (url: string): boolean =>
  segmentsOf(url)
    .slice(-2)
    .some((segment) => kindNamed(segment) !== undefined || isGroupPath(segment))

/** The links of a label's panel: in the element after it, or after an element that contains only the label. */
function panelLinks(label: Element): Element[] {
  const link = nearest(label, 'a')
  for (const at of ancestors(link ?? label, climbMax)) {
    if (areaEnds.has(at.localName) || at.querySelectorAll('a').length > 1) break
    const next = at.nextElementSibling
    const own = next === null || isAlike(at, next) ? [] : linksIn(next)
    if (own.length > 1) return own
  }
  return []
}

/** Entries of one row have equal markup; a panel differs from its label. */
function isAlike(one: Element, other: Element): boolean {
  return one.localName === other.localName && one.getAttribute('class') === other.getAttribute('class')
}

function linksIn(element: Element): Element[] {
  return [...element.querySelectorAll('a')].slice(0, panelLinksMax)
}

/** Links to pages below `/services/` whose text shares a word with the URL, and pictures of a class named for offers. */
export function pathOffers(page: Page): LinkedOffer[] {
  const isShop = cartOf(page) !== undefined
  return page.links.flatMap((link) => {
    const slug = link.visible ? offerSlug(link.url, isShop) : undefined
    const name = slug === undefined && !isTile(link) ? undefined : nameOfLink(link)
    const fits = name !== undefined && (slug === undefined ? !isOtherKind(link.url) : sharesWord(slug, name))
    return fits && link.url !== page.url && isSameSite(link.url, page) ? [{ name, link }] : []
  })
}

function isTile({ element, area, visible }: PageLink): boolean {
  const isNamed = visible && area === 'main' && partNamed(classOf(element)) === 'offers'
  return isNamed && element.querySelector('img, svg, i, picture') !== null
}

const cardsMin = 3
/** More are posts or projects. */
const cardsMax = 12
const cardReach = 8
const cardSlugWordsMax = 6
const cardTextMin = 30
/** Entries of a blog. */
const postClass = /(?:^|[\s_-])(?:post|entry|hentry|news|blog)(?:$|[\s_-])/i

/** Headings of one layout with a text, each in or above a link to a page of that name. */
export function cardOffers(page: Page): LinkedOffer[] {
  if (pageKind(page) !== 'home' && !isOfferPath(page.url)) return []
  const linkOf = new Map(page.links.map((link) => [link.element, link]))
  const cards: Array<LinkedOffer & { layout: string }> = []
  for (const [title, ...texts] of cardsOf(page)) {
    const name = title === undefined ? undefined : listedName(title.text)
    if (title === undefined || name === undefined || texts.every(({ text }) => text.length < cardTextMin))
      continue
    const link = [title, ...texts]
      .flatMap(({ pieces }) =>
        pieces.flatMap(({ run }) => linkOf.get(nearest(run.element, 'a') ?? run.element) ?? []),
      )
      .find((each) => leadsTo(page, each, name))
    if (link !== undefined) cards.push({ name, link, layout: layoutOf(title) })
  }
  return [...Map.groupBy(cards, ({ layout }) => layout).values()]
    .filter((group) => {
      const pages = new Set(group.map(({ link }) => link.url)).size
      return pages >= cardsMin && pages <= cardsMax
    })
    .flat()
}

/** The headings of a page, but for those of other subjects, each with the lines that follow. */
function cardsOf(page: Page): Line[][] {
  const cards: Line[][] = []
  /** Level of a heading of another subject. */
  let skipped = 0
  for (const line of linesOf(page)) {
    if (line.area !== 'main') continue
    if (line.heading > 0) {
      if (skipped === 0 || line.heading <= skipped) skipped = headsOthers(line.text) ? line.heading : 0
      const article = nearest(line.block.block, 'article')
      if (skipped === 0 && (article === null || !postClass.test(classOf(article)))) cards.push([line])
    } else if (skipped === 0 && (cards.at(-1)?.length ?? cardReach) < cardReach) cards.at(-1)?.push(line)
  }
  return cards
}

/** Whether a link leads to the page of something named so. */
function leadsTo(page: Page, { url }: PageLink, name: string): boolean {
  const slug = segmentsOf(url).at(-1) ?? ''
  const isShort = !/\.pdf$/i.test(url) && slug.split(' ').length <= cardSlugWordsMax
  return isShort && isSlugOf(slug, name) && isSameSite(url, page) && !isOtherKind(url)
}

/** The name of a card that is one link is its heading; of an entry with several parts, the first. */
function nameOfLink({ element, text }: PageLink): string | undefined {
  const heading = element.querySelector('h1, h2, h3, h4, h5, h6')?.textContent
  let nodes: Node[] = [element]
  while (nodes.length === 1 && nodes[0]?.hasChildNodes() === true)
    nodes = [...nodes[0].childNodes].filter(
      (node) => /\p{L}/u.test(node.textContent ?? '') && !(isElement(node) && isBadge(node)),
    )
  const [first] = nodes
  const name = heading ?? (nodes.length > 1 ? first?.textContent : text || element.textContent) ?? ''
  const clean = name.slice(0, 200).replace(/\s+/g, ' ').trim()
  return headsOthers(clean) ? undefined : listedName(clean)
}

function sharesWord(slug: string, name: string): boolean {
  // Slugs are Latin; names may be in other scripts.
  return contentWords(name).some((word) => isContained(slug, word)) || !/[a-z]/i.test(name)
}

/** Whether at least half of a name's words are in a slug. */
export function isSlugOf(slug: string, name: string): boolean {
  const words = contentWords(name)
  return 2 * words.filter((word) => isContained(slug, word)).length >= words.length || !/[a-z]/i.test(name)
}

const contentWords = (name: string) => normalWords(name).filter((word) => word.length > 2)
const isContained = (slug: string, word: string) => slug.includes(word.slice(0, 6))
