import { type JsonObject, objectsOf, typesOf } from '../../document/organisation.ts'
import type { JsonLdItem, Page } from '../../document/page.ts'

/** A JSON-LD object of an offer or a price, with the objects that contain it. */
export interface OfferNode {
  item: JsonLdItem
  value: JsonObject
  types: readonly string[]
  /** From the outermost to the direct parent. */
  holders: readonly JsonObject[]
}

const nodesMax = 2_000
/** Properties from an offer to its price and to further offers. */
const ofOffer = [
  'offers',
  'itemOffered',
  'itemListElement',
  'item',
  'hasMenuSection',
  'hasMenuItem',
  'hasVariant',
  'priceSpecification',
]
/** Properties from a company, page or list to its offers. */
const ofSeller = [
  'makesOffer',
  'hasOfferCatalog',
  'hasMenu',
  'mainEntity',
  'availableService',
  'offers',
  'itemListElement',
]

const soldTypes = new Set(
  'Product ProductGroup IndividualProduct ProductModel Service FinancialProduct LoanOrCredit BankAccount FoodService SoftwareApplication WebApplication MobileApplication Offer AggregateOffer OfferCatalog MenuItem Menu MenuSection Course MedicalProcedure ItemList ListItem UnitPriceSpecification PriceSpecification'.split(
    ' ',
  ),
)
const othersTypes = new Set(
  'Event Person JobPosting Article BlogPosting NewsArticle Review Recipe'.split(' '),
)

/** All offers in the page's JSON-LD, without tickets, wages and reviews. */
export function offerNodes(page: Page): OfferNode[] {
  return page.jsonLd.flatMap((item) => nodesOf(item))
}

function nodesOf(item: JsonLdItem): OfferNode[] {
  const found: OfferNode[] = []
  const open: Array<{ value: JsonObject; holders: readonly JsonObject[] }> = [
    { value: item.value, holders: [] },
  ]
  for (let at = 0; at < open.length && at < nodesMax; at++) {
    const { value, holders } = open[at] ?? { value: {}, holders: [] }
    const types = typesOf(value)
    if (types.some((type) => othersTypes.has(type))) continue
    const isSold = types.some((type) => soldTypes.has(type)) || (types.length === 0 && holders.length > 0)
    if (!isSold && holders.length > 0) continue
    if (isSold) found.push({ item, value, types, holders })
    if (holders.length >= depthMax) continue
    for (const property of isSold ? ofOffer : ofSeller)
      for (const next of objectsOf(value[property])) open.push({ value: next, holders: [...holders, value] })
  }
  return found
}

const depthMax = 8
