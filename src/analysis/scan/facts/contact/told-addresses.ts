import { phraseLine } from '../../../text/phrases.ts'
import { nearest } from '../../document/dom-tree.ts'
import { lineSpan } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { numbersIn } from './phone-numbers.ts'
import { type PostalAddress, postalAddresses } from './postal-addresses.ts'
import { isStreet } from './postal-lines.ts'
import { addressLabelLength, type Part, partsOf } from './postal-parts.ts'

const lengthMin = 8
const lengthMax = 150
const partsMax = 4
const foundMax = 10

/** Addresses without a postal code, which many countries write: those behind a label, and those in `<address>`. */
export function toldAddresses(page: Page): PostalAddress[] {
  const taken = new Set(postalAddresses(page).map(({ line }) => line.block.block))
  const lines = linesOf(page)
  const hasElements = page.all('address').length > 0
  const found: PostalAddress[] = []
  for (const [at, line] of lines.entries()) {
    if (found.length >= foundMax) break
    if (taken.has(line.block.block)) continue
    const address =
      behindLabel(page, line, lines[at + 1]) ?? (hasElements ? inElement(page, line) : undefined)
    if (address !== undefined) found.push(address)
  }
  return found
}

function behindLabel(page: Page, line: Line, next: Line | undefined): PostalAddress | undefined {
  const label = addressLabelLength(line.text)
  if (label === 0) return undefined
  if (label < line.text.length) return ofText(page, line, label)
  return next === undefined ? undefined : ofText(page, next, 0)
}

/** A few words and a number, with a comma between them. */
function ofText(page: Page, line: Line, from: number): PostalAddress | undefined {
  const text = line.text.slice(from).trim()
  if (text.length < lengthMin || text.length > lengthMax || text.includes('@') || numbersIn(text).length > 0)
    return undefined
  if (!/\d/.test(text) || !/\p{L}{2}/u.test(text) || !/[,،、]/.test(text)) return undefined
  return build(page, line, text, from, line.text.length)
}

/** Parts of one line of an `<address>` element, from a street on. */
function inElement(page: Page, line: Line): PostalAddress | undefined {
  if (line.text.length > lengthMax || nearest(line.block.block, 'address') === null) return undefined
  const parts = partsOf(line)
  const first = parts.findIndex(({ text }) => isStreet(text))
  const own: Part[] = []
  for (const part of first === -1 ? [] : parts.slice(first, first + partsMax)) {
    if (part.text.includes('@') || numbersIn(part.text).length > 0) break
    own.push(part)
  }
  const [start, end] = [own[0], own.at(-1)]
  if (start === undefined || end === undefined || own.length < 2) return undefined
  return build(page, line, own.map(({ text }) => text).join(', '), start.from, end.to)
}

function build(page: Page, line: Line, text: string, from: number, to: number): PostalAddress | undefined {
  const span = lineSpan(page, line, from, to)
  const key = phraseLine(text).trim().replaceAll(' ', '')
  return span === undefined ? undefined : { text, key, country: undefined, line, from, span }
}

export const patterns = [/\d/, /\p{L}{2}/u, /[,،、]/]
