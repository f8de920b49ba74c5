import type { Line } from '../../document/lines.ts'
import { hasLegalForm } from '../../site/company-names.ts'
import { isNumberLabel } from './phone-lines.ts'
import { numbersIn } from './phone-numbers.ts'
import {
  hasHouseNumber,
  hasStreetWord,
  isBuilding,
  isFloor,
  isHouseNumber,
  isStreet,
  isTown,
  type PostalCity,
  postalCity,
} from './postal-lines.ts'
import { isLabel, type Part } from './postal-parts.ts'

const partsBackMax = 10
/** Maximum source distance between two blocks of one address. */
const gapMax = 400
const bareCode = /^(?:CEP:? ?|PIN:? ?)?(?<code>\d{5}(?:-\d{3,4})?|\d{6}|\d{3} \d{3}|〒\d{3}-\d{4})$/
const japanesePlace = /[都道府県市]/

/** A postcode with its town, or alone. */
export function codeOf(part: string): PostalCity | undefined {
  const code = bareCode.exec(part)?.groups?.['code']
  return (
    postalCity(part) ??
    (code === undefined ? undefined : { code, country: code.startsWith('〒') ? 'JP' : '' })
  )
}

/** From the street to the parts after the code. */
export function rangeOf(
  parts: readonly Part[],
  at: number,
  { country }: PostalCity,
  isOwner: (part: string) => boolean,
): readonly [from: number, to: number] | undefined {
  const code = parts[at]
  const next = parts[at + 1]
  if (code === undefined) return undefined
  if (country === 'JP') {
    if (!bareCode.test(code.text)) return [at, at + 1]
    return next !== undefined && japanesePlace.test(next.text) ? [at, at + 2] : undefined
  }
  const from = streetBefore(parts, at, isOwner)
  if (from === undefined) return undefined
  let to = at + 1
  // A code alone may precede its town.
  const isBare = !/\p{L}{3}/u.test(code.text) && !parts.slice(from, at).some(({ text }) => isTown(text))
  while (isBare && to <= at + 2 && parts[to]?.line === code.line && isTown(parts[to]?.text ?? '')) to++
  return [from, to]
}

/** The first of the parts before a city that belong to its address. */
function streetBefore(
  parts: readonly Part[],
  city: number,
  isOwner: (part: string) => boolean,
): number | undefined {
  let first: number | undefined
  let sure = false
  const cityLine = parts[city]?.line
  let at = city - 1
  for (; at >= 0 && at >= city - partsBackMax; at--) {
    const part = parts[at]
    if (part === undefined || cityLine === undefined || !isNear(part.line, cityLine)) break
    const { text } = part
    if (hasLegalForm(text) || (postalCity(text) !== undefined && !hasStreetWord(text))) break
    const isNextToStreet =
      hasStreetWord(parts[at - 1]?.text ?? '') || hasStreetWord(parts[at + 1]?.text ?? '')
    const before = parts[at - 1]
    if (first === undefined && isHouseNumber(text) && !isNextToStreet && isStreetLike(before, part.line)) {
      // A street without a word for one: `San Pedro, 24 bajo`.
      first = --at
      sure = true
    } else if (isStreet(text)) {
      // A second street before a certain one is a building or another address.
      if (sure && !isBuilding(text) && !/^\d/.test(text)) break
      first = at
      sure = true
    } else if (isHouseNumber(text) && (sure || isNextToStreet)) first = at
    else if (isFloor(text) && first === undefined) {
      // A floor is between street and town; addresses do not begin with it.
    } else if (isBuilding(text) && !isOwner(text)) {
      first = at
      sure ||= /\d/.test(text)
    } else if (!isTown(text) || (first !== undefined && (isOwner(text) || part.line !== cityLine))) break
  }
  // Lists of locations in one line have no streets.
  const start = parts.findIndex(({ line }) => line === cityLine)
  return sure ? first : at < start && city - start >= placesMin ? start : undefined
}

const isStreetLike = (part: Part | undefined, line: Line) => part?.line === line && isTown(part.text)

const placesMin = 4

/** Lines of one block, or of adjacent blocks. */
function isNear(one: Line, other: Line): boolean {
  return (
    one.area === other.area &&
    (one.block === other.block || other.block.span.start - one.block.span.end < gapMax)
  )
}

const codelessPartsMax = 6
/** `г. Казань`, `420111`, in front of `ул. Баумана`. */
const isTownFirst = /^(?:\d{5,6}|[\p{Script=Cyrillic}.’' -]{3,40})$/u

/** A street with its number and a town, a format of many countries; without a town only after a label. */
export function codeless(own: readonly Part[], next: readonly Part[], labelled: boolean): Part[] {
  const street = own.findIndex(({ text }, index) =>
    labelled ? isStreet(text) : hasNumber(text, own[index + 1]?.text ?? '') && hasStreetWord(text),
  )
  const from = labelled && own[0] !== undefined && isPlace(own[0].text) ? 0 : street
  if (from === -1) return []
  const first = own[from]
  // Russian and Ukrainian write the town before the street, after its postcode.
  const before = own.slice(0, from).findLastIndex(({ text }) => !isTownFirst.test(text)) + 1
  const parts = own.slice(before, from)
  // The next line may have a label of its own.
  const labelAt = next.findIndex((part) => isLabel(part) || isNumberLabel(part.text))
  const below = labelled ? next.slice(0, labelAt === -1 ? undefined : labelAt) : []
  for (const part of [...own.slice(from), ...below]) {
    const isOver = first === undefined || !isNear(first.line, part.line) || !isPlace(part.text)
    if (isOver || parts.length >= codelessPartsMax) break
    parts.push(part)
  }
  const towns = isTownFirst.test(parts[0]?.text ?? '') ? parts : parts.slice(1)
  const hasTown = towns.some(({ text }) => isTown(text) && text.length > 3)
  const hasDigit = parts.some(({ text }) => /\d/.test(text))
  const isWhole = hasDigit ? hasTown || (labelled && street !== -1) : labelled && street !== -1 && hasTown
  return isWhole ? parts : []
}

function hasNumber(street: string, next: string): boolean {
  return hasHouseNumber(street) || isHouseNumber(next)
}

/** `24h/24`, `24/7`, `7j/7`. */
const roundTheClock = /(?<!\d)(?:24\s?h?\s?\/\s?(?:24|7)|7\s?[jd]\s?\/\s?7)(?!\d)/i

function isPlace(text: string): boolean {
  if (text.includes('@') || hasLegalForm(text) || roundTheClock.test(text)) return false
  const isKnown = isHouseNumber(text) || isFloor(text) || isStreet(text) || isBuilding(text) || isTown(text)
  return isKnown && numbersIn(text).length === 0
}
