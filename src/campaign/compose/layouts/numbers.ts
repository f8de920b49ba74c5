import currencyCodes from '../currency-codes.json' with { type: 'json' }
import currencyNames from '../currency-names.json' with { type: 'json' }
import priceWords from '../price-words.json' with { type: 'json' }
import { type BadgeParts, findDate, splitDate } from './dates.ts'

const figures = String.raw`\d+(?:[.,]\d+)*`
const units = 'km|kg|g|h|min|kWh|GB|TB|million|billion|Mio\\.|x'
const amount = String.raw`[-−–+]?\s?(?:[€$£¥]\s?${figures}|${figures}\s?[%€$£¥]|[½⅓⅔¼¾⅕⅛]|\d+\/\d+|\d+\s(?:for|für|pour|por|per|voor|in|out of|of|von|sur|de cada|su|van de)\s\d+|${figures}(?:\s(?:${units})(?!\p{L}))?)`
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

/** A headline that opens with an amount: the amount, and the rest of it. */
export function leadingAmount(headline: string): { number: string; rest: string } | undefined {
  const [, number, rest] = leading.exec(headline) ?? []
  return amountAnd(number, rest)
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
const currency = String.raw`(?:[${signs}円元%]|(?:${currencyCodes.join('|')}|zł|kr|Kč|Ft|лв)(?!\p{L}))`
const one = String.raw`(?:(?:[${signs}]|(?:${currencyCodes.join('|')})\s)\s?${sum}(?:\s?(?:k|m|bn|million|billion)(?![\p{L}\p{N}]))?|${sum}\s?${currency})`
/** A price or a percentage, or from one to another. */
const offers = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?:[-−–+]\s?|${sum}\s?[–-]\s?)?${one}(?:\s?[–-]\s?${one})?`,
  'gu',
)

const oneOf = (words: readonly string[]) => words.map((word) => word.replaceAll('.', '\\.')).join('|')

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
  const offer = pricedAmount.test(text) ? undefined : offerIn(text)
  const at = findDate(text)
  const end = at && splitDate(text.slice(at.start))
  const free = offer === undefined && at === undefined ? freely.exec(text) : null
  if (free !== null)
    return {
      before: text.slice(0, free.index).trim(),
      main: free[0],
      after: text.slice(free.index + free[0].length).trim(),
    }
  if (offer === undefined && end !== undefined)
    return { ...end, before: `${text.slice(0, at?.start)}${end.before}`.trim() }
  if (offer === undefined && at !== undefined) return undefined
  const [, before = '', main, after = ''] = offer ?? pricedAmount.exec(text) ?? single.exec(text) ?? []
  return main === undefined ? undefined : { before: before.trim(), main: main.trim(), after: after.trim() }
}

/** Where prices and percentages stand, without former ones. */
export const amountsIn = (text: string) =>
  [...text.matchAll(offers)]
    .filter(({ index }) => !formerly.test(text.slice(0, index)))
    .map(({ 0: amount, index }) => ({ start: index, end: index + amount.length }))

/** The first price or percentage of a text that is not a former one: the text, what is before it, itself, and what follows. */
export function offerIn(text: string): [string, string, string, string] | undefined {
  for (const { 0: main, index } of text.matchAll(offers)) {
    const before = text.slice(0, index)
    if (!formerly.test(before)) return [text, before, main, text.slice(index + main.length)]
  }
  return undefined
}
