import { cleanText } from '../page/clean-text.ts'
import type { Page, PageLink } from '../page.ts'
import type { PageFact } from './fact.ts'
import { jsonEvidence, lineEvidence, spanEvidence } from './shared/evidence.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { foreignElements } from './shared/foreign-elements.ts'
import { homeCountry } from './shared/home-country.ts'
import { type Line, linesOf } from './shared/lines.ts'
import { markedProperties } from './shared/microdata.ts'
import { type JsonObject, objectsOf, organisationsOf, stringOf, stringsOf } from './shared/organisation.ts'
import { pageKind } from './shared/page-kind.ts'
import { labelBefore } from './shared/phone-labels.ts'
import { looksLikeDate, numbersIn, type PhoneNumber, readPhone } from './shared/phone-numbers.ts'
import { sectionsOf } from './shared/sections.ts'

const phonesMax = 20
const sentenceMax = 140

export interface PhoneMention extends Said {
  phone: PhoneNumber
}

/** The numbers at which the company can be called. Fax numbers, register numbers and other people's numbers are none. */
export function findContactPhones(page: Page): readonly PageFact[] {
  const byNumber = new Map<string, PhoneMention[]>()
  for (const mention of phoneMentions(page)) {
    if (mention.evidence === undefined) continue
    const same = byNumber.get(mention.phone.value)
    if (same !== undefined) same.push(mention)
    else if (byNumber.size < phonesMax) byNumber.set(mention.phone.value, [mention])
  }
  return [...byNumber].flatMap(([number, mentions]) => {
    const value = cleanText(number)
    const text = `Contact phone: ${cleanText(mentions[0]?.phone.shown ?? number)}`
    return factsByPlace({ topic: 'contact-phone', kind: 'found', key: value, text, value }, mentions)
  })
}

const known = new WeakMap<Page, readonly PhoneMention[]>()

export function phoneMentions(page: Page): readonly PhoneMention[] {
  const before = known.get(page)
  if (before !== undefined) return before
  const country = homeCountry(page)
  const faxes = faxNumbers(page, country)
  const all = [
    ...structuredMentions(page, country),
    ...linkMentions(page, country),
    ...textMentions(page, country),
  ]
  const mentions = all.filter((mention) => !faxes.has(mention.phone.value))
  known.set(page, mentions)
  return mentions
}

function structuredMentions(page: Page, country: string | undefined): PhoneMention[] {
  const mentions: PhoneMention[] = []
  for (const { item, value } of organisationsOf(page)) {
    for (const holder of phoneHolders(value)) {
      for (const raw of stringsOf(holder['telephone'])) {
        const phone = readPhone(raw.replace(/^tel:/i, ''), country)
        if (phone !== undefined)
          mentions.push({ phone, strength: 'structured', evidence: jsonEvidence(page, item, raw) })
      }
    }
  }
  for (const property of markedProperties(page)) {
    if (property.name !== 'telephone' || /fax/i.test(property.text.slice(0, 100))) continue
    const number = numbersIn(property.text)[0]?.text ?? property.text
    const phone = readPhone(number, country)
    if (phone !== undefined) mentions.push({ phone, strength: 'structured', evidence: property.evidence })
  }
  return mentions
}

function phoneHolders(value: JsonObject): JsonObject[] {
  const points = [...objectsOf(value['contactPoint']), ...objectsOf(value['contactPoints'])]
  const faxless = points.filter((point) => !/fax/i.test(stringOf(point['contactType'])))
  const places = [
    ...objectsOf(value['location']),
    ...objectsOf(value['department']),
    ...objectsOf(value['address']),
  ]
  return [value, ...faxless, ...places]
}

function linkMentions(page: Page, country: string | undefined): PhoneMention[] {
  const mentions: PhoneMention[] = []
  const foreign = foreignElements(page)
  for (const link of page.links) {
    const number = telNumber(link)
    if (number === undefined || !link.visible || foreign(link.element)) continue
    const phone = readPhone(number, country) ?? readPhone(link.text.slice(0, 60), country)
    if (phone !== undefined)
      mentions.push({ phone, strength: 'structured', evidence: spanEvidence(page, 'link', link.hrefSpan) })
  }
  return mentions
}

