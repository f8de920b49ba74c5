import currencyCodes from '../currency-codes.json' with { type: 'json' }
import currencyNames from '../currency-names.json' with { type: 'json' }
import type { BadgeParts } from './dates.ts'

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

const priced = new RegExp(
  String.raw`^(?:([^€$£¥]*)\s)?([€$£¥]\s?${figures}|${figures}\s?[€$£¥])(?:\s([^€$£¥]*))?$`,
  'u',
)

/** An amount of something for a price: "250 g for 12 euros". */
const pricedAmount = new RegExp(
  String.raw`^(${figures}\s?\p{L}+(?:\s\p{L}+)?\s(?:for|für|pour|por|per|voor|a|à))\s(${figures})\s(\p{L}.*)$`,
  'u',
)

/** A text with one price or one number, as its main part. Undefined without one, or with several. */
export function splitNumber(text: string): BadgeParts | undefined {
  const [, before = '', main, after = ''] =
    pricedAmount.exec(text.trim()) ?? priced.exec(text.trim()) ?? single.exec(text.trim()) ?? []
  return main === undefined ? undefined : { before: before.trim(), main: main.trim(), after: after.trim() }
}
