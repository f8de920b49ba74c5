import { remembered } from '../../../text/remembered.ts'
import type { Site } from '../../site/site.ts'
import data from './currencies.json'

/** A price in a text: `€ 1.299,00`, `29 USD`, `US$12.50`. */
export interface Amount {
  /** ISO 4217, or a sign shared by several countries. */
  currency: string
  /** Digits with a point: `1299`, `9.50`. */
  amount: string
  /** End of a range with one currency: `60 à 90 €`. */
  to?: string
  start: number
  end: number
}

const codes: ReadonlySet<string> = new Set(data.codes)
const signs: Readonly<Record<string, string>> = data.signs
const national: Readonly<Record<string, Readonly<Record<string, string>>>> = data.national
const elsewhere: Readonly<Record<string, string>> = data.elsewhere
const countryOfLanguage: Readonly<Record<string, string>> = data.countryOfLanguage

const written = [...data.codes, ...Object.keys(signs), ...Object.keys(national)]
  .sort((a, b) => b.length - a.length)
  .map((name) =>
    /\p{L}$/u.test(name) && !/[円元원]/u.test(name) ? `${name}(?![\\p{L}\\p{N}])` : RegExp.escape(name),
  )
  .join('|')
const number = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,3}(?:[.,]\d{1,2})?(?![\d])|\d{1,7}(?:[.,]\d{1,2})?(?![\d])`
/** A currency name must not be the end of a word; a sign may follow the name of the goods directly. */
const notInWord = String.raw`(?:(?<![\p{L}\p{N}$])|(?<=[\p{Ll}])(?=[$€£¥₹₩₪₺₽₴₱฿₸]))`
const currencyFirst = new RegExp(String.raw`${notInWord}(?<sign>${written})\s?(?<digits>${number})`, 'gu')
const numberFirst = new RegExp(
  String.raw`(?<![\p{N}.,$€£#-])(?<!(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])\p{L})(?<digits>${number})(?:[.,][-–—]{1,2})?\s?(?<sign>${written})(?!\d)`,
  'gu',
)
/** `60 à ` and `60–`; in `Menu 3 – 12 €` a dash between spaces makes no range. */
const rangeStart =
  /(?<![\d.,\p{L}])(\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,2}|\d{1,6}(?:[.,]\d{1,2})?)(?:[–—-]|\s(?:to|bis|à|a|até|t\/m)\s)$/u
const rangeStartMax = 16
/** `(−€0,225)` is a change or a discount. */
const minus = /(?:^|[^\p{L}\p{N}$€£])[-−]$/u
/** More is not a range of one price. */
const rangeTimesMax = 10
/** Followed by a multiplier, percent sign or digits it is another number. */
const continuation =
  /^(?:\s?(?:k|K|M|m|B|bn|mn|mio|Mio|mrd|Mrd|million|Million|milliard|billion|Milliarde|millones|milioni|mille|thousand|Tausend|tsd|Tsd)(?![\p{L}])|\s?%|[.,]\d)/u

/** The prices in a text, in order. */
export const amountsIn = (text: string): readonly Amount[] => (/\d/.test(text) ? readAmounts(text) : [])

const readAmounts = remembered((text): readonly Amount[] => {
  const found = [currencyFirst, numberFirst].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: all, index, groups }): Amount[] => {
      const amount = decimalOf(groups?.['digits'] ?? '')
      const end = index + all.length
      if (amount === undefined || continuation.test(text.slice(end, end + 14))) return []
      if (minus.test(text.slice(Math.max(0, index - 2), index))) return []
      const dashes = /^[.,][-–—]{1,2}/.exec(text.slice(end, end + 4))?.[0].length ?? 0
      const sign = groups?.['sign'] ?? ''
      const found = { currency: signs[sign] ?? sign, amount, start: index, end: end + dashes }
      return [pattern === numberFirst ? withStart(found, text) : withCode(found, text)]
    }),
  )
  found.sort((one, other) => one.start - other.start || other.end - one.end)
  return found.filter((amount, at) => at === 0 || amount.start >= (found[at - 1]?.end ?? 0))
})

/** An amount whose shared sign stands beside a code: `AUD $12`, `$12 AUD`. */
function withCode(found: Amount, text: string): Amount {
  if (national[found.currency] === undefined) return found
  const [before, after] = [
    /(?<!\p{L})([A-Z]{3})\s?$/u.exec(text.slice(Math.max(0, found.start - 5), found.start)),
    /^\s?([A-Z]{3})(?!\p{L})/u.exec(text.slice(found.end, found.end + 5)),
  ]
  if (codes.has(before?.[1] ?? ''))
    return { ...found, currency: before?.[1] ?? '', start: found.start - (before?.[0].length ?? 0) }
  return codes.has(after?.[1] ?? '')
    ? { ...found, currency: after?.[1] ?? '', end: found.end + (after?.[0].length ?? 0) }
    : found
}

/** An amount with the number before it, where both are a range. */
function withStart(found: Amount, text: string): Amount {
  const match = rangeStart.exec(text.slice(Math.max(0, found.start - rangeStartMax), found.start))
  const least = match === null ? undefined : decimalOf(match[1] ?? '')
  const [from, to] = [Number(least), Number(found.amount)]
  if (match === null || least === undefined || from >= to || to > rangeTimesMax * from) return found
  return { ...found, amount: least, to: found.amount, start: found.start - match[0].length }
}

/** The code of a currency; a shared sign is resolved by the site's country. */
export function currencyCode(currency: string, { country, languages }: Pick<Site, 'country' | 'languages'>) {
  if (codes.has(currency) || national[currency] === undefined) return currency
  const home = country ?? countryOfLanguage[languages[0] ?? ''] ?? ''
  return national[currency][home] ?? elsewhere[currency]
}

/**
 * `1.299,00`, `1,299.00`, `1 299` and `1299` are 1299; `9,5` is 9.50. A single separator before three digits groups
 * thousands, before one or two and behind a zero (`0,225`) it is the decimal point. Undefined for other texts.
 */
export function decimalOf(text: string): string | undefined {
  const digits = text.replace(/[\s'’]/g, '')
  const point = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const isDecimal = point !== -1 && (digits.length - point - 1 <= 2 || /^0[.,]\d+$/.test(digits))
  const whole = (isDecimal ? digits.slice(0, point) : digits).replace(/[.,]/g, '')
  const cents = isDecimal ? digits.slice(point + 1).padEnd(2, '0') : ''
  if (!/^\d{1,9}$/.test(whole)) return undefined
  const plain = whole.replace(/^0+(?=\d)/, '')
  return cents === '' || cents === '00' ? plain : `${plain}.${cents}`
}
