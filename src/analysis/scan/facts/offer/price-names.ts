import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { oncePer } from '../../../text/remembered.ts'
import { ancestors, nearest } from '../../document/dom-tree.ts'
import type { Line } from '../../document/lines.ts'
import { buying } from '../business/shop.ts'
import { type Amount, amountsIn } from './amounts.ts'
import { pricedName } from './offer-names.ts'
import { isPriceNote, priceWords } from './price-words.ts'
import { periodOf, unitBefore } from './units.ts'

/** The position of an amount in a page. */
export interface Place {
  lines: readonly Line[]
  at: number
  line: Line
  amounts: readonly Amount[]
  index: number
  /** Whether the whole page lists prices. */
  isList: boolean
}

/**
 * The name of a priced item: in the amount's line, row or column, or above it. `end` is the end of the price in the
 * line.
 */
export function priceName(place: Place, end: number): string | undefined {
  const { line, amounts, index } = place
  const from = index === 0 ? 0 : (amounts[index - 1]?.end ?? 0)
  const before = line.text.slice(from, amounts[index]?.start)
  const after = line.text.slice(end, amounts[index + 1]?.start)
  const own = nameBeforePrice(before) ?? (before.trim() === '' ? nameBeforePrice(after) : undefined)
  return own ?? nameInTable(line) ?? (isBelowPeriod(place) ? nameOfColumns(place) : nameAbove(place))
}

/** Whether the line above is a period, as in the columns of a plan. */
export function isBelowPeriod({ lines, at }: Pick<Place, 'lines' | 'at'>): boolean {
  return periodOf(lines[at - 1]?.text ?? '') !== ''
}

const columnsReach = 20

/** The heading above all columns of a plan, which have periods and prices for headings. */
function nameOfColumns({ lines, at, line }: Place): string | undefined {
  for (let step = 2; step <= columnsReach; step++) {
    const above = lines[at - step]
    if (above === undefined || above.area !== line.area) return undefined
    const isColumn = periodOf(above.text) !== '' || amountsIn(above.text).length > 0
    if (above.heading > 0 && !isColumn) return soundName(above.text)
  }
  return undefined
}

