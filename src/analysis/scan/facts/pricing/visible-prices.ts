import { type Part, sentenceAt } from '../../../text/sentences.ts'
import { cleanText } from '../../document/clean-text.ts'
import { lineEvidence } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page, TextRun } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { siteOf } from '../../site/site-name.ts'
import type { Strength } from '../fact.ts'
import { markedJobTitle } from '../shared/job-titles.ts'
import { isFor } from '../wording/page-purpose.ts'
import { type Amount, amountsIn, currencyHints } from './amounts.ts'
import type { Price } from './price-facts.ts'
import { type PriceUnit, unitAfter, unitBefore } from './units.ts'
import {
  fromBefore,
  headsNoPrices,
  headsPrices,
  limitBefore,
  namesOtherPrice,
  namesOtherSum,
  namesPrice,
} from './words.ts'

const itemCharsMax = 120
const lineCharsMax = 2_000
const pricesMax = 60
const amountsMax = 500

/** Prices that stand on the page: beside what is sold, in price lists, and in sentences that say what something costs. */
export function visiblePrices(page: Page): Price[] {
  if (isFor(page, 'article', 'comparison', 'customers', 'careers', 'legal', 'documentation')) return []
  const hints = currencyHints(siteOf(page.url).tld, page.lang)
  const sections = sectionsOf(page)
  const prices: Price[] = []
  let amountsLeft = amountsMax
  const lines = linesOf(page)
  for (const [at, line] of lines.entries()) {
    if (prices.length >= pricesMax || amountsLeft <= 0) break
    if (line.area !== 'main' || line.text.length > lineCharsMax) continue
    const section = sections.get(line)
    if (section?.foreign === true || headsNoPrices(section?.heading ?? '')) continue
    const amounts = amountsIn(line.text, hints)
    amountsLeft -= amounts.length
    for (const [index, amount] of amounts.slice(0, pricesMax).entries()) {
      const price = priceOf(page, line, amount, amounts[index + 1], lines[at + 1], section?.heading ?? '')
      if (price !== undefined) prices.push(price)
    }
  }
  return prices
}

const range = /^\s{0,2}(?:[–—-]|to|bis|à|a|até|t\/m)\s{0,2}[\d€£$]/i
const rangeBefore = /\d\s{0,2}(?:[–—-]|to|bis|à)\s{0,2}$/i

/** `£48–56k` is a salary or a turnover. */
const thousands = /^\s?[–—-]\s?[€£$]?\d{1,4}\s?[kK](?![\p{L}])/u
const footnote = /[\s*+]/g
const lineThrough = /line-through/i
const oldPriceClass =
  /(?:^|[\s_-])(?:old|was|strike|struck|crossed|line-through|linethrough|compare|compare-at|regular-price|list-price|original|rrp|uvp|msrp)(?:$|[\s_-])/i

export const patterns = [thousands, range, rangeBefore, fromBefore, footnote, lineThrough, oldPriceClass]

function priceOf(
  page: Page,
  line: Line,
  amount: Amount,
  next: Amount | undefined,
  nextLine: Line | undefined,
  heading: string,
): Price | undefined {
  const { text } = line
  const sentence = sentenceAt(text, amount.start)
  if (namesOtherPrice(clauseAt(text, sentence, amount))) return undefined
  if (namesOtherSum(text.slice(labelStart(text, sentence), sentence.end))) return undefined
  if (Number(amount.amount) === 0 || isStruck(line, amount)) return undefined
  if (rangeBefore.test(text.slice(Math.max(0, amount.start - 8), amount.start))) return undefined
  const lead = text.slice(Math.max(0, amount.start - 24), amount.start).trimEnd()
  if (limitBefore.test(lead)) return undefined
  if (thousands.test(text.slice(amount.end, amount.end + 16)) || markedJobTitle(heading) !== undefined)
    return undefined
  const unit = unitOf(line, amount, nextLine)
  if (unit === undefined || (unit.unit === '' && isAnswer(heading))) return undefined
  const isRange =
    range.test(text.slice(amount.end, amount.end + 8)) && (next === undefined || next.start - amount.end < 8)
  const isFrom = isRange || fromBefore.test(lead)
  const listed = isFor(page, 'pricing', 'menu', 'products') || headsPrices(heading)
  const strength = isRange ? 'wording' : strengthOf(line, amount, unit.unit, sentence, listed)
  const evidence = lineEvidence(page, line, amount.start, Math.max(amount.end, unit.end))
  const more = unit.line === undefined ? undefined : lineEvidence(page, unit.line)
  if (strength === undefined || evidence === undefined) return undefined
  return {
    currency: amount.currency,
    amount: amount.amount,
    unit: unit.unit,
    isFrom,
    strength,
    evidence: more === undefined ? [evidence] : [evidence, more],
    ...(unit.unit === 'counted' ? { unitWords: cleanText(text.slice(amount.end, unit.end)) } : {}),
  }
}

