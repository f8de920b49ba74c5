import { metaOf } from '../../document/metas.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import { isOrganisation, type JsonObject, objectsOf, stringOf, typesOf } from '../../document/organisation.ts'
import type { JsonLdItem, Page } from '../../document/page.ts'
import { candidateInJsonLd, candidateInMeta } from '../candidates.ts'
import type { Candidate } from '../topic.ts'
import { decimalOf } from './amounts.ts'
import { offerName } from './offer-names.ts'
import schema from './structured-offers.json'
import data from './unit-words.json'

const pricesMax = 20
/** Types sold by time or in plans, whose offers are named; offers of goods are variants. */
const timedTypes = new Set(
  'Service SoftwareApplication WebApplication MobileApplication OfferCatalog'.split(' '),
)
const oldPriceTypes = /^(?:https?:\/\/schema\.org\/)?(?:ListPrice|StrikethroughPrice|SRP|MSRP)$/
const unitCodes: Readonly<Record<string, string>> = data.codes

/** Prices of offers in JSON-LD and in the meta elements of a product page. */
export function structuredPrices(page: Page): Candidate[] {
  return [
    ...offerNodes(page)
      .flatMap((node) => priceInData(page, node))
      .slice(0, pricesMax),
    ...priceInMetas(page),
  ]
}

function priceInData(page: Page, { item, value, types, holders }: OfferNode): Candidate[] {
  if (oldPriceTypes.test(stringOf(value['priceType']))) return []
  const from = stringOf(value['price']) === '' ? '1' : ''
  const price = stringOf(value['price']) || stringOf(value['lowPrice'])
  const written = priceProperties(page).get(item)?.get(decimalOf(price))
  const isTimed = [...types, ...holders.flatMap(typesOf)].some((type) => timedTypes.has(type))
  const hasUnit = isTimed || value['referenceQuantity'] !== undefined || value['unitCode'] !== undefined
  const unit = hasUnit ? unitOf(value) : ''
  const chain = [value, ...[...holders].reverse()].filter((one) => !isOrganisation(one))
  const goods = chain.filter((one) => isTimed || !typesOf(one).includes('Offer'))
  const name = [...goods, ...chain].flatMap((one) => offerName(stringOf(one['name'])) ?? [])[0]
  const stated = statedPrice(price, stringOf(value['priceCurrency']), name)
  if (stated === undefined || unit === undefined || written === undefined) return []
  const owner = stringOf(holders.find(isOrganisation)?.['name'])
  const details = { ...stated.details, unit, ...(from !== '' && { from }) }
  return candidateInJsonLd(page, { ...stated, details }, item, { written, owner })
}

function statedPrice(price: string, written: string, name: string | undefined) {
  const [amount, currency] = [decimalOf(price), written.toUpperCase()]
  if (amount === undefined || Number(amount) === 0 || !/^[A-Z]{3}$/.test(currency)) return undefined
  const details = { currency, amount, unit: '', ...(name !== undefined && { name }) }
  return { topic: 'pricing' as const, value: `${currency} ${amount}`, details }
}

type Written = ReadonlyMap<string | undefined, string>

/** Source spans of amounts with their property names, as digits alone may occur anywhere in the script. */
const priceProperties = oncePerPage((page: Page): ReadonlyMap<JsonLdItem, Written> => {
  const ofScript = new Map<number, Written>()
  return new Map(
    page.jsonLd.map((item) => {
      const { start, end } = item.script
      const found = ofScript.get(start) ?? propertiesIn(page.body.slice(start, end))
      ofScript.set(start, found)
      return [item, found] as const
    }),
  )
})

function propertiesIn(source: string): Written {
  const property = /"(?:price|lowPrice)"\s{0,20}:\s{0,20}"?(\d{1,9}(?:[.,]\d{1,3}){0,3})"?/g
  return new Map(
    [...source.matchAll(property)].reverse().map(([all, digits = '']) => [decimalOf(digits), all] as const),
  )
}

/** '' when absent; undefined when it is not a unit of the list. */
function unitOf(value: JsonObject): string | undefined {
  const quantity = objectsOf(value['referenceQuantity'])[0]
  const written =
    stringOf(value['unitText']) ||
    stringOf(value['unitCode']) ||
    stringOf(quantity?.['unitCode']) ||
    stringOf(quantity?.['unitText']) ||
    stringOf(value['billingDuration'])
  return written === '' || written === '1' ? '' : unitCodes[written.toLowerCase()]
}

/** `product:price:amount` of a product page. */
function priceInMetas(page: Page): Candidate[] {
  for (const prefix of ['product', 'og']) {
    const meta = metaOf(page, `${prefix}:price:amount`)
    const name = offerName((metaOf(page, 'og:title')?.content ?? '').split(/ [|–—-] /)[0] ?? '')
    const currency = metaOf(page, `${prefix}:price:currency`)?.content ?? ''
    const stated = meta && statedPrice(meta.content, currency, name)
    const candidates = meta && stated ? candidateInMeta(page, stated, meta) : []
    if (candidates.length > 0) return candidates
  }
  return []
}

/** A JSON-LD object of an offer or a price, with the objects that contain it. */
interface OfferNode {
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
