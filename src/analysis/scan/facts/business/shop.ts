import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import { nearest } from '../../document/dom-tree.ts'
import { linesOf, wordsOf } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page, PageLink } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { isSameSite } from '../../site/site-name.ts'
import { candidateInJsonLd, candidateInLine, candidateInLink } from '../candidates.ts'
import type { Candidate, SiteCandidate } from '../topic.ts'
import words from './shop-words.json'

export const buying = phraseList(words.buying.join('|'))
const shipping = phraseList(words.shipping.join('|'))
const services = new Set(phraseList(words.services.join('|')))
/** With a name of the cart as the last segment of the path. */
const cartUrl = new RegExp(
  `^\\w+://[^/?#]*/(?:[^?#]*/)?(?:${words.carts.replaceAll(' ', '|')})(?:[.][a-z]{2,5})?/*(?:[?#]|$)`,
  'i',
)
const buttonCharsMax = 40
const shippingCharsMax = 120
const stated = (kind: 'cart' | 'button' | 'offer' | 'shipping') =>
  ({ topic: 'business-model', value: 'e-commerce', details: { kind } }) as const

/** A cart of the site, its buttons, goods with a price in structured data, shipping, and the label of services. */
export function shopCues(page: Page): Candidate[] {
  if (pageKind(page) === 'article' || pageKind(page) === 'others') return []
  const cart = cartOf(page)
  const button = linesOf(page).find(
    (line) =>
      line.text.length <= buttonCharsMax &&
      hasPhrase(wordsOf(line), buying) &&
      (line.block.block.localName === 'button' ||
        nearest(line.pieces[0]?.run.element, 'a', 'button') !== null),
  )
  const offer = page.jsonLd.find(
    ({ types, value }) => types.includes('Product') && value['offers'] !== undefined,
  )
  const sent = linesOf(page).find(
    (line) => line.text.length <= shippingCharsMax && hasPhrase(wordsOf(line), shipping),
  )
  return [
    ...(cart === undefined ? [] : candidateInLink(page, stated('cart'), cart, 'link')),
    ...(button === undefined ? [] : candidateInLine(page, stated('button'), button)),
    ...(offer === undefined ? [] : candidateInJsonLd(page, stated('offer'), offer, { written: 'Product' })),
    ...(sent === undefined ? [] : candidateInLine(page, stated('shipping'), sent)),
    ...serviceLabel(page),
  ]
}

/** The label of services in a menu or as a heading: the company sells some, in any industry. */
function serviceLabel(page: Page): Candidate[] {
  const stated = { topic: 'business-model', value: 'professional-services', inferred: true } as const
  for (const line of linesOf(page)) {
    if (line.area === 'main' && line.heading === 0) continue
    const label = line.pieces.find(({ text }) =>
      services.has(phraseLine(text.slice(0, buttonCharsMax)).trim()),
    )
    if (label !== undefined)
      return candidateInLine(page, stated, line, [label.at, label.at + label.text.length])
  }
  return []
}

/** Whether goods are sold on the site: two of the four kinds of cues. */
export function isShop(cues: readonly SiteCandidate[]): boolean {
  return new Set(cues.map(({ details }) => details['kind'])).size >= 2
}

/** The first link to the site's own cart. */
export const cartOf = (page: Page): PageLink | undefined => cartsOf(page)[0]

const cartsOf = oncePerPage((page) =>
  page.links.filter((link) => link.visible && cartUrl.test(link.url) && isSameSite(link.url, page)),
)
