import { once } from '../../../kernel/runtime/once.ts'
import { normalWords } from '../../text/normal-words.ts'
import words from './countries.json'

const codes: ReadonlySet<string> = new Set(words.codes)

/**
 * Country names in many languages, as normal words, with their codes. Built on first use, as it takes some
 * milliseconds.
 */
const countryNames = once((): ReadonlyMap<string, string> => {
  const built = new Map<string, string>()
  for (const language of words.nameLanguages) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)
      const key = name === undefined ? '' : normalWords(name).join(' ')
      if (key !== '' && !built.has(key)) built.set(key, code)
    }
  }
  for (const [name, code] of Object.entries(words.otherNames)) built.set(name, code)
  // The US state and the first name are far more common.
  built.delete('georgia')
  built.delete('jordan')
  return built
})

/** ISO 3166-1 alpha-2 code of a country's name or code; undefined for other texts. */
export function countryCode(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^[A-Za-z]{2}$/.test(trimmed)) {
    const upper = trimmed.toUpperCase()
    return upper === 'UK' ? 'GB' : codes.has(upper) ? upper : undefined
  }
  if (!/\p{L}/u.test(trimmed)) return undefined
  return countryNames().get(normalWords(trimmed.slice(0, 60)).join(' '))
}

const threeLetters: ReadonlyMap<string, string> = new Map(Object.entries(words.threeLetters))

/** The same, with three-letter codes, which occur in structured data. */
export function structuredCountryCode(text: string): string | undefined {
  return countryCode(text) ?? threeLetters.get(text.trim().toUpperCase())
}

/** The country of a top-level domain; undefined for generic ones and those marketed as words. */
export function countryOfTld(tld: string): string | undefined {
  if (tld === 'uk') return 'GB'
  if (words.soldTlds.includes(tld)) return undefined
  return tld.length === 2 && codes.has(tld.toUpperCase()) ? tld.toUpperCase() : undefined
}

const languageCountries: ReadonlyMap<string, string> = new Map(Object.entries(words.ofLanguages))

/** The main country of a language; undefined for languages of many countries. */
export const countryOfLanguage = (language: string): string | undefined => languageCountries.get(language)
