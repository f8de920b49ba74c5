import { type JsonObject, objectsOf, typesOf } from '../../document/organisation.ts'
import type { JsonLdItem, Page } from '../../document/page.ts'
import schema from './structured-offers.json'

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
const ofOffer = schema.ofOffer
/** Properties from a company, page or list to its offers. */
const ofSeller = schema.ofSeller

const soldTypes = new Set(schema.soldTypes)
const othersTypes = new Set(schema.othersTypes)

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
