import { isSameSite, resembles, siteOf } from '../site/site-name.ts'
import { oncePerPage } from './once-per-page.ts'
import type { JsonLdItem, Page } from './page.ts'
import schemaOrg from './schema-org.json'

export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON-LD object that describes the company behind the site. */
export interface Organisation {
  item: JsonLdItem
  value: JsonObject
}

/** Types of schema.org for companies, offices and places of business; subtypes of Organization and LocalBusiness. */
export const organisationTypes: ReadonlySet<string> = new Set(schemaOrg.organisations)

const depthMax = 6
const nodesMax = 5000

/** Properties whose organisation owns the page. */
const ownProperties = new Set(schemaOrg.ownProperties)
/** Types whose publisher or provider may be any organisation. */
const holdersOfOthers = new Set(schemaOrg.holdersOfOthers)

/**
 * The site's own organisations in its JSON-LD, the most plausible first. An item with the URL of another site counts
 * only if its name fits this site.
 */
export const organisationsOf = oncePerPage(readOrganisations)

function readOrganisations(page: Page): readonly Organisation[] {
  return chooseOwn(page, page.jsonLd.flatMap(organisationsIn))
}

interface Candidate extends Organisation {
  top: boolean
}

function organisationsIn(item: JsonLdItem): Candidate[] {
  const found: Candidate[] = []
  if (isOrganisation(item.value)) found.push({ item, value: item.value, top: true })
  else collect(item, item.value, found, 0)
  return found
}

function collect(item: JsonLdItem, holder: JsonObject, found: Candidate[], depth: number): void {
  if (depth >= depthMax || typesOf(holder).some((type) => holdersOfOthers.has(type))) return
  for (const [property, value] of Object.entries(holder)) {
    if (!ownProperties.has(property) && property !== 'isPartOf') continue
    for (const object of objectsOf(value)) {
      if (isOrganisation(object)) found.push({ item, value: object, top: false })
      else collect(item, object, found, depth + 1)
    }
  }
}

function chooseOwn(page: Page, candidates: readonly Candidate[]): Organisation[] {
  const { label } = siteOf(page.url)
  const fits = (candidate: Candidate) => resembles(stringOf(candidate.value['name']), label)
  const ownUrl = (candidate: Candidate) =>
    urlsOf(candidate.value).some(
      (url) => URL.canParse(url, page.url) && isSameSite(new URL(url, page.url).href, page),
    )
  const sure = candidates.filter((candidate) => ownUrl(candidate) || fits(candidate))
  if (sure.length > 0) {
    const named = sure.filter(fits)
    return [...named, ...sure.filter((candidate) => !named.includes(candidate))]
  }
  const elsewhere = (candidate: Candidate) => urlsOf(candidate.value).some((url) => URL.canParse(url))
  const unclear = candidates.filter((candidate) => !elsewhere(candidate))
  const top = unclear.filter((candidate) => candidate.top)
  const first = top[0] ?? unclear[0]
  return first === undefined ? [] : [first]
}

function urlsOf(value: JsonObject): string[] {
  return [stringOf(value['url']), stringOf(value['@id'])].filter((url) => url !== '')
}

export function isOrganisation(value: JsonObject): boolean {
  return typesOf(value).some((type) => organisationTypes.has(type))
}

/** An organisation with its contact points, addresses and places, all of which may have contacts. */
export function contactsOf(organisation: JsonObject): JsonObject[] {
  return [organisation, ...contactParts.flatMap((part) => objectsOf(organisation[part]))]
}

const contactParts = ['contactPoint', 'contactPoints', 'location', 'department', 'address']

const vocabulary = /^(?:https?:\/\/(?:www\.)?schema\.org[/#]|schema:)/

/** Without vocabulary: `https://schema.org/Organization` and `schema:Organization` become `Organization`. */
export function typesOf(value: JsonObject): string[] {
  return stringsOf(value['@type']).map((type) => type.slice(0, 200).replace(vocabulary, ''))
}

/** The value if it is an object, or the objects of an array. */
export function objectsOf(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.slice(0, nodesMax).filter(isObject)
  return isObject(value) ? [value] : []
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text of a property: a string, a number, the first of an array, or an object's `@value` or `name`. */
export function stringOf(value: unknown): string {
  return stringsOf(value)[0] ?? ''
}

export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value))
    return value.slice(0, 100).flatMap((one) => (Array.isArray(one) ? [] : stringsOf(one)))
  if (isObject(value)) return stringsOf(value['@value'] ?? value['name'])
  return []
}
