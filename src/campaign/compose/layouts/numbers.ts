const figures = String.raw`\d+(?:[.,]\d+)*`
const units = 'km|kg|g|h|min|kWh|GB|TB|million|billion|Mio\\.|x'
const amount = String.raw`[-−–+]?\s?(?:[€$£¥]\s?${figures}|${figures}\s?[%€$£¥]|[½⅓⅔¼¾⅕⅛]|\d+\/\d+|${figures}(?:\s(?:${units})(?!\p{L}))?)`
const leading = new RegExp(`^(${amount})[.,:!]?\\s+(\\S.*)$`, 'su')
const trailing = new RegExp(`^(.*\\S)\\s+(${amount})$`, 'su')
const whole = new RegExp(`^${amount}$`, 'u')

/** A price, a percentage, a fraction or a count, and nothing else. */
export const isAmount = (text: string) => whole.test(text.trim())

/** An amount of money, which is seldom the message itself. */
export const isPrice = (text: string) => /[€$£¥₹]|\b(?:EUR|USD|GBP|CHF)\b/u.test(text)

/** A headline that opens with an amount: the amount, and the rest of it. */
export function leadingAmount(headline: string): { number: string; rest: string } | undefined {
  const [, number, rest] = leading.exec(headline) ?? []
  return number === undefined || rest === undefined ? undefined : { number, rest }
}

/** A headline that ends with an amount. */
export function trailingAmount(headline: string): { number: string; rest: string } | undefined {
  const [, rest, number] = trailing.exec(headline) ?? []
  return number === undefined || rest === undefined ? undefined : { number, rest }
}

const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|avr|juin|juil|août|déc|ene|abr|ago|dic'
const date = new RegExp(
  `\\b\\d{1,2}(?:st|nd|rd|th|\\.)?(?:[–-]\\d{1,2}\\.?)? ?(?:de |of )?(?:${months})|\\d{1,2}月\\d{1,2}日`,
  'iu',
)

export const isDate = (text: string) => date.test(text)
