import { ancestors, classOf } from './dom-tree.ts'
import type { Evidence } from './evidence.ts'
import { attributeEvidence, innerSpan, quoteEvidence } from './evidence.ts'
import { oncePerPage } from './once-per-page.ts'
import { type JsonObject, organisationTypes } from './organisation.ts'
import type { Page } from './page.ts'
import schemaOrg from './schema-org.json'

/** A property marked as schema.org microdata or with class names of vCard or hCard. */
export interface MarkedProperty {
  name: string
  text: string
  element: Element
  evidence: Evidence | undefined
}

const propertiesMax = 200
const climbMax = 12
/** A property's source, tags included. */
const sourceMax = 5_000
const cardRoot = /(?<!\S)(?:vcard|h-card)(?!\S)/
const cardClasses: ReadonlyMap<string, string> = new Map(Object.entries(schemaOrg.cardClasses))
const cardClass = new RegExp(`(?<!\\S)(${[...cardClasses.keys()].join('|')})(?!\\S)`)

/** Marked properties of an organisation on the page; those of persons, products and reviews are left out. */
export const markedProperties = oncePerPage(readMarkedProperties)

function readMarkedProperties(page: Page): readonly MarkedProperty[] {
  const found: MarkedProperty[] = []
  for (const element of page.all('[itemprop]')) {
    if (found.length >= propertiesMax) break
    if (!isOfOrganisation(element)) continue
    for (const name of (element.getAttribute('itemprop') ?? '').split(/\s+/)) {
      const read = readProperty(page, element)
      if (name !== '' && read !== undefined) found.push({ name, element, ...read })
    }
  }
  for (const element of page.all('[class]')) {
    if (found.length >= propertiesMax) break
    const name = cardClasses.get(cardClass.exec(shortClassOf(element))?.[1] ?? '')
    if (name === undefined || !isInCard(element)) continue
    const read = readProperty(page, element)
    if (read !== undefined) found.push({ name, element, ...read })
  }
  return found
}

/** An organisation or a part of it, in the form of JSON-LD. */
export interface MarkedItem {
  value: JsonObject
  properties: readonly MarkedProperty[]
}

/** The marked properties by the item that has them; one with a street is an address. */
export const markedItems = oncePerPage((page): readonly MarkedItem[] => {
  const isItem = (at: Element) => at.hasAttribute('itemscope') || isCard(at)
  const itemOf = ({ element }: MarkedProperty) => ancestors(element.parentElement, climbMax).find(isItem)
  return [...Map.groupBy(markedProperties(page), itemOf).values()].map((properties) => {
    const byName = Map.groupBy(properties, ({ name }) => name)
    const value = Object.fromEntries([...byName].map(([name, same]) => [name, same.map(({ text }) => text)]))
    return { value: byName.has('streetAddress') ? { ...value, address: value } : value, properties }
  })
})

const shortClassOf = (element: Element) => classOf(element).slice(0, 500)
const isCard = (element: Element) => cardRoot.test(shortClassOf(element))
const isInCard = (element: Element) => ancestors(element, climbMax).some(isCard)

/** Whether the nearest item around an element is an organisation, or one of its addresses and contact points. */
function isOfOrganisation(element: Element): boolean {
  for (const scope of ancestors(element.parentElement, climbMax)) {
    if (!scope.hasAttribute('itemscope')) continue
    const types = (scope.getAttribute('itemtype') ?? '').split(/[\s/]+/)
    if (types.some((type) => organisationTypes.has(type))) return true
    if (!types.includes('PostalAddress') && !types.includes('ContactPoint')) return false
  }
  return false
}

function readProperty(
  page: Page,
  element: Element,
): { text: string; evidence: Evidence | undefined } | undefined {
  const content = element.getAttribute('content')
  if (content !== null && content.trim() !== '')
    return { text: content.trim(), evidence: attributeEvidence(page, 'meta', element, 'content') }
  const span = innerSpan(page, element)
  if (!page.isVisible(element) || span === undefined || span.end - span.start > sourceMax) return undefined
  const text = element.textContent.replace(/\s+/g, ' ').trim()
  if (text === '' || text.length > 500) return undefined
  return { text, evidence: quoteEvidence(page, 'text', span, text) }
}
