import type { Page, Span } from '../../page.ts'
import { hasLegalForm } from './company-names.ts'
import { countryCode } from './countries.ts'
import { lineSpan } from './evidence.ts'
import { type Line, linesOf } from './lines.ts'
import {
  addressKey,
  hasStreetWord,
  isBuilding,
  isFloor,
  isHouseNumber,
  isStreet,
  postalCity,
} from './postal-lines.ts'

/** An address in the visible text. */
export interface PostalAddress {
  text: string
  key: string
  /** Of its last part, when that is a country's name; else of the postal code's form, where it tells. */
  country: string | undefined
  line: Line
  /** Where it begins in its first line. */
  from: number
  span: Span
}

interface Part {
  text: string
  line: Line
  from: number
  to: number
}

const backMax = 5
const foundMax = 40
const quoteMax = 300

/** Addresses with a street and a postal code, over line breaks and commas. Linear: each looks back a few parts only. */
export function postalAddresses(page: Page): PostalAddress[] {
  const parts = linesOf(page).flatMap(partsOf)
  const found: PostalAddress[] = []
  for (const [at, part] of parts.entries()) {
    if (found.length >= foundMax) break
    const city = postalCity(part.text)
    if (city === undefined) continue
    const street = city.country === 'JP' ? at : streetBefore(parts, at)
    if (street === undefined) continue
    const address = build(page, parts, street, at, city.code, city.country)
    if (address !== undefined) found.push(address)
  }
  return found
}

function build(
  page: Page,
  parts: readonly Part[],
  street: number,
  at: number,
  code: string,
  country: string,
): PostalAddress | undefined {
  const next = parts[at + 1]
  const named = next === undefined || next.text.length < 3 ? undefined : countryCode(next.text)
  const own = parts.slice(street, at + 1)
  const first = own[0]
  const last = own.at(-1)
  if (first === undefined || last === undefined) return undefined
  const start = lineSpan(page, first.line, first.from, first.to)
  const end = lineSpan(page, last.line, last.from, last.to)
  if (start === undefined || end === undefined) return undefined
  const whole = { start: start.start, end: end.end }
  const span = whole.end > whole.start && whole.end - whole.start <= quoteMax ? whole : start
  const anchor = own
    .filter((part) => isStreet(part.text) || isHouseNumber(part.text))
    .map((part) => part.text)
  return {
    text: own.map((part) => part.text).join(', '),
    key: addressKey(anchor.join(' '), code),
    country: named ?? (country === '' ? undefined : country),
    line: first.line,
    from: first.from,
    span,
  }
}

/** The first of the parts in front of a city that belong to its address. */
function streetBefore(parts: readonly Part[], city: number): number | undefined {
  let first: number | undefined
  let sure = false
  const cityLine = parts[city]?.line
  for (let at = city - 1; at >= 0 && at >= city - backMax; at--) {
    const part = parts[at]
    if (part === undefined || cityLine === undefined || !isNear(part.line, cityLine)) break
    if (isStreet(part.text)) {
      if (hasLegalForm(part.text)) break
      // A second street in front of a sure one is a building, or another address.
      if (sure && !isBuilding(part.text) && !/^\d/.test(part.text)) break
      first = at
      sure = true
    } else if (
      isHouseNumber(part.text) &&
      (hasStreetWord(parts[at - 1]?.text ?? '') || hasStreetWord(parts[at + 1]?.text ?? ''))
    ) {
      first = at
    } else if (isFloor(part.text) && first === undefined) {
      // A floor stands between the street and the town; it is no beginning.
    } else if (isBuilding(part.text) && !hasLegalForm(part.text)) {
      first = at
      sure ||= /\d/.test(part.text)
    } else if (first === undefined && at === city - 1 && isTownPart(part.text)) {
      // The town of `Rockland, ME 04841`, or a quarter.
    } else break
  }
  return sure ? first : undefined
}

function isTownPart(text: string): boolean {
  return text.length <= 40 && /^[\p{Lu}][\p{L}'’. -]+$/u.test(text) && text.split(' ').length <= 4
}

/** Lines of one block, or of blocks that follow each other as an address's lines do. */
function isNear(one: Line, other: Line): boolean {
  return (
    one.area === other.area &&
    (one.block === other.block || other.block.span.start - one.block.span.end < 400)
  )
}

const labels =
  /^(?:address|adresse|anschrift|dirección|indirizzo|adres|adress|osoite|endereço|sede(?: legale)?|siège social|siège|registered office|standort|visit(?: us)?|find us(?: at)?|office|headquarters|hq|location|registered office|postanschrift|besucheradresse|kontakt|contact|domicilio(?: social)?|ort)\s?:\s?/i
const cutters = new Set([',', '|', '·', '•', '／', '、', ';'])

/** A line's parts between commas, bars, points and spaced dashes, without a label in front. */
function partsOf(line: Line): Part[] {
  const { text } = line
  if (text.length > 400) return []
  const parts: Part[] = []
  let from = labels.exec(text)?.[0].length ?? 0
  const push = (to: number) => {
    let [start, end] = [from, to]
    while (start < end && ' ()–—-'.includes(text.charAt(start))) start++
    while (end > start && ' .–—-'.includes(text.charAt(end - 1))) end--
    if (end > start && !isLabel(text.slice(start, end))) parts.push({ text: text.slice(start, end), line, from: start, to: end })
  }
  for (let at = from; at < text.length; at++) {
    const dash =
      text.charAt(at) === ' ' && '–—-'.includes(text.charAt(at + 1) || 'x') && text.charAt(at + 2) === ' '
    if (!cutters.has(text.charAt(at)) && !dash && !endsSentence(text, at)) continue
    push(at)
    from = at + (dash ? 3 : 1)
  }
  push(text.length)
  return parts
}

/** `Registered office` of `Registered office: The Old Mill, …`. */
function isLabel(part: string): boolean {
  return part.length < 40 && labels.test(`${part}:`)
}

/** A colon, or a point behind a whole word or number, with a capital letter after it. */
function endsSentence(text: string, at: number): boolean {
  if (text.charAt(at + 1) !== ' ') return false
  if (text.charAt(at) === ':') return true
  return (
    text.charAt(at) === '.' &&
    /^[\p{Lu}\d]/u.test(text.charAt(at + 2)) &&
    /[\p{L}\d)]{4}$/u.test(text.slice(Math.max(0, at - 4), at)) &&
    !/str$/i.test(text.slice(Math.max(0, at - 4), at))
  )
}

export const patterns = [labels, /^[\p{Lu}\d]/u, /[\p{L}\d)]{4}$/u, /str$/i, /^[\p{Lu}][\p{L}'’. -]+$/u]
