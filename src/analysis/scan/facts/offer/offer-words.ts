import { normalWords } from '../../../text/normal-words.ts'
import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { remembered } from '../../../text/remembered.ts'
import { decodePercents } from '../../decode-percents.ts'
import words from './offer-words.json'

const normal = (phrases: readonly string[]) => phrases.map((phrase) => phraseLine(phrase).trim())

const offers = new Set(normal(words.offers))
const offersWithin = normal(words.offersWithin)
const otherSections = normal(words.otherSections)
const offerParts = normal(words.offerParts)
const otherParts = normal(words.otherNames)
/** `Our process`, but not `Process automation`. */
const otherEndings = normal(words.otherEndings).map((word) => ` ${word} `)
const otherSectionNames = new Set([...otherSections, ...normal(words.otherHeadings)])
const paths = new Set(normal(words.paths))
const shopPaths = new Set(normal(words.shopPaths))
const groupPaths = new Set(normal(words.groupPaths))

/** Whether a path's segment groups pages by place, date or author: `areas` of `/areas/leeds`. */
export const isGroupPath = (segment: string): boolean => groupPaths.has(segment)

const qualities = new Set(words.qualities)
const steps = new Set(words.steps)

const fold = (text: string) => phraseLine(text.slice(0, 200)).trim()
const headingWordsMax = 7
/** `Our`, before the name of what is offered. */
const ours = new RegExp(`^(?:${normal(words.ours).join('|')}) `)
/** As in `Products & Technology`. */
const connector = / (?:&|\+|\/|and|und|et|y|e|en|i|og|och|ja) /i

/** `BUSINESS` of `BUSINESS事業内容`: headings repeat what they say in English. */
const latinEdges =
  /^[\p{Script=Latin}\s/&.]+(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])|(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])[\p{Script=Latin}\s/&.]+$/gu

/** Whether a text is only the label of a menu, column or section: `Our services`. */
export function isOfferLabel(text: string): boolean {
  if (text.length > 60) return false
  const parts = [...text.split(connector), text.replace(latinEdges, '')].map(fold)
  return parts.some((part) => offers.has(part) || offers.has(part.replace(ours, '')))
}

/** Whether a text is a heading of offers, such as `Legal services in Costa Rica`. */
export function headsOffers(text: string): boolean {
  if (isOfferLabel(text)) return true
  const line = phraseLine(text.slice(0, 200))
  return line.split(' ').length - 2 <= headingWordsMax && hasPhrase(line, offersWithin) && !headsOthers(text)
}

/** Whether a text is a heading of another subject: reasons, steps, people, questions, uses, complaints. */
export function headsOthers(text: string): boolean {
  const line = phraseLine(text.slice(0, 200))
  // Japanese has no white space between words.
  if (otherSectionNames.has(line.trim()) || words.otherParts.some((word) => text.includes(word))) return true
  return (
    text.trimEnd().endsWith('?') ||
    hasPhrase(line, otherSections) ||
    otherEndings.some((ending) => line.endsWith(ending))
  )
}

/** Only words for qualities, as in `Durability`. */
export function isQuality(name: string): boolean {
  const own = normalWords(name)
  return own.length > 0 && own.every((word) => qualities.has(word))
}

/** Whether more than half of the items are advantages, project steps or properties, which look like services. */
export function areAdvantages(names: readonly string[]): boolean {
  const found = names.filter((name) => {
    const own = normalWords(name)
    return qualities.has(own[0] ?? '') || qualities.has(own.at(-1) ?? '') || steps.has(own.join(' '))
  })
  return 2 * found.length > names.length
}

/** The words of a path's segments, without file extensions and index pages. */
export const segmentsOf = remembered((url): readonly string[] =>
  new URL(url).pathname
    .split('/')
    .map((segment) => fold(decodePercents(segment).replace(/\.(?:html?|php|aspx?)$/i, '')))
    .filter((segment) => segment !== '' && segment !== 'index'),
)

/** The last segment of a URL below `/services/`, in a shop also below `/category/`; undefined for other URLs. */
export function offerSlug(url: string, isShop = false): string | undefined {
  const segments = segmentsOf(url)
  const at = segments.findIndex((segment) => paths.has(segment) || (isShop && shopPaths.has(segment)))
  if (at === -1 || at === segments.length - 1 || segments.some(isGroupPath)) return undefined
  return segments.at(-1)
}

/** Whether a page's URL is that of a list of offers. */
export function isOfferPath(url: string): boolean {
  const last = (segmentsOf(url).at(-1) ?? '').replace(/ \d{1,2}$/, '')
  return paths.has(last) || offers.has(last)
}

/** What an element's id and classes say it contains, as in `seccionProductos` and `process-step`. */
export const partNamed = remembered((attribute): 'offers' | 'others' | undefined => {
  const apart = attribute.slice(0, 300).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const line = phraseLine(apart)
  if (hasPhrase(line, otherParts)) return 'others'
  return hasPhrase(line, offersWithin) || hasPhrase(line, offerParts) ? 'offers' : undefined
})
