import type { Evidence } from '../../document/evidence.ts'
import { jsonEvidence } from '../../document/evidence.ts'
import { metaEvidence, metaOf } from '../../document/metas.ts'
import { type JsonObject, objectsOf, stringOf, typesOf } from '../../document/organisation.ts'
import type { JsonLdItem, Page } from '../../document/page.ts'
import { offerProperties } from '../shared/offer-properties.ts'
import { decimalOf } from './amounts.ts'
import type { Price } from './price-facts.ts'
import type { PriceUnit } from './units.ts'

/** A price of the page's structured data. */
export interface StructuredPrice extends Price {
  /** Software and services have prices for a time; without it the sum alone says too little. */
  needsUnit: boolean
}

const nodesMax = 2_000
const offersMax = 40
/** Through which properties what is sold leads to its price. */
const leading = [...offerProperties, 'hasVariant', 'priceSpecification']
/** What others than goods lead to: a company to its offers, a page to its subject. Tickets and wages are left alone. */
const fromSeller = ['makesOffer', 'hasOfferCatalog', 'hasMenu', 'mainEntity']
const soldTypes = new Set(
  'Product ProductGroup IndividualProduct ProductModel Service SoftwareApplication WebApplication MobileApplication Offer AggregateOffer OfferCatalog MenuItem Menu MenuSection Course ItemList ListItem UnitPriceSpecification PriceSpecification'.split(
    ' ',
  ),
)
const softwareTypes = new Set(
  'Service SoftwareApplication WebApplication MobileApplication OfferCatalog'.split(' '),
)
const listTypes = new Set([
  'https://schema.org/ListPrice',
  'https://schema.org/StrikethroughPrice',
  'https://schema.org/SRP',
  'https://schema.org/MSRP',
  'ListPrice',
  'StrikethroughPrice',
  'SRP',
  'MSRP',
])

/** Prices of offers in JSON-LD and of a product page's metas. */
export function structuredPrices(page: Page): StructuredPrice[] {
  const prices = page.jsonLd.flatMap((item) => [...pricesOf(page, item)])
  return [...prices, ...metaPrices(page)].slice(0, offersMax)
}

interface Node {
  value: JsonObject
  needsUnit: boolean
}

function* pricesOf(page: Page, item: JsonLdItem): Generator<StructuredPrice> {
  const open: Node[] = [{ value: item.value, needsUnit: false }]
  for (let count = 0; count < nodesMax; count++) {
    const node = open.shift()
    if (node === undefined) return
    const { value } = node
    const types = typesOf(value)
    const needsUnit = node.needsUnit || types.some((type) => softwareTypes.has(type))
    const isSold = types.length === 0 || types.some((type) => soldTypes.has(type))
    if (!isSold && value !== item.value) continue
    if (isSold) yield* ownPrice(page, item, value, needsUnit)
    for (const property of isSold ? leading : fromSeller)
      for (const next of objectsOf(value[property])) open.push({ value: next, needsUnit })
  }
}

function* ownPrice(
  page: Page,
  item: JsonLdItem,
  value: JsonObject,
  needsUnit: boolean,
): Generator<StructuredPrice> {
  if (listTypes.has(stringOf(value['priceType']))) return
  const written = stringOf(value['price']) || stringOf(value['lowPrice'])
  const currency = stringOf(value['priceCurrency']).toUpperCase()
  const amount = decimalOf(written)
  if (amount === undefined || !code.test(currency)) return
  const unit =
    needsUnit || value['referenceQuantity'] !== undefined || value['unitCode'] !== undefined
      ? unitOf(value)
      : ''
  if (unit === undefined) return
  const evidence = priceEvidence(page, item, written)
  if (evidence === undefined) return
  yield {
    currency,
    amount,
    unit,
    isFrom: stringOf(value['price']) === '',
    strength: 'structured',
    evidence: [evidence],
    needsUnit,
  }
}

/** The digits alone may stand anywhere in the script: the quote begins at the property's name. */
function priceEvidence(page: Page, item: JsonLdItem, written: string): Evidence | undefined {
  const source = page.body.slice(item.script.start, item.script.end)
  for (const match of source.matchAll(priceProperty)) {
    if (match[2] !== written) continue
    const start = item.script.start + match.index
    return { method: 'json-ld', quote: match[0], start, end: start + match[0].length }
  }
  return jsonEvidence(page, item, written)
}

const priceProperty = /"(price|lowPrice)"\s{0,20}:\s{0,20}"?([\d.,]{1,20})"?/g

const code = /^[A-Z]{3}$/

export const patterns = [priceProperty, code]

const unitCodes: Readonly<Record<string, PriceUnit>> = {
  MON: 'month',
  month: 'month',
  P1M: 'month',
  ANN: 'year',
  year: 'year',
  P1Y: 'year',
  HUR: 'hour',
  hour: 'hour',
  DAY: 'day',
  day: 'day',
  WEE: 'week',
  week: 'week',
  night: 'night',
  C62: 'item',
  unit: 'item',
  user: 'user/month',
  IE: 'person',
  person: 'person',
}

/** '' when none is given; undefined for one that is none of ours. */
function unitOf(value: JsonObject): PriceUnit | undefined {
  const quantity = objectsOf(value['referenceQuantity'])[0]
  const written =
    stringOf(value['unitText']) ||
    stringOf(value['unitCode']) ||
    stringOf(quantity?.['unitCode']) ||
    stringOf(quantity?.['unitText']) ||
    stringOf(value['billingDuration'])
  if (written === '' || written === '1') return ''
  return unitCodes[written] ?? unitCodes[written.toLowerCase()]
}

/** `product:price:amount` of a product page. */
function metaPrices(page: Page): StructuredPrice[] {
  for (const prefix of ['product', 'og']) {
    const meta = metaOf(page, `${prefix}:price:amount`)
    const currency = metaOf(page, `${prefix}:price:currency`)?.content.toUpperCase() ?? ''
    const amount = decimalOf(meta?.content ?? '')
    const evidence = meta === undefined ? undefined : metaEvidence(page, meta)
    if (amount === undefined || evidence === undefined || !code.test(currency)) continue
    const price = { currency, amount, unit: '' as const, isFrom: false, strength: 'structured' as const }
    return [{ ...price, evidence: [evidence], needsUnit: false }]
  }
  return []
}
