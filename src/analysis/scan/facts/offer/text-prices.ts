import { cleanText } from '../../../text/clean-text.ts'
import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { type Part, sentenceAt } from '../../../text/sentences.ts'
import { ancestors } from '../../document/dom-tree.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { candidateInLine, candidateInLines } from '../candidates.ts'
import { markedJobTitle } from '../people/job-titles.ts'
import type { Candidate } from '../topic.ts'
import { type Amount, amountsIn } from './amounts.ts'
import { columnHead, isBelowPeriod, type Place, priceName, rowsHead } from './price-names.ts'
import { isListHeading, isOtherLabel, isPriceList, namesOtherUnspaced, priceWords } from './price-words.ts'
import { periodOf, unitAfter, unitBefore } from './units.ts'

const itemCharsMax = 120
const lineCharsMax = 2_000
const amountsMax = 500

/** Prices beside names of offers, in price lists, and in sentences that state a price. */
export const textPrices = (page: Page): Candidate[] => placedPrices(page).map(({ candidate }) => candidate)

interface PlacedPrice {
  candidate: Candidate
  lines: readonly Line[]
  at: number
}

const placedPrices = oncePerPage((page): readonly PlacedPrice[] => {
  const lines = linesOf(page)
  const isList = isPriceList(page)
  const found: PlacedPrice[] = []
  let left = amountsMax
  for (const [at, line] of lines.entries()) {
    if (left <= 0) break
    if (line.area !== 'main' || line.text.length > lineCharsMax) continue
    const amounts = amountsIn(apart(line))
    left -= amounts.length
    for (const index of amounts.keys())
      for (const candidate of priceAt(page, { lines, at, line, amounts, index, isList }))
        found.push({ candidate, lines, at })
  }
  return found
})

/** A line in which two numbers of different elements are not groups of one: `Chair type 1` beside `700 руб`. */
const apart = ({ text, pieces }: Line) =>
  pieces.reduce(
    (all, { at }) =>
      /\d \d/.test(all.slice(at - 2, at + 1)) ? `${all.slice(0, at - 1)}\t${all.slice(at)}` : all,
    text,
  )

/** What stands beside the prices, each with the line that contains it. */
export function pricedNames(page: Page): Array<{ name: string; line: Line }> {
  return placedPrices(page).flatMap(({ candidate: { details, inferred }, lines, at }) => {
    const { name = '' } = details
    const line = lines.slice(Math.max(0, at - reach), at + 1).findLast(({ text }) => text.includes(name))
    return name === '' || inferred || line === undefined ? [] : [{ name, line }]
  })
}

/** Lines between a price and its name or label. */
const reach = 20

const rangeAfter = /^\s{0,2}(?:[–—-]|to|bis|à|a|até|t\/m)\s{0,2}[\p{Sc}\d]/iu
const rangeBefore = /\d\s{0,2}(?:[–—-]|to|bis|à|a|até|t\/m)\s{0,2}\p{Sc}?$/iu
/** `£48–56k` is a salary or a turnover. */
const thousands = /^\s?[–—-]\s?\p{Sc}?\d{1,4}\s?[kK](?![\p{L}])/u

