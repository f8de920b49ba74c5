import { normalWords } from '../../../text/normal-words.ts'
import { linesOf } from '../../document/lines.ts'
import { metaOf } from '../../document/metas.ts'
import { isOrganisation, stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { nameKey } from '../../site/company-names.ts'
import type { Site } from '../../site/site.ts'
import { wordSet } from '../../word-set.ts'
import { candidateInJsonLd, candidateInLine, candidateInLink, candidateInMeta } from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { listedOffers } from './listed-offers.ts'
import { cardOffers, isSlugOf, type LinkedOffer, menuOffers, pathOffers } from './menu-offers.ts'
import { listedName, offerName } from './offer-names.ts'
import { offerSlug, segmentsOf } from './offer-words.ts'
import { isAboutOtherSums } from './price-words.ts'
import { offerNodes } from './structured-prices.ts'

/** Names of the company's products and services. */
export const product: Topic = { topics: ['product'], read, decide }

const perPageMax = 60
const offersMax = 60

function read(page: Page): Candidate[] {
  const kind = pageKind(page)
  const menus = [
    ...inLinks(page, menuOffers(page), 'menu'),
    ...inLinks(page, [...pathOffers(page), ...cardOffers(page)]),
  ]
  if (kind === 'imprint') return []
  if (kind === 'article' || kind === 'careers' || kind === 'others') return menus
  return [...inStructuredData(page), ...onOwnPage(page), ...menus, ...inLists(page)]
}

const stated = (name: string) => ({ topic: 'product' as const, value: name })

const namedTypes = wordSet(
  'Offer Product IndividualProduct ProductGroup ProductModel SoftwareApplication WebApplication MobileApplication Service FinancialProduct LoanOrCredit BankAccount Course MenuItem MedicalProcedure FoodService',
)

function inStructuredData(page: Page): Candidate[] {
  const inData = offerNodes(page).flatMap(({ item, value, types, holders }) => {
    const [written = ''] = (stringOf(value['name']) || stringOf(value['serviceType'])).split(' | ')
    const name = types.some((type) => namedTypes.has(type)) ? offerName(written) : undefined
    const isVariant = holders.some((holder) => holder['hasVariant'] !== undefined)
    if (name === undefined || isVariant) return []
    const owner = stringOf(holders.find(isOrganisation)?.['name'])
    return candidateInJsonLd(page, stated(name), item, { written, owner })
  })
  const title = metaOf(page, 'og:type')?.content === 'product' ? metaOf(page, 'og:title') : undefined
  const name = title === undefined ? undefined : offerName(title.content.split(/ [|–—-] /)[0] ?? '')
  const inMeta = title === undefined || name === undefined ? [] : candidateInMeta(page, stated(name), title)
  return [...inData.slice(0, perPageMax), ...[inMeta].flat()]
}

/** The page of one product or service has its name as heading. */
function onOwnPage(page: Page): Candidate[] {
  const slug = offerSlug(page.url)
  const line = linesOf(page).find(({ heading }) => heading === 1)
  const name = line === undefined || slug === undefined ? undefined : listedName(line.text)
  if (line === undefined || slug === undefined || name === undefined || !isSlugOf(slug, name)) return []
  return candidateInLine(page, stated(name), line)
}

function inLinks(page: Page, offers: readonly LinkedOffer[], place?: 'menu'): Candidate[] {
  return offers.slice(0, perPageMax).flatMap(({ name, link }) => {
    const details = { target: link.url.slice(0, 400) }
    return candidateInLink(page, { ...stated(name), details }, link, place)
  })
}

function inLists(page: Page): Candidate[] {
  if (isAboutOtherSums(page)) return []
  return listedOffers(page)
    .slice(0, perPageMax)
    .flatMap(({ name, line, end, by }) => {
      return candidateInLine(page, { ...stated(name), details: { by } }, line, [0, end])
    })
}

/**
 * Of names that a list on one page gives alone, on sites that were read by hand, titles were right in 31 of 33 cases on the
 * start page and in 54 of 76 elsewhere, which are low, and items in 38 of 83, which are left out. What only the structured data
 * of one page name was right in 30 of 38 cases, which is medium.
 */
function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const own = new Set(site.names.map(nameKey))
  const pagesOfOne = new Set(
    candidates.filter(isNamedByTarget).map(({ details }) => pathOf(details['target'])),
  )
  // Lists on the page of one offer have its parts.
  const named = candidates.filter(
    ({ value, place, page, details }) =>
      place === 'json-ld' ||
      !(own.has(nameKey(value)) || (details['by'] === 'title' && pagesOfOne.has(pathOf(page.url)))),
  )
  const wholes = wholeNames(named)
  const byName = Map.groupBy(named, (each) => wholes.get(keyOf(each)) ?? keyOf(each))
  const decisions = [...byName].slice(0, offersMax).flatMap(([key, support]): Decision[] => {
    const isAlone = new Set(support.map(({ page }) => page)).size === 1
    const ways = new Set(support.map(({ details }) => details['by']))
    const isHome = support[0]?.page.kind === 'home'
    const by = isAlone && ways.size === 1 ? [...ways][0] : undefined
    if (by === 'item' || (by === 'lead' && !isHome)) return []
    const wordsOf = (name: string) => name.split(' ').length + (name === name.toUpperCase() ? 0.5 : 0)
    const [name = key] = support.map(({ value }) => value).sort((a, b) => wordsOf(a) - wordsOf(b))
    const isUnseen = isAlone && support.every(({ place }) => place === 'json-ld')
    const limit = by === 'title' && !isHome ? 'low' : isUnseen ? 'medium' : 'high'
    return [{ topic: 'product', key, value: name, text: name, support, confidenceMax: limit }]
  })
  const surer = decisions.filter(({ confidenceMax }) => confidenceMax !== 'low')
  return surer.length >= surerMin ? surer : decisions
}

/** So many surer offers tell more without the low ones. */
const surerMin = 4

const pathOf = (url = '') => url.replace(/\/(?:index\.html?)?$/, '')
/** Whether a link's text is the name of the page to which it leads. */
const isNamedByTarget = ({ value, details: { target } }: SiteCandidate) =>
  target !== undefined && isSlugOf(segmentsOf(target).at(-1) ?? '', value)

const keyOf = ({ value }: SiteCandidate) => normalWords(value).join(' ')

/** Links to one page name one offer: `Azure` is `Microsoft Azure`. */
function wholeNames(candidates: readonly SiteCandidate[]): ReadonlyMap<string, string> {
  const byTarget = Map.groupBy(candidates, ({ details }) => details['target'])
  const pairs = candidates.filter(isNamedByTarget).flatMap((part) => {
    const keys = (byTarget.get(part.details['target']) ?? []).map(keyOf)
    const own = keyOf(part)
    const isWhole = (key: string) => key !== own && ` ${key} `.includes(` ${own} `)
    return keys.filter(isWhole).map((key) => [own, key] as const)
  })
  return new Map(pairs)
}
