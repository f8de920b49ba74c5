import { lineEvidence } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { visiblePrices } from '../pricing/visible-prices.ts'
import { headingName } from './names.ts'
import type { NamedProduct } from './product-fact.ts'

const reach = 2
const pricedMax = 40
const goodsUnits = new Set(['', 'item', 'night', 'hour', 'person', 'one-time', 'counted'])

/** The names beside prices that stand by themselves: `Cove Hand Towel` over `$36.00`. */
export function* pricedProducts(page: Page): Generator<NamedProduct> {
  const lines = linesOf(page)
  const starts = new Map(lines.map((line, at) => [line.pieces[0]?.run.span.start ?? -1, at] as const))
  const goods = visiblePrices(page).filter(
    ({ unit, strength }) => strength === 'explicit' && goodsUnits.has(unit),
  )
  for (const { evidence } of goods.slice(0, pricedMax)) {
    const [price] = evidence
    const at = price === undefined ? undefined : lineIndex(lines, starts, price.start)
    const line = at === undefined ? undefined : lines[at]
    if (price === undefined || at === undefined || line === undefined) continue
    if (line.text.length - price.quote.length > nameCharsMax) continue
    const title = titleOfPrice(lines, at, line)
    const name = headingName(title?.text ?? '')
    if (title === undefined || name === undefined || priceTag.test(name)) continue
    const shown = lineEvidence(page, title.line, 0, title.text.length)
    if (shown !== undefined) yield { name, strength: 'explicit', evidence: shown }
  }
}

const nameCharsMax = 80

/** The name of what a price is for: the first part of its own line, else the heading or the line right before. */
function titleOfPrice(
  lines: readonly Line[],
  at: number,
  line: Line,
): { line: Line; text: string } | undefined {
  const [first, second] = line.pieces
  if (first !== undefined && second !== undefined && letters.test(first.text))
    return { line, text: first.text }
  if (line.text.length > itemCharsMax) return undefined
  // `Pilsner, 4.9%` describes a drink, and its name stands over that.
  const before = lines
    .slice(Math.max(0, at - reach), at)
    .filter(({ text }) => !share.test(text))
    .reverse()
  const title = before.find(({ heading }) => heading >= 2) ?? before[0]
  return title === undefined || title.area !== 'main' || title.heading === 1
    ? undefined
    : { line: title, text: title.text }
}

const itemCharsMax = 32
const letters = /\p{L}{2}/u

/** The line that a place in the source lies in: the last one that begins at or before it. */
function lineIndex(
  lines: readonly Line[],
  starts: ReadonlyMap<number, number>,
  place: number,
): number | undefined {
  const exact = starts.get(place)
  if (exact !== undefined) return exact
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.pieces[0]?.run.span.start ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low === 0 ? undefined : low - 1
}

const share = /\d\s?%/
const priceTag = /\d\s?[€£$]|[€£$]\s?\d/

export const patterns = [priceTag, share, letters]
