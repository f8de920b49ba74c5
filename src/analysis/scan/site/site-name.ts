import { parse } from 'tldts'
import { normalWords } from '../../text/normal-words.ts'
import { remembered } from '../../text/remembered.ts'
import type { Page } from '../document/page.ts'
import { nameKey } from './company-names.ts'
import romanisation from './romanisation.json'

export interface SiteName {
  host: string
  /** `acme.co.uk`; the host itself when it has no registrable domain. */
  domain: string
  /** The domain's label: `acme` of `www.acme.co.uk`. */
  label: string
  /** `uk`, `de`, `com`. */
  tld: string
}

/** Of a whole URL or host. All pages of a host are read once. */
export const siteOf = (url: string): SiteName => readSite(origin.exec(url)?.[0] ?? url)

const origin = /^https?:\/\/[^/?#\\]+/

const readSite = remembered((url): SiteName => {
  const parsed = parse(url)
  const host = (parsed.hostname ?? '').toLowerCase()
  const domain = parsed.domain ?? host
  const label = parsed.domainWithoutSuffix ?? host.split('.').at(-2) ?? host
  return { host, domain, label: label.toLowerCase(), tld: host.split('.').at(-1) ?? '' }
})

export function isSameSite(url: string, page: Page): boolean {
  const other = siteOf(url)
  return other.domain !== '' && other.domain === siteOf(page.url).domain
}

/** Letters and digits only, without case and accents: `Müller & Söhne` and `mueller-soehne` have a fold in common. */
export const folds = remembered((text): readonly string[] => {
  const plain = normalWords(text.replaceAll('&', ' ')).join('')
  const spelled = normalWords(spellUmlauts(text.toLowerCase().replaceAll('&', ' '))).join('')
  const ands = text.includes('&') ? andWords : ['']
  const withAnd = ands.map((and) => normalWords(text.replaceAll('&', ` ${and} `)).join(''))
  return [...new Set([plain, spelled, ...withAnd, romanWords(text).join('')])].filter((fold) => fold !== '')
})

const roman: ReadonlyMap<string, string> = new Map(
  Object.values(romanisation)
    .flatMap((list) => list.split('|'))
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/** `stroymaster` of `СтройМастер`, as domains spell names in Cyrillic and Greek letters. */
const romanWords = (text: string) =>
  normalWords(text.toLowerCase().replace(otherLetters, (letter) => roman.get(letter) ?? letter))
const otherLetters = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu

/** What domains have for an ampersand. */
const andWords = ['and', 'und', 'et', 'e', 'y', 'en']

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' }
const spellUmlauts = (text: string) =>
  text.normalize('NFC').replace(/[äöüåøæ]/g, (letter) => umlauts[letter] ?? letter)

/**
 * Whether a name and a domain label or profile handle plausibly match: equal, one is a prefix or half of the other, the
 * name's initials, or shared words that are half of either.
 */
export function resembles(name: string, handle: string): boolean {
  const words = romanWords(name)
  const initials = words.map((word) => word[0]).join('')
  for (const handleFold of folds(handle)) {
    if (folds(name).some((nameFold) => areClose(nameFold, handleFold))) return true
    if (initials.length >= 3 && handleFold.startsWith(initials) && handleFold.length <= initials.length + 5)
      return true
    const shared = words.filter((word) => word.length >= 4 && handleFold.includes(word)).join('').length
    if (shared > 0 && 2 * shared >= Math.min(handleFold.length, words.join('').length)) return true
  }
  return false
}

/** In both directions, as either may be a handle or domain label, and without legal forms. */
export function areAlike(own: string, name: string): boolean {
  const [ownKey, key] = [nameKey(own), nameKey(name)]
  return key !== '' && (ownKey === key || resembles(ownKey, key) || resembles(key, ownKey))
}

function areClose(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short === long) return true
  if (short.length < 3) return false
  return long.startsWith(short) || (long.includes(short) && 2 * short.length >= long.length)
}
