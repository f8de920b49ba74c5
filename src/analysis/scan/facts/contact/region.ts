import { hasPhrase, phraseAt, phraseLine } from '../../../text/phrases.ts'
import { sentenceAt } from '../../../text/sentences.ts'
import { linesOf, wordsOf } from '../../document/lines.ts'
import { metaOf } from '../../document/metas.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import { contactsOf, objectsOf, stringOf, stringsOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { countryOfLanguage, countryOfTld, structuredCountryCode } from '../../site/countries.ts'
import type { Site } from '../../site/site.ts'
import { siteOf } from '../../site/site-name.ts'
import {
  candidateInAttribute,
  candidateInLine,
  candidateInLink,
  candidateInMeta,
  candidatesOfOrganisations,
} from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { countryOfStyle, labelledNumbers } from './phone-lines.ts'
import { chatNumber, readPhone, telNumber } from './phone-numbers.ts'
import { postalAddresses } from './postal-addresses.ts'
import regionWords from './region-words.json'

/** The company's country, and the world or the continent where it states that it sells or serves there. */
export const region: Topic = {
  topics: ['region'],
  read: (page) => [...countryMentions(page), ...inServedAreas(page), ...inDomain(page), ...inSentences(page)],
  decide,
}

const stated = (value: string, inferred = false) => ({ topic: 'region' as const, value, inferred })

/** What shows a country; `details.clue` is what kind of statement it is, `details.country` the country of its form. */
export const countryMentions = oncePerPage((page): readonly Candidate[] =>
  Object.entries({ 'json-ld': inStructuredData, address: inAddresses, phone: inPhones }).flatMap(
    ([clue, read]) => read(page).map((each) => ({ ...each, details: { ...each.details, clue } })),
  ),
)

function inStructuredData(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (value) =>
    contactsOf(value)
      .flatMap((holder) => objectsOf(holder['address']))
      .flatMap((address) => countryStated(stringOf(address['addressCountry']), structuredCountryCode)),
  )
}

function inServedAreas(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (value) =>
    stringsOf(value['areaServed']).flatMap((written) => countryStated(written, areaOf)),
  )
}

function countryStated(written: string, read: (written: string) => string | undefined) {
  const value = read(written)
  return value === undefined ? [] : [{ ...stated(value), written }]
}

function areaOf(written: string): string | undefined {
  const words = phraseLine(written.slice(0, 60)).trim()
  if (words === 'europe' || words === 'europa') return 'Europe'
  return regions.find(([, phrases]) => phrases.includes(words))?.[0] ?? structuredCountryCode(written)
}

function inAddresses(page: Page): Candidate[] {
  return postalAddresses(page).flatMap(({ country, line, from, coded }) => {
    if (country === undefined && !coded) return []
    const statement = country === undefined ? stated(homeCountry, true) : stated(country)
    return candidateInLine(page, statement, line, [from, line.text.length])
  })
}

/** Marks addresses without a country: they support the country of the site. */
const homeCountry = 'home'

const numberCharsMax = 40

/** A number without a country prefix supports the country in which it is valid. */
function inPhones(page: Page): Candidate[] {
  const links = page.links.flatMap((link) => {
    const number = telNumber(link) ?? chatNumber(link)
    return number === undefined || !link.visible
      ? []
      : candidateInLink(page, ofNumber(number), link, 'contact-link')
  })
  const texts = labelledNumbers(page).flatMap(({ line, number }) =>
    candidateInLine(page, ofNumber(number.text), line, [number.from, number.to]),
  )
  return [...links, ...texts]
}

function ofNumber(number: string) {
  const country = readPhone(number, undefined)?.country
  if (country !== undefined) return stated(country)
  const style = readPhone(number, countryOfStyle(number, ''))?.country
  const details = { number: number.slice(0, numberCharsMax), ...(style !== undefined && { country: style }) }
  return { ...stated('number', true), details }
}

/**
 * The country of the domain, if the page has an address of the company. A language alone is not evidence; it supports
 * the domain.
 */
function inDomain(page: Page): Candidate[] {
  const country = countryOfTld(siteOf(page.url).tld)
  if (country === undefined) return []
  const [language = '', place = ''] = (page.lang ?? '').split('-')
  const ofLanguage = structuredCountryCode(place.slice(0, 2)) ?? countryOfLanguage(language.toLowerCase())
  const element = page.root
  const ofAttribute = (element: Element, name: string) =>
    candidateInAttribute(page, stated(country, true), { element, name, place: 'meta' })
  const found: Candidate[] = []
  const meta = metaOf(page, 'og:url')
  const isOwn = (url: string) => URL.canParse(url) && siteOf(url).tld === siteOf(page.url).tld
  if (meta !== undefined && isOwn(meta.content))
    found.push(...candidateInMeta(page, stated(country, true), meta))
  const canonical = page.all('link').find((link) => link.getAttribute('rel') === 'canonical')
  if (canonical !== undefined && isOwn(canonical.getAttribute('href') ?? ''))
    found.push(...ofAttribute(canonical, 'href'))
  if (ofLanguage === country && element !== undefined) found.push(...ofAttribute(element, 'lang'))
  return found
}

const regions = Object.entries(regionWords.regions)
const allRegions = regions.flatMap(([, phrases]) => phrases)
const lineMax = 400

/** `We ship worldwide`, `europaweiter Versand`: a sentence about delivery or service. */
function inSentences(page: Page): Candidate[] {
  const kind = pageKind(page)
  if (kind === 'others' || kind === 'article' || kind === 'imprint') return []
  return linesOf(page).flatMap((line) => {
    if (line.text.length > lineMax || line.area === 'nav' || !hasPhrase(wordsOf(line), allRegions)) return []
    return regions.flatMap(([name, phrases]) => {
      const at = phraseAt(line.text, wordsOf(line), phrases)
      if (at === -1) return []
      const { start, end } = sentenceAt(line.text, at)
      if (!hasPhrase(phraseLine(line.text.slice(start, end)), regionWords.serving)) return []
      return candidateInLine(page, stated(name, true), line, [start, end])
    })
  })
}

const namesOfCountries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const own = candidates.flatMap((candidate) => {
    const { number } = candidate.details
    const place = candidate.value === homeCountry ? site.country : candidate.value
    const value = number === undefined ? place : readPhone(number, site.country)?.country
    return value === undefined ? [] : [{ value, candidate }]
  })
  return [site.country, ...Object.keys(regionWords.regions)].flatMap((value) => {
    if (value === undefined) return []
    const support = own.filter((each) => each.value === value).map(({ candidate }) => candidate)
    const name = value === site.country ? (namesOfCountries.of(value) ?? value) : value
    return { topic: 'region', key: value, value, text: `Region: ${name}`, support }
  })
}
