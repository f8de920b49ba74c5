import { cleanText } from '../page/clean-text.ts'
import type { Page, PageLink } from '../page.ts'
import type { PageFact } from './fact.ts'
import { countryCode } from './shared/countries.ts'
import { jsonEvidence, lineEvidence, spanEvidence } from './shared/evidence.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { foreignElements } from './shared/foreign-elements.ts'
import { homeCountry } from './shared/home-country.ts'
import { markedProperties } from './shared/microdata.ts'
import { oncePerPage } from './shared/once-per-page.ts'
import { type JsonObject, objectsOf, organisationsOf, stringOf, stringsOf } from './shared/organisation.ts'
import { linePlaces, otherParties } from './shared/other-parties.ts'
import { countryOfStyle, labelledNumbers, plainPhones } from './shared/phone-lines.ts'
import { numbersIn, type PhoneNumber, readPhone } from './shared/phone-numbers.ts'
import { showsSomething } from './shared/shown-links.ts'

const phonesMax = 20

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

export const phoneMentions = oncePerPage(readPhoneMentions)

function readPhoneMentions(page: Page): readonly PhoneMention[] {
  const country = homeCountry(page)
  const faxes = faxNumbers(page, country)
  const all = [
    ...structuredMentions(page, country),
    ...linkMentions(page, country),
    ...textMentions(page, country),
  ]
  return all.filter((mention) => !faxes.has(mention.phone.value))
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
  const isOthers = otherParties(page)
  const placeOf = linePlaces(page)
  for (const link of page.links) {
    const number = telNumber(link)
    if (number === undefined || !link.visible || foreign(link.element) || !showsSomething(page, link))
      continue
    const place = placeOf(link.element)
    if (place !== undefined && isOthers(place.line, place.at)) continue
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

/** Numbers that the page calls fax numbers, wherever else they stand. */
function faxNumbers(page: Page, country: string | undefined): ReadonlySet<string> {
  const faxes = new Set<string>()
  const phones = new Set<string>()
  for (const { number, label } of labelledNumbers(page)) {
    const value = label === 'fax' || label === 'phone' ? readPhone(number.text, country)?.value : undefined
    if (value !== undefined) (label === 'fax' ? faxes : phones).add(value)
  }
  for (const { value } of organisationsOf(page)) {
    for (const raw of phoneHolders(value).flatMap((holder) => stringsOf(holder['faxNumber']))) {
      const fax = readPhone(raw, country)?.value
      if (fax !== undefined) faxes.add(fax)
    }
  }
  return new Set([...faxes].filter((fax) => !phones.has(fax)))
}

function textMentions(page: Page, country: string | undefined): PhoneMention[] {
  const isOthers = otherParties(page)
  return plainPhones(page)
    .slice(0, 5 * phonesMax)
    .flatMap(({ line, number }) => {
      if (isOthers(line, number.from)) return []
      const named = countryBehind(line.text.slice(number.to))
      const phone =
        (named === undefined ? undefined : readPhone(number.text, named)) ??
        readPhone(number.text, countryOfNumber(page, number.text, country))
      if (phone === undefined) return []
      const evidence = lineEvidence(page, line, number.from, number.to)
      return [{ phone, strength: 'explicit', evidence }]
    })
}

/** The country of `, Berlin, Germany` behind a number. Two letters may be a state of the US, or a word. */
function countryBehind(text: string): string | undefined {
  for (const part of text.slice(0, 120).split(/[,;|·•()]/, 5)) {
    const country = part.trim().length > 2 ? countryCode(part) : undefined
    if (country !== undefined) return country
    // What follows the next number is that one's.
    if (/\d{4}.{0,3}\d{2}/.test(part)) return undefined
  }
  return undefined
}

/** The page's country, unless the number is written as only one other country's are. */
function countryOfNumber(page: Page, text: string, country: string | undefined): string | undefined {
  const language = (page.lang ?? '').toLowerCase().split('-')[0] ?? ''
  if (country === undefined) return countryOfStyle(text, language)
  const french = language === 'fr' && /^0[1-9](?:[ .]\d{2}){4}$/.test(text)
  return french && !frenchSpeaking.has(country) ? 'FR' : country
}

const frenchSpeaking = new Set(['FR', 'BE', 'CH', 'LU', 'CA', 'MC', 'MA', 'TN', 'DZ', 'SN', 'CI'])

export const patterns = [
  /^tel:/i,
  /fax/i,
  /^\s{0,9}(?:tel|callto|phone):(?:\/\/)?/i,
  /\bfax\b/i,
  /[;,?]/,
  /^0[1-9](?:[ .]\d{2}){4}$/,
  /[,;|·•()]/,
  /\d{4}.{0,3}\d{2}/,
]