function priceAt(page: Page, place: Place): Candidate[] {
  const { lines, at, line, amounts, index } = place
  const { text } = line
  const amount = amounts[index]
  const heading = sectionsOf(page).get(line)?.heading ?? ''
  if (amount === undefined || Number(amount.amount) === 0) return []
  const sentence = sentenceAt(text, amount.start)
  const lead = text.slice(Math.max(0, amount.start - 24), amount.start)
  if (isStatistic(place, amount)) return []
  // `+ 180 €` is a surcharge.
  if (
    isOtherSum(text, sentence, amount, [heading, labelAbove(place)]) ||
    rangeBefore.test(lead) ||
    /\+\s?$/.test(lead)
  )
    return []
  if (isStruck(line, amount)) return []
  const found = unitOf(place, amount)
  if (found === undefined || (found.unit === '' && heading.endsWith('?') && !isListHeading(heading)))
    return []
  const next = amounts[index + 1]
  const to = rangeAfter.test(text.slice(amount.end, amount.end + 12)) ? next : undefined
  if (to === undefined && rangeAfter.test(text.slice(amount.end, amount.end + 12))) return []
  const until = to?.amount ?? amount.to
  const unit = to === undefined ? found : (unitAfter(text, to.end) ?? found)
  const isListed = place.isList || isListHeading(heading)
  const kind = kindOf(line, amount, unit.unit, sentence, isListed)
  const name = priceName(place, Math.max(unit.end, to?.end ?? 0))
  if (kind === undefined || (name === undefined && unit.unit === '')) return []
  // A fee set by law.
  if (name?.includes('§') === true || heading.includes('§')) return []
  if ([name ?? '', rowsHead(line), columnHead(line)].some(isOtherLabel)) return []
  const isFrom =
    endsWith(lead, priceWords.from) || /^\s?(?:[～〜]|から)/.test(text.slice(amount.end, amount.end + 3))
  const end = Math.max(amount.end, unit.end, to?.end ?? 0)
  const stated = {
    topic: 'pricing' as const,
    value: `${amount.currency} ${amount.amount}`,
    inferred: kind === 'inferred',
    details: {
      currency: amount.currency,
      amount: amount.amount,
      unit: unit.unit,
      ...(until !== undefined && { to: until }),
      ...(name !== undefined && { name }),
      ...(isFrom && { from: '1' }),
      ...(unit.unit === 'counted' && { unitWords: cleanText(text.slice(to?.end ?? amount.end, unit.end)) }),
    },
  }
  const unitLine = found.line
  return unitLine === undefined
    ? candidateInLine(page, stated, line, [amount.start, end])
    : candidateInLines(page, stated, unitLine === lines[at - 1] ? [unitLine, line] : [line, unitLine])
}

/** An amount alone in its line, above words such as `raised since 2020`. */
function isStatistic({ lines, at, line }: Place, { start, end }: Amount): boolean {
  const isAlone = line.text.length - (end - start) <= 2
  const [, first = ''] = isAlone
    ? phraseLine(lines[at + 1]?.text.slice(0, itemCharsMax) ?? '').split(' ')
    : []
  return priceWords.statistics.includes(first)
}

const endsWith = (text: string, phrases: readonly string[]) => {
  const line = phraseLine(text)
  return phrases.some((phrase) => line.endsWith(` ${phrase} `))
}

/** Discounts, limits, shipping, wages and examples. */
function isOtherSum(text: string, sentence: Part, amount: Amount, headings: readonly string[]): boolean {
  const clause = text.slice(labelStart(text, sentence), sentence.end)
  const own = clauseAt(text, sentence, amount)
  return (
    headings.some((text) => hasPhrase(phraseLine(text), priceWords.headsNoPrices) || markedJobTitle(text)) ||
    hasPhrase(phraseLine(own), priceWords.otherPrice) ||
    namesOtherUnspaced(own) ||
    hasPhrase(phraseLine(clause), priceWords.otherSum) ||
    endsWith(text.slice(Math.max(0, amount.start - 24), amount.start), priceWords.limit) ||
    endsWith(text.slice(Math.max(0, amount.start - 24), amount.start), priceWords.insteadOf) ||
    thousands.test(text.slice(amount.end, amount.end + 16))
  )
}

/** The short line above a list of amounts: `See more results`. */
function labelAbove({ lines, at }: Place): string {
  const above = lines.slice(Math.max(0, at - reach), at).findLast(({ text }) => amountsIn(text).length === 0)
  return above === undefined || above.text.length > labelMax ? '' : above.text
}

const clauseMarks = ['、', '（', ', ', '; ', ' – ', ' — ', ' | ', ' (', ' now ', ' jetzt ', ' nur ', ' only ']

