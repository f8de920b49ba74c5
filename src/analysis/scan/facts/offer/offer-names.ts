import { cleanText } from '../../../text/clean-text.ts'
import { normalWords } from '../../../text/normal-words.ts'
import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { remembered } from '../../../text/remembered.ts'
import { decodePercents } from '../../decode-percents.ts'
import { looksLikeInstruction } from '../../document/instruction.ts'
import { countryCode } from '../../site/countries.ts'
import words from './offer-words.json'

const usual = { chars: 70, words: 8 }
/** For products of shops. */
const long = { chars: 100, words: 16 }
/** Texts of headings and links that are not names of offers. */
const generic = new Set([...words.generic, ...words.offers].map((phrase) => phraseLine(phrase).trim()))
/** Phrases of sentences, questions and calls to action. */
const sentencePhrases = words.speaking.map((phrase) => phraseLine(phrase).trim())
/** Target groups and ticket categories. */
const groups = new Set(words.groups)

/** `Service Two`, `Product 3`. */
const ofTemplate =
  /^(?:service|product|feature|item|project) (?:one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})$/i

/** `Course of`, and with a number `Course of 3`: the rest of the name stands elsewhere. */
const unfinished = / (?:of|for|with|from|von|für|mit|de|du|des|di|del|van|voor|met)(?: \d{1,3})?$/i

/** The name of an offer, ready to display; undefined for other texts. */
export function offerName(text: string, limits = usual): string | undefined {
  const name = cleanText(text.slice(0, 4 * limits.chars))
    .replace(/[®™©]/g, '')
    .replace(/^[^\p{L}\p{N}"'“„«»(「]{1,4}\s?/u, '')
    .replace(/[\s.:,;→›»]{1,4}$/, '')
    .trim()
  if (name.length < 2 || name.length > limits.chars || /[?!]$|[{}<>@]|https?:/.test(name)) return undefined
  const own = normalWords(name)
  if (own.length === 0 || own.length > limits.words || generic.has(own.join(' '))) return undefined
  if (!/\p{L}{2}/u.test(name) || looksLikeInstruction(name) || ofTemplate.test(name)) return undefined
  return name
}

/** As `offerName`, stricter, for headings, items and links. */
export function listedName(text: string): string | undefined {
  const name = nameOf(text, usual)
  if (name === undefined || groups.has(normalWords(name)[0] ?? '') || isQuality(name)) return undefined
  if (name.length > 2 && countryCode(name) !== undefined) return undefined
  // A trailing connector and an open bracket mark a truncated name.
  return /\d{4,}|%|(?:[&/,-]| \+)$|\([^)]*$/.test(name) ? undefined : name
}

/** `Foot à 5 · 5 équipes max`, `Format détendu, ouvert à tous.`: what holds for a price, not what it is of. */
const limit = /(?:^|[ .])(?:max|maxi|maximum|maximal|máx|máximo|massimo)\.?$/iu
const holdsForPrice = (text: string) => limit.test(text) || (text.includes(', ') && /[^.]\.$/.test(text))

/** As `offerName`, for texts beside a price, which may be a target group: `Children`. */
export function pricedName(text: string): string | undefined {
  return holdsForPrice(text.trim()) ? undefined : nameOf(text, long)
}

function nameOf(text: string, limits: typeof usual): string | undefined {
  const name = offerName(text, limits)
  if (name === undefined || hasPhrase(phraseLine(name), sentencePhrases) || /\p{Sc}/u.test(name))
    return undefined
  if (unfinished.test(name)) return undefined
  // `iPhone` begins with a lower-case letter.
  return /^["'“„«(「]?(?:[\p{Lu}\p{Lo}\p{N}]|\p{Ll}{1,20}\p{Lu})/u.test(name) ? name : undefined
}

const normal = (phrases: readonly string[]) => phrases.map((phrase) => phraseLine(phrase).trim())

const offers = new Set(normal(words.offers))
const offersWithin = normal(words.offersWithin)
const otherSections = normal(words.otherSections)
const offerParts = normal(words.offerParts)
const otherParts = normal(words.otherNames)
/** `Our process`, but not `Process automation`. */
const otherEndings = normal(words.otherEndings)
const otherSectionNames = new Set([...otherSections, ...normal(words.otherHeadings)])
const paths = new Set(normal(words.paths))
const shopPaths = new Set(normal(words.shopPaths))
const groupPaths = new Set(normal(words.groupPaths))

const qualities = new Set(words.qualities)
const steps = new Set(words.steps)

const fold = (text: string) => phraseLine(text.slice(0, 200)).trim()
const headingWordsMax = 7

/** Whether a text is only the label of a menu, column or section: `Our services`. */
export function isOfferLabel(text: string): boolean {
  return text.length <= 60 && offers.has(fold(text))
}

/** Whether a text is a heading of offers, such as `Legal services in Costa Rica`. */
export function headsOffers(text: string): boolean {
  if (isOfferLabel(text)) return true
  const line = phraseLine(text.slice(0, 200))
  return (
    line.split(' ').length - 2 <= headingWordsMax &&
    !text.trimEnd().endsWith('?') &&
    hasPhrase(line, offersWithin) &&
    !headsOthers(text)
  )
}

/** Whether a text is a heading of another subject: reasons, steps, people, questions, uses, complaints. */
export function headsOthers(text: string): boolean {
  const line = phraseLine(text.slice(0, 200))
  // Japanese has no white space between words.
  if (otherSectionNames.has(line.trim()) || words.otherParts.some((word) => text.includes(word))) return true
  return (
    text.trimEnd().endsWith('?') ||
    hasPhrase(line, otherSections) ||
    otherEndings.some((word) => line.endsWith(` ${word} `))
  )
}

/** Only words for qualities, as in `Durability`. */
function isQuality(name: string): boolean {
  const own = normalWords(name)
  return own.length > 0 && own.every((word) => qualities.has(word))
}

/** Whether more than a third of the items are advantages, project steps or properties, which look like services. */
export function areAdvantages(names: readonly string[]): boolean {
  const found = names.filter((name) => {
    const own = normalWords(name)
    return qualities.has(own[0] ?? '') || qualities.has(own.at(-1) ?? '') || steps.has(own.join(' '))
  })
  return 3 * found.length > names.length
}

/** The words of a path's segments, without file extensions and index pages. */
export function segmentsOf(url: string): string[] {
  return new URL(url).pathname
    .split('/')
    .map((segment) => fold(decodePercents(segment).replace(/\.(?:html?|php|aspx?)$/i, '')))
    .filter((segment) => segment !== '' && segment !== 'index')
}

/** The last segment of a URL below `/services/`, in a shop also below `/category/`; undefined for other URLs. */
export function offerSlug(url: string, isShop = false): string | undefined {
  const segments = segmentsOf(url)
  const at = segments.findIndex((segment) => paths.has(segment) || (isShop && shopPaths.has(segment)))
  if (at === -1 || at === segments.length - 1 || segments.some((segment) => groupPaths.has(segment)))
    return undefined
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
