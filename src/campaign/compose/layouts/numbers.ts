import currencyCodes from '../currency-codes.json' with { type: 'json' }
import currencyNames from '../currency-names.json' with { type: 'json' }
import priceWords from '../price-words.json' with { type: 'json' }
import { type BadgeParts, findDate, type Range, rangesOf, splitDate, times } from './dates.ts'

const figures = String.raw`\d+(?:[.,]\d+)*`
const units = 'km|kg|g|h|min|kWh|GB|TB|million|billion|Mio\\.|x'
const amount = String.raw`[-−–+]?\s?(?:[€$£¥]\s?${figures}|${figures}\s?[%٪€$£¥]|[½⅓⅔¼¾⅕⅛]|\d+\/\d+|\d+\s(?:for|für|pour|por|per|voor|in|out of|of|von|sur|de cada|su|van de)\s\d+|${figures}(?:\s(?:${units})(?!\p{L}))?)`
const leading = new RegExp(`^(${amount})[.,:!]?\\s+(\\S.*)$`, 'su')
const trailing = new RegExp(`^(.*\\S)\\s+(${amount})$`, 'su')
const whole = new RegExp(`^${amount}$`, 'u')

/** A price, a percentage, a fraction or a count, and nothing else. */
export const isAmount = (text: string) => whole.test(text.trim())

const money = new RegExp(
  String.raw`[€$£¥₹円]|(?<!\p{L})(?:${currencyCodes.join('|')}|(?i:${currencyNames.join('|')}))(?!\p{L})`,
  'u',
)

/** An amount of money, which is seldom the message itself. */
export const isPrice = (text: string) => money.test(text)

/** The amount that a headline opens with, or else ends with, and its other words. */
export function amountOf(headline: string): { number: string; rest: string; isLeading: boolean } | undefined {
  const [, number, rest] = leading.exec(headline) ?? []
  const first = amountAnd(number, rest)
  const found = first ?? trailingAmount(headline)
  return found && { ...found, isLeading: first !== undefined }
}

/** A headline that ends with an amount; a number alone ends a name ("Maps 3"). */
export function trailingAmount(headline: string): { number: string; rest: string } | undefined {
  const [, rest, number] = trailing.exec(headline) ?? []
  return number === undefined || /^\d+$/.test(number) ? undefined : amountAnd(number, rest)
}

/** A year counts nothing. */
const year = /^(?:19|20)\d\d$/

function amountAnd(number: string | undefined, rest: string | undefined) {
  return number === undefined || rest === undefined || year.test(number) ? undefined : { number, rest }
}

const single = /^(?:(\D*)\s)?([-−–+]?\s?[€$£¥]?\s?\d[\d.,]*\s?[%€$£¥]?)(?:\s(\D*))?$/u

const signs = '€$£¥₹'
const sum = String.raw`\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)*`
const currency = String.raw`(?:[${signs}円元%٪]|(?:${currencyCodes.join('|')}|(?i:${currencyNames.join('|')}))(?!\p{L}))`
const one = String.raw`(?:(?:[${signs}]|(?:${currencyCodes.join('|')})\s)\s?${sum}(?:\s?(?:k|m|bn|million|billion)(?![\p{L}\p{N}]))?|${sum}\s?${currency})`
/** A price or a percentage, or from one to another. */
const offers = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?:[-−–+]\s?|${sum}\s?[–-]\s?)?${one}(?:\s?[–-]\s?${one})?`,
  'gu',
)

/** A pattern of words. */
export const oneOf = (words: readonly string[]) => words.map((word) => word.replaceAll('.', '\\.')).join('|')

/** Behind these words is what something cost before. */
const formerly = new RegExp(`(?:${oneOf(priceWords.formerly)})\\s*$`, 'iu')

/** An amount of something for a price: "250 g for 12 euros". */
const pricedAmount = new RegExp(
  String.raw`^(${figures}\s?\p{L}+(?:\s\p{L}+)?\s(?:for|für|pour|por|per|voor|a|à))\s(${figures})\s(\p{L}.*)$`,
  'u',
)

/** What costs nothing is the offer, not what it is counted in. */
const freely = new RegExp(`(?<![\\p{L}-])(?:${oneOf(priceWords.free)})(?!\\p{L})`, 'iu')

/**
 * A badge with its day, its price or percentage (not the one before), or else its only number, as the main part. Undefined
 * without one, or with several.
 */
export function splitBadge(badge: string): BadgeParts | undefined {
  const text = badge.trim()
  const date = splitDate(text)
  if (date !== undefined) return date
  if (isAmount(text)) return { before: '', main: text, after: '' }
  const [offer] = pricedAmount.test(text) ? [] : amountsIn(text)
  const around = ({ start, end }: Range) => {
    // The name of a currency is one of the other words.
    const main = text.slice(start, end).replace(/\s\p{L}{3,}$/u, '')
    const [before = '', after = ''] = [text.slice(0, start), text.slice(start + main.length)]
    return { before: before.trim(), main: main.trim(), after: after.trim() }
  }
  if (offer !== undefined) return around(offer)
  const at = findDate(text)
  if (at === undefined) {
    const free = freely.exec(text)
    if (free !== null) return around({ start: free.index, end: free.index + free[0].length })
    // A time of day says little without its other words.
    const counted = rangesOf(times, text).length > 0 ? null : single.exec(text)
    const [, before = '', main, after = ''] = pricedAmount.exec(text) ?? counted ?? []
    return main === undefined ? undefined : { before: before.trim(), main: main.trim(), after: after.trim() }
  }
  const end = splitDate(text.slice(at.start))
  return end && { ...end, before: `${text.slice(0, at.start)}${end.before}`.trim() }
}

/** Where prices and percentages stand, without former ones. */
export const amountsIn = (text: string) =>
  rangesOf(offers, text).filter(({ start }) => !formerly.test(text.slice(0, start)))