/** `£45 per person, with a deposit of £10` has two clauses; the words of one do not apply to the other. */
function clauseAt(text: string, sentence: Part, { start, end }: Amount): string {
  const before = text.slice(labelStart(text, sentence), start)
  const after = text.slice(end, sentence.end)
  const from = Math.max(...clauseMarks.map((mark) => before.lastIndexOf(mark)))
  const ends = clauseMarks.map((mark) => after.indexOf(mark)).filter((at) => at !== -1)
  return `${before.slice(from + 1)} ${after.slice(0, ends.length === 0 ? undefined : Math.min(...ends))}`
}

const labelMax = 60

/** `Shipping: €5`: the label before a colon describes the amount. */
function labelStart(text: string, { start }: Part): number {
  return text.slice(0, start).trimEnd().endsWith(':') ? Math.max(0, start - labelMax) : start
}

interface FoundUnit {
  unit: string
  end: number
  /** Present when the unit is in the next line or the one above. */
  line?: Line
}

const unitLineMax = 40

/** The unit after the amount, at the start of the next line when the amount ends its own, or a period above it. */
function unitOf({ lines, at, line }: Place, amount: Amount): FoundUnit | undefined {
  const own = unitAfter(line.text, amount.end)
  if (own === undefined || own.unit !== '') return own
  const before = unitBefore(line.text, amount.start)
  if (before !== '') return { unit: before, end: amount.end }
  const head = columnHead(line)
  const ofColumn = unitBefore(head, head.length)
  if (ofColumn !== '') return { unit: ofColumn, end: amount.end }
  const above = lines[at - 1]
  if (above !== undefined && amount.start <= 2 && isBelowPeriod({ lines, at }))
    return { unit: periodOf(above.text), end: amount.end, line: above }
  const nextLine = lines[at + 1]
  const endsLine = line.text.slice(amount.end).replace(/[\s*+]/g, '') === ''
  if (!endsLine || nextLine === undefined || nextLine.text.length > unitLineMax || nextLine.heading > 0)
    return own
  const following = unitAfter(nextLine.text, 0)
  if (following === undefined) return undefined
  return following.unit === '' ? own : { unit: following.unit, end: amount.end, line: nextLine }
}

/** Stated in lists and beside an item; inferred from a sentence with an amount per time; otherwise not a price. */
function kindOf({ text }: Line, amount: Amount, unit: string, sentence: Part, isListed: boolean) {
  const rest = text.length - (amount.end - amount.start)
  const after = text.length - (unitAfter(text, amount.end)?.end ?? amount.end)
  if (text.length <= itemCharsMax && (rest <= 24 || after <= 16 || (amount.start <= 2 && rest <= 48)))
    return 'stated'
  const words = text.slice(sentence.start, sentence.end)
  if (words.length > itemCharsMax && !hasPhrase(phraseLine(words), priceWords.namesPrice))
    return isListed ? 'inferred' : undefined
  return isListed ? 'stated' : unit === '' ? undefined : 'inferred'
}

const oldPriceTags = new Set(['s', 'del', 'strike'])
const oldPriceClass =
  /(?:^|[\s_-])(?:old|was|strike|struck|crossed|line-through|linethrough|compare|compare-at|regular-price|original|rrp|uvp|msrp)(?:$|[\s_-])/i
const climbMax = 5

/** Whether the amount is struck through, by element or class. */
function isStruck(line: Line, { start, end }: Amount): boolean {
  const run = line.pieces.find((piece) => piece.at + piece.text.length > start && piece.at < end)?.run
  for (const element of ancestors(run?.element ?? null, climbMax)) {
    if (oldPriceTags.has(element.localName)) return true
    if (/line-through/i.test((element.getAttribute('style') ?? '').slice(0, 500))) return true
    const classes = (element.getAttribute('class') ?? '').slice(0, 300)
    if (oldPriceClass.test(classes) && (element === run?.element || element.localName === 'span')) return true
    if (element === line.block.block) break
  }
  return false
}