const leading = /^[\s\p{P}\p{S}]{1,20}/u
const trailing = /[\s\p{P}\p{S}]{1,200}$/u
const word = /[\p{L}\p{M}\p{N}'’]+|&/gu
const wordsMax = 10

const nameEnds = priceWords.nameEnds.map((phrase) => ` ${phrase} `)

const leaders = /\s?[.·_]{3,}\s?/

/** Without words and dots before the price: `Consulting costs only`, `Starter ……… from`. */
export function nameBeforePrice(text: string): string | undefined {
  const [head = ''] = text.split(leaders)
  let name = lastClause(/\p{L}/u.test(head) ? head : text)
  for (let step = 0; step < wordsMax; step++) {
    const line = phraseLine(name)
    const lead = nameEnds.find((end) => line.endsWith(end))?.trim()
    if (lead === undefined) break
    const words = [...name.matchAll(word)]
    name = withoutTail(name.slice(0, words.at(-lead.split(' ').length)?.index ?? 0))
  }
  // `Cola 3,20 / 4,50 €` is of two sizes.
  name = name.replace(/ \d{1,4}[.,]\d{2}$/u, '')
  return unitBefore(name, name.length) === '' ? soundName(name) : undefined
}

const nameCharsMax = 70

/** Without the signs before a price; brackets around the last words are kept: `Laser (with massage): 150 kr`. */
function withoutTail(text: string): string {
  const name = text.replace(trailing, '')
  return name.lastIndexOf('(') > name.lastIndexOf(')') && text.includes(')', name.length) ? `${name})` : name
}

function lastClause(text: string): string {
  const tail = withoutTail(text.slice(-2 * nameCharsMax))
  const cut = Math.max(...['. ', '! ', '? ', '; ', ' | ', ' • '].map((mark) => tail.lastIndexOf(mark)))
  return tail.slice(cut + 1).replace(leading, '')
}

function soundName(text: string): string | undefined {
  const name = pricedName(text)
  const line = phraseLine(name ?? '')
  const isOther = [priceWords.headsPrices, priceWords.lists, priceWords.from].some((phrases) =>
    phrases.includes(line.trim()),
  )
  const isLabel =
    isOther || isPriceNote(name ?? '') || hasPhrase(line, priceWords.onRequest) || hasPhrase(line, buying)
  return isLabel ? undefined : name
}

/** The first cell of the row, or the head of the column. */
function nameInTable(line: Line): string | undefined {
  const first = cellOf(line)?.parentElement?.firstElementChild
  return soundName(textOf(first === cellOf(line) ? undefined : first)) ?? soundName(columnHead(line))
}

/** The text of the table's first row above a line's cell; '' when there is none. */
export const columnHead = (line: Line): string => headOver(cellOf(line))

/** The same above the first cell of the line's row: what the rows are. */
export const rowsHead = (line: Line): string => headOver(cellOf(line)?.parentElement?.firstElementChild)

function headOver(cell: Element | null | undefined): string {
  const row = cell?.parentElement
  if (cell == null || row == null) return ''
  const head = nearest(row, 'table')?.querySelector('tr')
  return head == null || head === row || isPriced(head)
    ? ''
    : textOf(head.children[[...row.children].indexOf(cell)])
}

/** Whether a row states prices, so that it is not a head of columns. */
const isPriced = oncePer((row: Element) =>
  [...row.children].some(({ textContent }) => amountsIn(textContent.slice(0, 200)).length > 0),
)

/** The cell of a table around a line. */
export function cellOf({ block }: Line): Element | undefined {
  const cell = nearest(block.block, 'td', 'th')
  return cell?.parentElement?.localName === 'tr' ? cell : undefined
}

const textOf = (element: Element | null | undefined) => (element == null ? '' : cellText(element))

/** The text of a cell without a price; cached, as all prices of a table read the same cells. */
const cellText = oncePer((element: Element) => {
  const text = element.textContent.slice(0, 200).replace(/\s+/g, ' ').trim()
  return amountsIn(text).length > 0 ? '' : text
})

const reach = 6
const nameTags = ['a', 'strong', 'b', 'dt', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const climbMax = 8

/** The largest element around one line that does not contain another. */
const apartFrom = (line: Line, other: Line): Element | undefined =>
  ancestors(line.block.block, climbMax).findLast((element) => !element.contains(other.block.block))

/** The name below a price that begins its item of a list or table, or its card with a heading. */
function nameBelow({ lines, at, line }: Place): string | undefined {
  const below = lines[at + 1]
  if (below === undefined) return undefined
  const item = ancestors(line.block.block, climbMax).find((element) => element.contains(below.block.block))
  const next = lines.slice(at + 1, at + 1 + reach).find(({ text }) => amountsIn(text).length > 0)
  const holds = (other: Line | undefined) => other !== undefined && item?.contains(other.block.block) === true
  const isItem = item !== undefined && (below.heading > 0 || nearest(item, 'li', 'tr') === item)
  return isItem && !holds(lines[at - 1]) && !holds(next) ? soundName(below.text) : undefined
}

/** The nearest heading, link or bold line above, without another price between; or the previous line. */
function nameAbove(place: Place): string | undefined {
  const { lines, at, line } = place
  const own = nameBelow(place)
  if (own !== undefined) return own
  const last = lines.slice(Math.max(0, at - reach), at).findLast(({ text }) => amountsIn(text).length > 0)
  let fallback: string | undefined
  for (let step = 1; step <= reach; step++) {
    const above = lines[at - step]
    if (above === undefined || above.area !== line.area || amountsIn(above.text).length > 0) break
    // The line stands in the item of the price before.
    if (last !== undefined && apartFrom(above, line)?.contains(last.block.block)) break
    const name = soundName(above.text)
    const element = above.pieces[0]?.run.element
    if (name !== undefined && element !== undefined && nearest(element, ...nameTags) !== null) return name
    if (step === 1 && !above.text.endsWith('.')) fallback = name
    if (above.heading > 0) break
  }
  return fallback
}
