import { normalWords } from '../../../text/normal-words.ts'
import { ancestors, classOf, nearest } from '../../document/dom-tree.ts'
import { linesOf } from '../../document/lines.ts'
import type { Page, PageLink } from '../../document/page.ts'
import { kindNamed } from '../../document/page-kind.ts'
import { isSameSite } from '../../site/site-name.ts'
import { cartOf } from '../business/shop.ts'
import { listedName } from './offer-names.ts'
import { headsOthers, isOfferLabel, offerSlug, segmentsOf } from './offer-words.ts'

/** A link named as something sold. */
export interface LinkedOffer {
  name: string
  link: PageLink
  /** In a shop: below `/category/`. */
  isCategory?: boolean
}

const labelsMax = 12
const climbMax = 3
const panelLinksMax = 60
const areaEnds = new Set(['li', 'nav', 'header', 'footer', 'body', 'main', 'ul', 'ol'])
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

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

/** Whether a link leads to a page about the company, its people or its news. */
function isOtherKind(url: string): boolean {
  return segmentsOf(url)
    .slice(-2)
    .some((segment) => kindNamed(segment) !== undefined)
}

/** The links of a label's panel: in the element after it, or after an element that contains only the label. */
function panelLinks(label: Element): Element[] {
  const link = nearest(label, 'a')
  for (const at of ancestors(link ?? label, climbMax)) {
    if (areaEnds.has(at.localName) || at.querySelectorAll('a').length > 1) break
    const next = at.nextElementSibling
    const own = next === null || isAlike(at, next) || (link !== null && opensOther(next)) ? [] : linksIn(next)
    if (own.length > 1) return own
  }
  return []
}

/** Entries of one row have equal markup; a panel differs from its label. */
function isAlike(one: Element, other: Element): boolean {
  return one.localName === other.localName && one.getAttribute('class') === other.getAttribute('class')
}

/** Whether an element is the next entry of a menu, which opens its own panel. */
function opensOther(element: Element): boolean {
  const href = element.querySelector('a')?.getAttribute('href') ?? ''
  return href === '#' || href.startsWith('javascript:')
}

function linksIn(element: Element): Element[] {
  return [...element.querySelectorAll('a')].slice(0, panelLinksMax)
}

/** Links to pages below `/services/` whose text shares a word with the URL. */
export function pathOffers(page: Page): LinkedOffer[] {
  const isShop = cartOf(page) !== undefined
  return page.links.flatMap((link) => {
    const slug = link.visible ? offerSlug(link.url, isShop) : undefined
    const name = slug === undefined ? undefined : nameOfLink(link)
    const fits = slug !== undefined && name !== undefined && sharesWord(slug, name)
    if (!fits || !isSameSite(link.url, page)) return []
    return [{ name, link, isCategory: offerSlug(link.url) === undefined }]
  })
}

const cardClass =
  /(?:^|[\s_-])(?:category|categories|kategori|kategorie|product|produkt|service|room|module)[\s_-](?:card|tile|box|item|link)/i
const cardsMin = 3

/** Links of a class named for categories or offers, each with a picture and to a page of its own, beside each other. */
export function cardOffers(page: Page): LinkedOffer[] {
  const cards = page.links.filter(
    ({ element, area, visible, url }) =>
      visible &&
      area === 'main' &&
      cardClass.test(classOf(element)) &&
      element.querySelector('img, svg, i, picture') !== null &&
      isSameSite(url, page) &&
      !isOtherKind(url),
  )
  return [...Map.groupBy(cards, ({ element }) => element.parentElement).values()]
    .filter((group) => new Set(group.map(({ url }) => url)).size >= cardsMin)
    .flat()
    .flatMap((link) => {
      const name = nameOfLink(link)
      return name === undefined ? [] : [{ name, link }]
    })
}

/** The name of a card that is one link is its heading; of an entry with several parts, the first. */
function nameOfLink({ element, text }: PageLink): string | undefined {
  const heading = [...headings].flatMap((tag) => element.querySelector(tag)?.textContent ?? [])[0]
  let nodes: Node[] = [element]
  while (nodes.length === 1 && nodes[0]?.hasChildNodes() === true)
    nodes = [...nodes[0].childNodes].filter(({ textContent }) => textContent?.trim() !== '')
  const [first] = nodes
  const name = (heading ?? (nodes.length > 1 ? first?.textContent : text) ?? '').slice(0, 200)
  const clean = name.replace(/\s+/g, ' ').trim()
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
