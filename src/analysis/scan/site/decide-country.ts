import { type CountryClue, countryClues, type PageClues } from './clues.ts'
import { countryOfLanguage, countryOfTld, structuredCountryCode } from './countries.ts'
import { siteOf } from './site-name.ts'

const weights: Readonly<Record<CountryClue, number>> = { 'json-ld': 6, address: 4, phone: 3 }
const tldWeight = 5
const regionWeight = 2
const languageWeight = 1

/**
 * The country of the company's seat. Each kind of clue counts once per country, weighted by the share of pages. It is
 * guessed when only the language of the pages suggests it.
 */
export function decideCountry(
  pages: readonly PageClues[],
  home: URL,
): { country: string | undefined; isCountryGuessed: boolean } {
  const scores = new Map<string, number>()
  const add = (code: string | undefined, weight: number) => {
    if (code !== undefined) scores.set(code, (scores.get(code) ?? 0) + weight)
  }
  for (const clue of countryClues) {
    const counts = new Map<string, number>()
    for (const page of pages) {
      const codes = new Set(page.countries.filter((each) => each.clue === clue).map(({ code }) => code))
      for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
    }
    const most = Math.max(...counts.values())
    for (const [code, count] of counts) add(code, (weights[clue] * count) / most)
  }
  add(countryOfTld(siteOf(home.href).tld), tldWeight)
  const stated = new Set(scores.keys())
  const [language = '', region = ''] = (pages[0]?.lang ?? '').split('-')
  // Site builders write `en-US` into pages of every country.
  if (!isDefault(language, region)) add(structuredCountryCode(region.slice(0, 2)), regionWeight)
  add(countryOfLanguage(language.toLowerCase()), languageWeight)
  const [country] = [...scores].sort((a, b) => b[1] - a[1])[0] ?? []
  return { country, isCountryGuessed: country !== undefined && !stated.has(country) }
}

const isDefault = (language: string, region: string) => `${language}-${region}`.toLowerCase() === 'en-us'
