import { lineSpan } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page, Span } from '../../document/page.ts'
import { hasLegalForm } from '../../site/company-names.ts'
import { countryCode } from '../../site/countries.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import {
  addressKey,
  hasStreetWord,
  isBuilding,
  isFloor,
  isHouseNumber,
  isStreet,
  postalCity,
} from './postal-lines.ts'
import { type Part, partsOf } from './postal-parts.ts'

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

const backMax = 5
const foundMax = 40
const quoteMax = 300

const postalLike = /\d{3}|\d[A-Z]{2}(?![A-Za-z])|[A-Z]\d[A-Z] ?\d|[A-Z]\d[\dW] [A-Z\d]{4}/
const linesBack = backMax
const partsMax = 40
const townsMax = 3

/** Addresses with a street and a postal code, over line breaks and commas. Linear: each looks back a few lines only. */
export const postalAddresses = oncePerPage(readPostalAddresses)

function readPostalAddresses(page: Page): readonly PostalAddress[] {
  const lines = linesOf(page)
  const partsByLine = new Map<Line, Part[]>()
  const partsAt = (index: number): Part[] => {
    const line = lines[index]
    if (line === undefined) return []
    const parts = partsByLine.get(line) ?? partsOf(line).slice(0, partsMax)
    partsByLine.set(line, parts)
    return parts
  }
  const { label } = siteOf(page.url)
  // The company's name stands above its address and may look like a building's: `Studio Ferri`.
  const isOwner = (part: string) => !/\d/.test(part) && resembles(part, label)
  const found: PostalAddress[] = []
  for (const [index, line] of lines.entries()) {
    if (found.length >= foundMax) break
    if (!postalLike.test(line.text)) continue
    const own = partsAt(index)
    if (!own.some(({ text }) => postalCity(text) !== undefined)) continue
    const earlier = Array.from({ length: linesBack }, (_, back) => partsAt(index - linesBack + back)).flat()
    const parts = [...earlier, ...own, ...partsAt(index + 1)]
    for (let at = earlier.length; at < earlier.length + own.length; at++) {
      const city = postalCity(parts[at]?.text ?? '')
      if (city === undefined) continue
      const street = city.country === 'JP' ? at : streetBefore(parts, at, isOwner)
      const address =
        street === undefined ? undefined : build(page, parts, street, at, city.code, city.country)
      if (address !== undefined) found.push(address)
    }
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
    .slice(0, country === 'JP' ? undefined : -1)
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
function streetBefore(
  parts: readonly Part[],
  city: number,
  isOwner: (part: string) => boolean,
): number | undefined {
  let first: number | undefined
  let sure = false
  const cityLine = parts[city]?.line
  for (let at = city - 1; at >= 0 && at >= city - backMax; at--) {
    const part = parts[at]
    if (part === undefined || cityLine === undefined || !isNear(part.line, cityLine)) break
    const otherCity = postalCity(part.text) !== undefined && !hasStreetWord(part.text)
    if (hasLegalForm(part.text) || otherCity) break
    if (isStreet(part.text)) {
      // A second street in front of a sure one is a building, or another address.
      if (sure && !isBuilding(part.text) && !/^\d/.test(part.text)) break
      first = at
      sure = true
    } else if (
      isHouseNumber(part.text) &&
      (sure || hasStreetWord(parts[at - 1]?.text ?? '') || hasStreetWord(parts[at + 1]?.text ?? ''))
    ) {
      first = at
    } else if (isFloor(part.text) && first === undefined) {
      // A floor stands between the street and the town; it is no beginning.
    } else if (isBuilding(part.text) && !isOwner(part.text)) {
      first = at
      sure ||= /\d/.test(part.text)
    } else if (first === undefined && at >= city - townsMax && isTownPart(part.text)) {
      // The town of `Rockland, ME 04841`, a quarter, a state.
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

export const patterns = [postalLike, /\d/, /^[\p{Lu}][\p{L}'’. -]+$/u]
