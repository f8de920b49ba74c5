import { phraseLine, phrasesIn } from '../../text/phrases.ts'
import { attributeEvidence, jsonEvidence, lineEvidence } from '../document/evidence.ts'
import { linesOf, wordsOf } from '../document/lines.ts'
import { objectsOf, organisationsOf, stringOf, stringsOf } from '../document/organisation.ts'
import type { Page } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import { countryCode, structuredCountryCode } from '../site/countries.ts'
import { isSameSite } from '../site/site-name.ts'
import { addressMentions } from './address.ts'
import { regionPhrases } from './contact/region-phrases.ts'
import type { PageFact } from './fact.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'

const regionsMax = 30
const hreflangsMax = 60

interface Mention extends Said {
  region: string
}

/**
 * Where the company is and whom it serves: by its address and what structured data says with certainty, by phone
 * numbers, translations and wording only as a conclusion.
 */
export function findRegions(page: Page): readonly PageFact[] {
  const byRegion = new Map<string, Mention[]>()
  for (const mention of [
    ...structured(page),
    ...ofAddresses(page),
    ...ofTranslations(page),
    ...ofWording(page),
  ]) {
    const same = byRegion.get(mention.region)
    if (same !== undefined) same.push(mention)
    else if (byRegion.size < regionsMax) byRegion.set(mention.region, [mention])
  }
  return [...byRegion].flatMap(([region, said]) => {
    const sure = said.some(({ strength }) => strength !== 'wording')
    const text = `Region: ${regionName(region)}`
    return factsByPlace(
      { topic: 'region', kind: sure ? 'found' : 'inferred', key: region, text, value: region },
      said,
    )
  })
}

function regionName(region: string): string {
  if (!/^[A-Z]{2}$/.test(region) || region === 'EU') return region === 'EU' ? 'European Union' : region
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' }).of(region) ?? region
}

/** `addressCountry` and `areaServed` of the organisation. */
function structured(page: Page): Mention[] {
  const mentions: Mention[] = []
  for (const { item, value } of organisationsOf(page)) {
    const holders = [value, ...objectsOf(value['location'])]
    for (const address of holders.flatMap((holder) => objectsOf(holder['address']))) {
      const written = stringOf(address['addressCountry'])
      const region = structuredCountryCode(written)
      if (region !== undefined)
        mentions.push({ region, strength: 'structured', evidence: jsonEvidence(page, item, written) })
    }
    for (const written of stringsOf(value['areaServed']).slice(0, 40)) {
      const region = structuredCountryCode(written) ?? regionPhrases.get(phraseLine(written).trim())
      if (region !== undefined)
        mentions.push({ region, strength: 'structured', evidence: jsonEvidence(page, item, written) })
    }
  }
  return mentions
}

/** The country that an address names or whose postal codes look like its own. */
function ofAddresses(page: Page): Mention[] {
  return addressMentions(page).flatMap(({ country, evidence }) =>
    country === undefined ? [] : [{ region: country, strength: 'explicit', evidence }],
  )
}

/**
 * Countries that the site has editions for, as `hreflang="de-DE"` beside `hreflang="de-AT"`. One country alone for a
 * language is mostly a way to write the language.
 */
function ofTranslations(page: Page): Mention[] {
  const byLanguage = new Map<string, Mention[]>()
  for (const element of page.all('[hreflang]').slice(0, hreflangsMax)) {
    const [language = '', country] = (element.getAttribute('hreflang') ?? '').slice(0, 20).split(/[-_]/)
    const href = element.getAttribute('href') ?? ''
    const region = country === undefined || country.length !== 2 ? undefined : countryCode(country)
    if (
      region === undefined ||
      !URL.canParse(href, page.url) ||
      !isSameSite(new URL(href, page.url).href, page)
    )
      continue
    const mentions = byLanguage.get(language) ?? []
    mentions.push({
      region,
      strength: 'wording',
      evidence: attributeEvidence(page, 'link', element, 'hreflang'),
    })
    byLanguage.set(language, mentions)
  }
  return [...byLanguage.values()]
    .filter((mentions) => new Set(mentions.map(({ region }) => region)).size > 1)
    .flat()
}

const lineMax = 400
/** A short word alone, as `europe`, is an area's name but no wording. */
const wordings = [...regionPhrases.keys()].filter((phrase) => phrase.length > 8)

/** `across Europe`, `deutschlandweit`, `ships worldwide`. */
function ofWording(page: Page): Mention[] {
  const kind = pageKind(page)
  if (kind === 'privacy' || kind === 'terms' || kind === 'others' || kind === 'article' || kind === 'imprint')
    return []
  const mentions: Mention[] = []
  const sections = sectionsOf(page)
  for (const line of linesOf(page)) {
    if (line.text.length > lineMax || line.area === 'nav' || sections.get(line)?.foreign === true) continue
    for (const phrase of phrasesIn(wordsOf(line), wordings)) {
      const region = regionPhrases.get(phrase)
      if (region !== undefined)
        mentions.push({ region, strength: 'wording', evidence: lineEvidence(page, line) })
    }
    if (mentions.length > regionsMax) break
  }
  return mentions
}

export const patterns = [/^[A-Z]{2}$/, /[-_]/]
