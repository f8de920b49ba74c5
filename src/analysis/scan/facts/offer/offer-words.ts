import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { remembered } from '../../../text/remembered.ts'
import words from './offer-words.json'

const normal = (phrases: readonly string[]) => phrases.map((phrase) => phraseLine(phrase).trim())

const offers = new Set(normal(words.offers))
const offersWithin = normal(words.offersWithin)
const otherSections = normal(words.otherSections)
const offerParts = normal(words.offerParts)
const otherSectionNames = new Set(otherSections)
const paths = new Set(normal(words.paths))
const groupPaths = new Set(normal(words.groupPaths))

const fold = (text: string) => phraseLine(text.slice(0, 200)).trim()
const headingWordsMax = 7

/** `Our services`, alone: the label of a menu, a column or a section. */
export function isOfferLabel(text: string): boolean {
  return text.length <= 60 && offers.has(fold(text))
}

/** A heading over what is sold, such as `Legal services in Costa Rica`. */
export function headsOffers(text: string): boolean {
  if (isOfferLabel(text)) return true
  const line = phraseLine(text.slice(0, 200))
  return (
    line.split(' ').length - 2 <= headingWordsMax &&
    !text.trimEnd().endsWith('?') &&
    hasPhrase(line, offersWithin) &&
    !hasPhrase(line, otherSections)
  )
}

/** A heading over something else: reasons, steps, people, questions. */
export function headsOthers(text: string): boolean {
  const line = phraseLine(text.slice(0, 200))
  // Words are not set apart in Japanese.
  if (otherSectionNames.has(line.trim()) || words.otherParts.some((word) => text.includes(word))) return true
  return text.trimEnd().endsWith('?') || hasPhrase(line, otherSections)
}

/** The words of a path's segments, without file endings and index pages. */
export function segmentsOf(url: string): string[] {
  const segments = new URL(url).pathname.split('/').map((segment) => {
    try {
      return decodeURIComponent(segment)
    } catch {
      return segment
    }
  })
  return segments
    .map((segment) => fold(segment.replace(/\.(?:html?|php|aspx?)$/i, '')))
    .filter((segment) => segment !== '' && segment !== 'index')
}

/** The last segment of an address behind `/services/`; undefined elsewhere. */
export function offerSlug(url: string): string | undefined {
  const segments = segmentsOf(url)
  const at = segments.findIndex((segment) => paths.has(segment))
  if (at === -1 || at === segments.length - 1 || segments.some((segment) => groupPaths.has(segment)))
    return undefined
  return segments.at(-1)
}

/** Whether a page's own address says that it lists what is sold. */
export function isOfferPath(url: string): boolean {
  const last = (segmentsOf(url).at(-1) ?? '').replace(/ \d{1,2}$/, '')
  return paths.has(last) || offers.has(last)
}

/** `seccionProductos`, `services-grid`: the names that authors give to parts of a page. */
export const namesOffers = remembered((attribute) => {
  const apart = attribute.slice(0, 300).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const line = phraseLine(apart)
  return hasPhrase(line, offersWithin) || hasPhrase(line, offerParts)
})