/** What answers a question may be any sum, unless the question is for the price. */
function isAnswer(heading: string): boolean {
  return heading.endsWith('?') && !headsPrices(heading)
}

const clauseMarks = [', ', '; ', ' – ', ' — ', ' | ', ' (', ' now ', ' jetzt ', ' nur ', ' only ']

/** `£45 per person, with a deposit of £10` are two clauses: what one says does not count for the other. */
function clauseAt(text: string, sentence: Part, { start, end }: Amount): string {
  const before = text.slice(labelStart(text, sentence), start)
  const after = text.slice(end, sentence.end)
  const from = Math.max(...clauseMarks.map((mark) => before.lastIndexOf(mark)))
  const ends = clauseMarks.map((mark) => after.indexOf(mark)).filter((at) => at !== -1)
  return `${before.slice(from + 1)} ${after.slice(0, ends.length === 0 ? undefined : Math.min(...ends))}`
}

const labelMax = 60

/** `Shipping: €5`: what stands before a colon names the sum. */
function labelStart(text: string, { start }: Part): number {
  return text.slice(0, start).trimEnd().endsWith(':') ? Math.max(0, start - labelMax) : start
}

interface FoundUnit {
  unit: PriceUnit
  end: number
  /** The unit stands in a line of its own. */
  line?: Line
}

const unitLineMax = 40

/** The unit after the amount, or at the start of the next line when the amount ends its own. */
function unitOf(line: Line, amount: Amount, nextLine: Line | undefined): FoundUnit | undefined {
  const own = unitAfter(line.text, amount.end)
  if (own === undefined || own.unit !== '') return own
  const before = unitBefore(line.text, amount.start)
  if (before !== '') return { unit: before, end: amount.end }
  const endsLine = line.text.slice(amount.end).replace(footnote, '') === ''
  if (!endsLine || nextLine === undefined || nextLine.text.length > unitLineMax || nextLine.heading > 0)
    return own
  const following = unitAfter(nextLine.text, 0)
  if (following === undefined) return undefined
  return following.unit === '' ? own : { unit: following.unit, end: amount.end, line: nextLine }
}

/**
 * Explicit where prices are listed, or beside an item; between the lines where a sentence of running text names a sum
 * for a time. Undefined for other sums in running text.
 */
function strengthOf(
  line: Line,
  amount: Amount,
  unit: PriceUnit,
  sentence: Part,
  listed: boolean,
): Strength | undefined {
  const { text } = line
  const rest = text.length - (amount.end - amount.start)
  if (
    text.length <= itemCharsMax &&
    (rest <= 24 || endsWithPrice(text, amount) || (amount.start <= 2 && rest <= 48))
  )
    return 'explicit'
  const isShort = sentence.end - sentence.start <= itemCharsMax
  const said = text.slice(sentence.start, sentence.end)
  if (listed) return isShort || namesPrice(said) ? 'explicit' : 'wording'
  return unit !== '' && (isShort || namesPrice(said)) ? 'wording' : undefined
}

function endsWithPrice(text: string, amount: Amount): boolean {
  const unit = unitAfter(text, amount.end)
  return text.length - (unit?.end ?? amount.end) <= 16
}

const oldPriceTags = new Set(['s', 'del', 'strike'])
const climbMax = 5

/** Whether the amount is crossed out, by its elements or by what their classes call it. */
function isStruck(line: Line, amount: Amount): boolean {
  const run = runAt(line, amount)
  let element: Element | null = run?.element ?? null
  for (let step = 0; step < climbMax && element !== null; step++, element = element.parentElement) {
    if (oldPriceTags.has(element.localName)) return true
    if (lineThrough.test((element.getAttribute('style') ?? '').slice(0, 500))) return true
    const classes = (element.getAttribute('class') ?? '').slice(0, 300)
    if (oldPriceClass.test(classes) && (element === run?.element || element.localName === 'span')) return true
    if (element === line.block.block) break
  }
  return false
}

function runAt(line: Line, { start, end }: Amount): TextRun | undefined {
  return line.pieces.find((piece) => piece.at + piece.text.length > start && piece.at < end)?.run
}
