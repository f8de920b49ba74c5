import { nearest } from '../../document/dom-tree.ts'
import { lineSpan, wholeSpan } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page, Span } from '../../document/page.ts'
import { copyrightHolder, copyrightMark } from '../../site/copyright-line.ts'
import { countryCode } from '../../site/countries.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import {
  addressKey,
  hasStreetWord,
  isHouseNumber,
  isStreet,
  isYear,
  mayNameStreet,
  type PostalCity,
} from './postal-lines.ts'
import { addressLabelLength, type Part, partsOf } from './postal-parts.ts'
import { codeless, codeOf, rangeOf } from './postal-ranges.ts'

/** An address in the visible text. */
export interface PostalAddress {
  text: string
  key: string
  /** By a country name as the last part, else by the format of the postcode. */
  country: string | undefined
  /** After a label for addresses, or in an `<address>`. */
  labelled: boolean
  /** Has a postcode. */
  coded: boolean
  line: Line
  /** Offset in its first line. */
  from: number
  span: Span
}

const foundMax = 40
const linesBack = 5
const codelessMax = 150

const postalLike =
  /\d{4}|\d{3}[ -]\d{2}|\d{2}-\d{3}|\d[A-Z]{2}(?![A-Za-z])|[A-Z]\d[A-Z] ?\d|[A-Z]\d[\dW] ?[A-Z\d]{4}/

/** Addresses in the visible lines, across line breaks and commas. Linear: each check is limited to a few lines. */
export const postalAddresses = oncePerPage(readPostalAddresses)

function readPostalAddresses(page: Page): readonly PostalAddress[] {
  const lines = linesOf(page)
  const known = new Map<Line, Part[]>()
  const partsAt = (index: number): Part[] => {
    const line = lines[index]
    if (line === undefined) return []
    const parts = known.get(line) ?? partsOf(line)
    known.set(line, parts)
    return parts
  }
  const { label } = siteOf(page.url)
  // The company's name above its address may resemble a building's: `Studio Ferri`.
  const isOwner = (part: string) => !/\d/.test(part) && resembles(part, label)
  const taken = new Set<Line>()
  const found: PostalAddress[] = []
  const hasElements = page.all('address').length > 0
  const add = (parts: readonly Part[], facts: AddressFacts) => {
    const address = build(page, parts, facts)
    if (address === undefined || found.length >= foundMax) return
    found.push(address)
    for (const { line } of parts) taken.add(line)
  }
  const labelLengths = lines.map(({ text }) => addressLabelLength(text))
  const isMarked = (index: number) =>
    (labelLengths[index] ?? 0) > 0 ||
    (labelLengths[index - 1] ?? 0) >= (lines[index - 1]?.text.length ?? 1) ||
    (hasElements && nearest(lines[index]?.block.block, 'address') !== null)
  for (const [index, line] of lines.entries()) {
    if (!postalLike.test(line.text)) continue
    const own = partsAt(index)
    if (!own.some(({ text }) => codeOf(text) !== undefined)) continue
    const earlier = Array.from({ length: linesBack }, (_, back) => partsAt(index - linesBack + back)).flat()
    const parts = [...earlier, ...own, ...partsAt(index + 1)]
    for (let at = earlier.length; at < earlier.length + own.length; at++) {
      const text = parts[at]?.text ?? ''
      const city = codeOf(text)
      // A house number before its street resembles a postcode.
      const isHouse = hasStreetWord(text) && parts.slice(at + 1, at + 4).some((part) => codeOf(part.text))
      const range = city && !isHouse ? rangeOf(parts, at, city, isOwner) : undefined
      if (city === undefined || range === undefined) continue
      // The year of a copyright line is not a postcode.
      if (isYear(city.code.split(' ', 1)[0] ?? '') && copyrightMark.test((parts[at]?.line ?? line).text))
        continue
      const [from, to] = range
      const next = parts[to]
      const named = next === undefined || next.text.length < 3 ? undefined : countryCode(next.text)
      const own = parts.slice(from, to)
      const start = lines.indexOf(own[0]?.line ?? line, Math.max(0, index - linesBack))
      add(own, { ...city, country: named ?? city.country, labelled: isMarked(start), coded: true })
    }
  }
  for (const [index, line] of lines.entries()) {
    if (found.length >= foundMax) break
    if (taken.has(line) || line.text.length > codelessMax) continue
    const hasNumber = /\d/.test(line.text)
    if (!(hasNumber && mayNameStreet(line.text)) && !isMarked(index)) continue
    if (copyrightHolder(line) !== undefined) continue
    // Without a number the address ends with its line: the next one would bring any number.
    const own = partsAt(index)
    const next = hasNumber && !copyrightMark.test(lines[index + 1]?.text ?? '') ? partsAt(index + 1) : []
    // The same address again, beside a map.
    const below = next[0]?.text === own[0]?.text ? [] : next
    const parts = codeless(own, below, isMarked(index))
    const last = parts.at(-1)
    if (parts.some((part) => taken.has(part.line)) || last === undefined) continue
    const country = countryCode(last.text.split('-').at(-1) ?? '')
    add(parts, { code: '', country: country ?? '', labelled: isMarked(index), coded: false })
  }
  return found
}

interface AddressFacts extends PostalCity {
  labelled: boolean
  coded: boolean
}

function build(
  page: Page,
  parts: readonly Part[],
  { code, country, labelled, coded }: AddressFacts,
): PostalAddress | undefined {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const [start, end] = [first, last].map(({ line, from, to }) => lineSpan(page, line, from, to))
  if (start === undefined || end === undefined) return undefined
  const texts = parts.map(({ text }) => text)
  const anchor = texts.filter((text) => codeOf(text) === undefined && (isStreet(text) || isHouseNumber(text)))
  return {
    text: texts.join(', '),
    key: addressKey(coded && anchor.length > 0 ? anchor.join(' ') : texts.join(' '), code),
    country: country === '' ? undefined : country,
    labelled,
    coded,
    line: first.line,
    from: first.from,
    span: wholeSpan([start, end], start),
  }
}
