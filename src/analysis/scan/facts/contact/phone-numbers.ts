import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { remembered } from '../../../text/remembered.ts'
import { decodePercents } from '../../decode-percents.ts'
import type { PageLink } from '../../document/page.ts'
import { isPlaceholderPhone } from '../../document/placeholder.ts'

export interface PhoneNumber {
  /** E.164; digits only when the number's country is unknown. */
  value: string
  /** The international format. */
  shown: string
  country: string | undefined
}

export interface FoundNumber {
  text: string
  from: number
  to: number
}

const candidateMax = 32
const digitsMin = 6
const digitsMax = 15
const foundMax = 60
/** At least as many digits as a number has, with at most three other characters between two of them. */
const enoughDigits = /(?:\d\D{0,3}){6}/

/** Parts of a text that may be telephone numbers: digits with common separators. Linear. */
export const numbersIn = (text: string): readonly FoundNumber[] =>
  enoughDigits.test(text) ? readNumbers(text) : []

const readNumbers = remembered((text): readonly FoundNumber[] => {
  const found: FoundNumber[] = []
  let at = 0
  while (at < text.length && found.length < foundMax) {
    if (!isStart(text, at)) {
      at++
      continue
    }
    const to = endOfNumber(text, at)
    const digits = countDigits(text, at, to)
    if (digits >= digitsMin && digits <= digitsMax + 2 && to - at <= candidateMax && isAlone(text, at, to))
      found.push({ text: text.slice(at, to), from: at, to })
    at = Math.max(to, at + 1)
  }
  return found
})

function isStart(text: string, at: number): boolean {
  const char = text.charAt(at)
  if (char === '+' || char === '＋')
    return (
      isDigit(text.charAt(at + 1)) ||
      (text.charAt(at + 1) === ' ' && isDigit(text.charAt(at + 2))) ||
      text.charAt(at + 1) === '('
    )
  if (char === '(') return isDigit(text.charAt(at + 1)) || text.charAt(at + 1) === '+'
  return isDigit(char)
}

/** End of a run of digits with at most three separators between two digits. */
function endOfNumber(text: string, from: number): number {
  let end = from
  let gap = 0
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (isDigit(char)) {
      end = at + 1
      gap = 0
    } else if (at === from || ' ()-–—/.·+\u00a0\u2011\u2010'.includes(char)) {
      if (char === '+' && at > from && text.charAt(at - 1) !== '(') break
      gap++
      if (gap > 3) break
    } else break
  }
  return end
}

function countDigits(text: string, from: number, to: number): number {
  let digits = 0
  for (let at = from; at < to; at++) if (isDigit(text.charAt(at))) digits++
  return digits
}

/** Whether it is not part of a word, an amount, a date, a version or a longer number. */
function isAlone(text: string, from: number, to: number): boolean {
  const before = text.charAt(from - 1)
  const after = text.charAt(to)
  if (/[\p{L}\d_#$€£¥@%=]/u.test(before) || /[\d_$€£¥@%]/.test(after)) return false
  if (/^\p{L}/u.test(after)) return false
  return (
    !(before === ',' && isDigit(text.charAt(from - 2))) && !(after === ',' && isDigit(text.charAt(to + 1)))
  )
}

function isDigit(char: string): boolean {
  const code = char.charCodeAt(0)
  return code >= 48 && code <= 57
}

const dateLike =
  /^(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}(?![\d./-])|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}(?![\d./-])|(?:19|20)\d{2}\s?[-–—/]\s?(?:19|20)?\d{2}(?![\d./-])|\d{1,2}[.:]\d{2}\s?[-–—]\s?\d{1,2}[.:]\d{2})/

/** Whether a number has the format of dates, ranges of years or opening hours. */
export function looksLikeDate(text: string): boolean {
  return dateLike.test(text.trim())
}

/** The medical on-call service of Germany, with or without an area code. */
const serviceNumber = /^\+49\d{0,6}116117$/

/** Parses a number as dialled from `country`; undefined for invalid numbers and those of a template. */
export function readPhone(text: string, country: string | undefined): PhoneNumber | undefined {
  return readDialled(`${country ?? ''} ${text}`)
}

/** Kept, as several topics read each number, and the pages of a site have the same. */
const readDialled = remembered((dialled): PhoneNumber | undefined => {
  const [country = ''] = dialled.split(' ', 1)
  const international = withPlus(dialled.slice(country.length + 1))
  const home = isCountry(country) ? country : undefined
  const parsed = parsePhoneNumberFromString(international, home === undefined ? {} : { defaultCountry: home })
  if (parsed === undefined || !parsed.isPossible() || serviceNumber.test(parsed.number)) return undefined
  if (!parsed.isValid() && !international.startsWith('+')) return undefined
  if (isPlaceholderPhone(parsed.nationalNumber)) return undefined
  return { value: parsed.number, shown: parsed.formatInternational(), country: parsed.country }
})

/** `00 49` and `(+49)` become `+49`; the trunk zero in `+49 (0)30` is removed. */
function withPlus(text: string): string {
  const plain = text
    .replaceAll('＋', '+')
    .replace(/^\(\s?\+/, '+')
    .replace(/^\+\s?\(/, '+')
    .trim()
  const plus = plain.startsWith('00') ? `+${plain.slice(2)}` : plain
  return plus.startsWith('+') ? plus.replace(/\(0\)/, '') : plus
}

function isCountry(code: string): code is CountryCode {
  return isSupportedCountry(code)
}

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The number that a link dials, as in its text where the URL lacks the country or area code. */
export function telNumber({ href, text }: PageLink): string | undefined {
  const scheme = /^\s{0,9}(?:tel|callto|phone):(?:\/\/)?/i.exec(href.slice(0, 100))?.[0]
  if (scheme === undefined || /\bfax\b/i.test(text.slice(0, 60))) return undefined
  const [part = ''] = decodePercents(href.slice(scheme.length, 100)).split(/[;,?]/)
  const number = part.replaceAll('\u00a0', ' ').trim()
  const written = numbersIn(text)[0]?.text ?? ''
  return digitsOf(written).endsWith(digitsOf(number).replace(/^0+/, '')) ? written : number
}

/** The number of a visible link to a WhatsApp chat; sharing links have none. */
export function chatNumber({ url, visible }: PageLink): string | undefined {
  if (!visible || !/wa\.me|whatsapp/i.test(url) || !URL.canParse(url)) return undefined
  const { protocol, hostname, pathname, searchParams } = new URL(url)
  const isChat = /^(?:wa\.me|(?:api\.|web\.|www\.)?whatsapp\.com)$/.test(hostname)
  if (!isChat && protocol !== 'whatsapp:') return undefined
  const digits = (searchParams.get('phone') ?? pathname).replace(/^[/+ ]{0,3}/, '').replace(/[ ()-]/g, '')
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined
}
