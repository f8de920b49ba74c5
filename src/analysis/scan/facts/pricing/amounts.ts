/** A price in a text: `€ 1.299,00`, `29 USD`, `US$12.50`. */
export interface Amount {
  /** ISO 4217 */
  currency: string
  /** Digits with a point: `1299`, `9.50`. */
  amount: string
  start: number
  end: number
}

/** What `$`, `kr` and `¥` mean where the page does not say it. */
export interface CurrencyHints {
  dollar: string
  crown: string | undefined
  yen: string
}

const dollars: Readonly<Record<string, string>> = {
  ca: 'CAD',
  au: 'AUD',
  nz: 'NZD',
  sg: 'SGD',
  hk: 'HKD',
  mx: 'MXN',
  ar: 'ARS',
  cl: 'CLP',
}
/** `.co` is sold as a word: its sites are not Colombia's. */
const dollarOfDomain: Readonly<Record<string, string>> = { ...dollars, co: 'USD' }
const crownOfDomain: Readonly<Record<string, string>> = { se: 'SEK', no: 'NOK', dk: 'DKK', is: 'ISK' }
const crownOfLanguage: Readonly<Record<string, string>> = {
  sv: 'SEK',
  nb: 'NOK',
  nn: 'NOK',
  no: 'NOK',
  da: 'DKK',
  is: 'ISK',
}

/** By the country domain first, then by the page's language. */
export function currencyHints(tld: string, lang: string | undefined): CurrencyHints {
  const [language = '', region = ''] = (lang ?? '').toLowerCase().split('-')
  const isChinese = tld === 'cn' || language === 'zh'
  return {
    dollar: dollarOfDomain[tld] ?? dollars[region] ?? 'USD',
    crown: crownOfDomain[tld] ?? crownOfLanguage[language],
    yen: isChinese ? 'CNY' : 'JPY',
  }
}

const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₪': 'ILS',
  '₺': 'TRY',
  '₽': 'RUB',
  us$: 'USD',
  usd$: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  aud$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  s$: 'SGD',
  mx$: 'MXN',
  r$: 'BRL',
  euro: 'EUR',
  euros: 'EUR',
  'fr.': 'CHF',
  sfr: 'CHF',
  zł: 'PLN',
  kč: 'CZK',
  lei: 'RON',
  円: 'JPY',
}
const codes = new Set(
  'EUR USD GBP CHF AUD CAD NZD SGD HKD SEK NOK DKK PLN CZK HUF RON JPY CNY INR KRW BRL MXN ZAR TRY ILS AED'.split(
    ' ',
  ),
)

const currency = String.raw`(?:US|USD|CA|C|AU|AUD|A|NZ|HK|S|MX|R)?\$|[€£¥₹₩₪₺₽円]|(?:EUR|USD|GBP|CHF|AUD|CAD|NZD|SGD|HKD|SEK|NOK|DKK|PLN|CZK|HUF|RON|JPY|CNY|INR|KRW|BRL|MXN|ZAR|TRY|ILS|AED|Euros?|euros?|SFr|Fr\.|zł|Kč|kr|lei)(?![\p{L}\p{N}])`
const number = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,3}(?:[.,]\d{1,2})?(?![\d])|\d{1,7}(?:[.,]\d{1,2})?(?![\d])`
/** Names of currencies must not be the end of a word; a sign may follow the name of the goods at once. */
const notInWord = String.raw`(?:(?<![\p{L}\p{N}$])|(?<=[\p{Ll})])(?=[$€£¥₹₩₪₺₽]))`
const currencyFirst = new RegExp(String.raw`${notInWord}(${currency})\s?(${number})`, 'gu')
const numberFirst = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,$€£#-])(${number})(?:[.,][-–—]{1,2})?\s?(${currency})`,
  'gu',
)
/** Multipliers, per cents and further digits make another number of it. */
const goesOn =
  /^(?:\s?(?:k|K|M|m|bn|mn|mio|Mio|mrd|Mrd|million|Million|milliard|billion|Milliarde|millones|milioni|mille|thousand|Tausend|tsd|Tsd)(?![\p{L}])|\s?%|[.,]\d)/u
const digit = /\d/
const tail = /^(?:[.,][-–—]{1,2})/

const grouping = /[\s'’]/g
const separators = /[.,]/g
const wholeNumber = /^\d{1,9}$/
const leadingZeros = /^0+(?=\d)/

export const patterns = [
  ...[currencyFirst, numberFirst, goesOn, digit, tail],
  ...[grouping, separators, wholeNumber, leadingZeros],
]

/** The prices in a text in the order they stand. */
export function amountsIn(text: string, hints: CurrencyHints): Amount[] {
  const found: Amount[] = []
  if (!digit.test(text)) return found
  for (const match of text.matchAll(currencyFirst))
    add(found, text, match, match[1] ?? '', match[2] ?? '', hints)
  for (const match of text.matchAll(numberFirst))
    add(found, text, match, match[2] ?? '', match[1] ?? '', hints)
  found.sort((one, other) => one.start - other.start || other.end - one.end)
  return found.filter((amount, at) => at === 0 || amount.start >= (found[at - 1]?.end ?? 0))
}

function add(
  found: Amount[],
  text: string,
  match: RegExpExecArray,
  sign: string,
  digits: string,
  hints: CurrencyHints,
): void {
  const own = currencyOf(sign, hints)
  const amount = decimalOf(digits)
  let end = match.index + match[0].length
  if (own === undefined || amount === undefined || goesOn.test(text.slice(end, end + 14))) return
  end += tail.exec(text.slice(end, end + 4))?.[0].length ?? 0
  found.push({ currency: own, amount, start: match.index, end })
}

export function currencyOf(sign: string, hints: CurrencyHints): string | undefined {
  if (codes.has(sign.toUpperCase())) return sign.toUpperCase()
  const low = sign.toLowerCase()
  if (low === '$') return hints.dollar
  if (low === '¥') return hints.yen
  if (low === 'kr') return hints.crown
  return signs[low]
}

/**
 * `1.299,00`, `1,299.00`, `1 299` and `1299` are 1299; `9,5` is 9.50. A single separator before three digits groups
 * thousands, before one or two it is the decimal point. Undefined for what is no price.
 */
export function decimalOf(written: string): string | undefined {
  const digits = written.replace(grouping, '')
  const point = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const isDecimal = point !== -1 && digits.length - point - 1 <= 2
  const whole = (isDecimal ? digits.slice(0, point) : digits).replace(separators, '')
  const cents = isDecimal ? digits.slice(point + 1).padEnd(2, '0') : ''
  if (!wholeNumber.test(whole)) return undefined
  const plain = whole.replace(leadingZeros, '')
  return cents === '' || cents === '00' ? plain : `${plain}.${cents}`
}