function telNumber(link: PageLink): string | undefined {
  const scheme = /^\s{0,9}(?:tel|callto|phone):(?:\/\/)?/i.exec(link.href.slice(0, 100))?.[0]
  if (scheme === undefined || /\bfax\b/i.test(link.text.slice(0, 60))) return undefined
  let number = link.href.slice(scheme.length, 100)
  try {
    number = decodeURIComponent(number)
  } catch {
    // A malformed escape stays as it is written.
  }
  return number.split(/[;,?]/)[0]?.replaceAll('\u00a0', ' ').trim()
}

/** Numbers that the visible text calls fax numbers, wherever else they stand. */
function faxNumbers(page: Page, country: string | undefined): ReadonlySet<string> {
  const faxes = new Set<string>()
  const phones = new Set<string>()
  eachNumber(page, (line, number, label) => {
    if (label !== 'fax' && label !== 'phone') return
    const value = readPhone(number.text, country)?.value
    if (value !== undefined) (label === 'fax' ? faxes : phones).add(value)
    void line
  })
  for (const { value } of organisationsOf(page))
    for (const holder of phoneHolders(value))
      for (const raw of stringsOf(holder['faxNumber'])) {
        const fax = readPhone(raw, country)?.value
        if (fax !== undefined) faxes.add(fax)
      }
  return new Set([...faxes].filter((fax) => !phones.has(fax)))
}

function textMentions(page: Page, country: string | undefined): PhoneMention[] {
  const mentions: PhoneMention[] = []
  const sections = sectionsOf(page)
  const kind = pageKind(page)
  const contactPage = kind === 'contact' || kind === 'imprint'
  const quiet = kind === 'privacy' || kind === 'terms' || kind === 'others' || kind === 'article'
  eachNumber(page, (line, number, label) => {
    if (mentions.length >= 5 * phonesMax || label === 'fax' || label === 'other') return
    if (number.from >= (sections.get(line)?.foreignFrom ?? 0) || looksLikeDate(number.text)) return
    const edge = line.area === 'header' || line.area === 'footer'
    if (quiet && !edge) return
    // A number in the middle of a long text on an ordinary page is rather somebody else's.
    if (kind === 'other' && !edge && line.text.length > sentenceMax) return
    const alone = line.text.length - number.text.length <= 4
    const international = number.text.includes('+')
    const national = (edge || contactPage) && alone && isGrouped(number.text) && /^[(0]/.test(number.text)
    if (
      label !== 'phone' &&
      !(international && (edge || contactPage || alone || kind === 'home')) &&
      !national
    )
      return
    const phone = readPhone(number.text, country ?? guessNorthAmerica(number.text))
    if (phone !== undefined)
      mentions.push({
        phone,
        strength: 'explicit',
        evidence: lineEvidence(page, line, number.from, number.to),
      })
  })
  return mentions
}

type SeeNumber = (
  line: Line,
  number: { text: string; from: number; to: number },
  label: ReturnType<typeof labelBefore>,
) => void

/** Every candidate with its label: words before it in its line, or a line before it that is nothing but a label. */
function eachNumber(page: Page, see: SeeNumber): void {
  let last: Line | undefined
  for (const line of linesOf(page)) {
    let until = 0
    for (const number of numbersIn(line.text)) {
      const own = labelBefore(line.text, number.from, until)
      const above = own === undefined && until === 0 && last !== undefined && last.text.length <= 40
      const label = above && last !== undefined ? labelBefore(last.text, last.text.length, 0) : own
      see(line, number, label)
      until = number.to
    }
    last = line
  }
}

function isGrouped(text: string): boolean {
  return /\d[ ()/.–-]{1,3}\d/.test(text)
}

/** `(415) 555-0134` on a site that tells no country is written the North American way. */
function guessNorthAmerica(text: string): string | undefined {
  return /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/.test(text.trim()) ? 'US' : undefined
}

export const patterns = [
  /^tel:/i,
  /fax/i,
  /^\s{0,9}(?:tel|callto|phone):(?:\/\/)?/i,
  /\bfax\b/i,
  /[;,?]/,
  /^[(0]/,
  /\d[ ()/.–-]{1,3}\d/,
  /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/,
]
