import { hasPhrase, phraseAt, phraseLine } from '../../../text/phrases.ts'
import { sentenceAt } from '../../../text/sentences.ts'
import { linesOf, wordsOf } from '../../document/lines.ts'
import { metaOf } from '../../document/metas.ts'
import { stringsOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { countryOfLanguage, countryOfTld, structuredCountryCode } from '../../site/countries.ts'
import type { Site } from '../../site/site.ts'
import { siteOf } from '../../site/site-name.ts'
import {
  candidateInAttribute,
  candidateInLine,
  candidateInMeta,
  candidatesOfOrganisations,
} from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { countryMentions, homeCountry, regionOf, stated } from './country-mentions.ts'
import { readPhone } from './phone-numbers.ts'
import regionWords from './region-words.json'

/** The company's country, and the world or the continent where it states that it sells or serves there. */
export const region: Topic = {
  topics: ['region'],
  read: (page) => [...countryMentions(page), ...inServedAreas(page), ...inDomain(page), ...inSentences(page)],
  decide,
}

function inServedAreas(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (value) =>
    stringsOf(value['areaServed']).flatMap((written) => regionOf(written, areaOf)),
  )
}

function areaOf(written: string): string | undefined {
  const words = phraseLine(written.slice(0, 60)).trim()
  if (words === 'europe' || words === 'europa') return 'Europe'
  return regions.find(([, phrases]) => phrases.includes(words))?.[0] ?? structuredCountryCode(written)
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
