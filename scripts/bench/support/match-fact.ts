import { decodePercents } from '../../../src/analysis/scan/decode-percents.ts'
import { nameKey } from '../../../src/analysis/scan/site/company-names.ts'
import { areSpellings } from '../../../src/analysis/scan/site/spellings.ts'
import { normalWords } from '../../../src/analysis/text/normal-words.ts'
import industrySynonyms from './industry-synonyms.json'

/** Whether what a scan says of a topic is what a label says, after both are brought to one form. */
export function matches(topic: string, said: string, label: string): boolean {
  return (matchers[topic] ?? sameWords)(said, label)
}

/** Whether labels say what a scan says: one of them, or of a range of prices both its ends. */
export function matchesOne(topic: string, said: string, labels: readonly string[]): boolean {
  const ends = topic === 'pricing' ? amounts(said) : []
  return ends.length > 1
    ? ends.every((end) => labels.some((label) => amounts(label).includes(end)))
    : labels.some((label) => matches(topic, said, label))
}

type Match = (said: string, label: string) => boolean

const fold = (text: string) => normalWords(text).join(' ')
const digits = (text: string) => text.replace(/\D+/g, '')
const alphanumeric = (text: string) => text.toUpperCase().replace(/[^A-Z\d]/g, '')

const sameWords: Match = (said, label) => fold(said) === fold(label)
const sameName: Match = (said, label) => {
  const [one, other] = [nameKey(said), nameKey(label)]
  return one === other || areSpellings(one, other)
}
const sameNumber: Match = (said, label) => {
  const [one, other] = [alphanumeric(said), alphanumeric(label)]
  return one === other || (digits(one) === digits(other) && digits(one).length >= 6)
}

/** So many of the shorter text's words must stand in the longer. */
const overlapMin = 0.6
const similar: Match = (said, label) => {
  const [one, other] = [said, label].map(
    (text) => new Set(normalWords(text).filter((word) => word.length > 2)),
  )
  const [short, long] = (one?.size ?? 0) <= (other?.size ?? 0) ? [one, other] : [other, one]
  if (short === undefined || long === undefined) return false
  if (short.size === 0) return fold(said) === fold(label)
  return [...short].filter((word) => long.has(word)).length >= overlapMin * short.size
}

const synonyms = new Map<string, string>(Object.entries(industrySynonyms))
/** Also by another name of the same industry, which must be all that the label says; names of several industries are not in the table. */
const sameIndustry: Match = (said, label) =>
  similar(said, label) || (synonyms.get(said)?.split('|') ?? []).some((synonym) => sameWords(synonym, label))

/** The house number, the postcode and a word of the street or town. */
const sameAddress: Match = (said, label) => {
  const numbers = (text: string) => fold(text).match(/[a-z]*\d+[a-z\d]*/g) ?? []
  const have = new Set([...numbers(said), digits(said)])
  const wanted = numbers(label)
  const words = ` ${fold(said)} `
  const isShared = (word: string) => words.includes(/[a-z]/.test(word) ? ` ${word} ` : word)
  const shared = fold(label)
    .split(/[\s\d]+/)
    .some((word) => word.length > 2 && isShared(word))
  return shared && wanted.every((number) => have.has(number) || digits(said).includes(number))
}

const networkNames = new Map([
  ['twitter', 'x'],
  ['t', 'telegram'],
  ['fb', 'facebook'],
])

/** `linkedin:company/acme` or an address, as `network/company/acme`. */
const profile = (text: string) => {
  const plain = decodePercents(text).toLowerCase().replace(/\/$/, '')
  if (!URL.canParse(plain) || !/^https?:/.test(plain)) return plain.replace(':', '/').replace('/@', '/')
  const { hostname, pathname, searchParams } = new URL(plain)
  const host = hostname.split('.').at(-2) ?? hostname
  const id = searchParams.get('id')
  return `${networkNames.get(host) ?? host}${id === null ? decodePercents(pathname) : `/${id}`}`
    .replace('/@', '/')
    .replace(/\/$/, '')
}
const sameProfile: Match = (said, label) => profile(said) === profile(label)

const amounts = (text: string) =>
  (text.match(/\d[\d.,' ]*/g) ?? []).map((written) => {
    const plain = written.replace(/[' ]/g, '').replace(/[.,]$/, '')
    return Number(plain.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.'))
  })
/** A range says its ends; two ranges are equal only in both. */
const samePrice: Match = (said, label) => {
  const [one, other] = [amounts(said), amounts(label)]
  if (one.length === 0 || other.length === 0) return similar(said.replace('-', ' '), label)
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.every((amount) => long.includes(amount))
}

const samePerson: Match = (said, label) => {
  const [name = ''] = said.split(/[,、(]/)
  const [one, other] = [normalWords(name), normalWords(label.split(/[,、(]/)[0] ?? '')]
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return one.join(' ') === other.join(' ') || (short.length > 1 && short.every((word) => long.includes(word)))
}

/**
 * Paths alone: the host of a saved site is served by this machine. What follows the file's name is a version or a size; a saved
 * site may have it in the name.
 */
const sameFile: Match = (said, label) => {
  const path = (text: string) =>
    new URL(text, 'http://x.example/').pathname
      .toLowerCase()
      .replace(/(\.(?:png|jpe?g|gif|svg|webp|ico))(?:\/|%3f).*$/, '$1')
  return path(said) === path(label) || path(said).endsWith(path(label)) || path(label).endsWith(path(said))
}

/** The times of the day alone, each once: the names of the days are written in every language. */
const timesIn = (text: string) => {
  const times = [...text.matchAll(/(\d{1,2})(?:[:.h](\d{2}))?\s?([ap])?/gi)].map(
    ([, hour, minute = '00', half]) => {
      const late = half?.toLowerCase() === 'p' && Number(hour) < 12 ? 12 : 0
      return `${Number(hour) + late}:${minute}`
    },
  )
  return [...new Set(times)].sort().join(' ')
}
const sameTimes: Match = (said, label) => timesIn(said) === timesIn(label)

const matchers: Readonly<Record<string, Match>> = {
  'company-name': sameName,
  'legal-name': sameName,
  registration: sameNumber,
  description: similar,
  industry: sameIndustry,
  'business-model': similar,
  audience: similar,
  language: (said, label) => said.split('-')[0] === label.split('-')[0],
  'contact-email': (said, label) => said.trim().toLowerCase() === label.trim().toLowerCase(),
  'contact-phone': (said, label) => digits(said) === digits(label),
  address: sameAddress,
  social: sameProfile,
  tool: similar,
  integration: similar,
  pricing: samePrice,
  product: similar,
  team: samePerson,
  founded: (said, label) => digits(said) === digits(label),
  'opening-hours': sameTimes,
  // That positions are offered, in any words of the label.
  hiring: (said, label) => said === 'open-positions' || similar(said, label),
  logo: sameFile,
  icon: sameFile,
  color: (said, label) => said.toLowerCase() === label.toLowerCase(),
}
