import { objectsOf, organisationsOf, stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { countryOfLanguage, countryOfTld, structuredCountryCode } from '../../site/countries.ts'
import { siteOf } from '../../site/site-name.ts'
import { postalAddresses } from './postal-addresses.ts'

/**
 * The country whose way of writing numbers a page follows: of its data, its domain, its language's region,
 * its addresses, its language. A guess, not a fact.
 */
export function homeCountry(page: Page): string | undefined {
  for (const { value } of organisationsOf(page)) {
    for (const holder of [value, ...objectsOf(value['location'])])
      for (const address of objectsOf(holder['address'])) {
        const code = structuredCountryCode(stringOf(address['addressCountry']))
        if (code !== undefined) return code
      }
  }
  const ofDomain = countryOfTld(siteOf(page.url).tld)
  if (ofDomain !== undefined) return ofDomain
  const [language = '', region = ''] = (page.lang ?? '').split(/[-_]/)
  return (
    structuredCountryCode(region.slice(0, 2)) ??
    countryOfAddresses(page) ??
    countryOfLanguage(language.toLowerCase())
  )
}

function countryOfAddresses(page: Page): string | undefined {
  return postalAddresses(page).find(({ country }) => country !== undefined)?.country
}

export const patterns = [/[-_]/]
