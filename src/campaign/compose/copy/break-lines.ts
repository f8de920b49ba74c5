import type { BreakOpportunity } from './break-opportunities.ts'
import { type MeasuredParagraph, widthEm } from './measure-paragraph.ts'
import { keptPenalty, phrasePenalty } from './sense-penalty.ts'

/** A line as a part of its paragraph, without the white space around it. */
export interface LineRange {
  start: number
  end: number
}

/** More than every other cost of a line together: fewer lines always win. */
const lineCost = 1_000
/** A last line of one word costs as much as a line that is left empty for 70 %, unless the word is a sentence. */
const loneWordCost = 0.5
const loneOfThreeCost = 0.15
const loneFirstCost = 0.25
const loneWordFrom = 4
/** Of a line between others that is shorter than this part of the longest. */
const loneBetweenCost = 0.5
const shortBetween = 0.5
/** Of a first line that is shorter than this part of the longest, and no sentence. */
const shortFirst = 0.55
const shortFirstCost = 0.4
/** Weight of uneven lines in the returned cost; breaks have the weight 1. */
const raggedShare = 0.4
const shortLastLine = 0.35
const longLastLine = 0.75

/** Parts of the measure to which lines are balanced, of paragraphs with so few words. */
const narrower = [1, 0.86, 0.74, 0.64, 0.55]
const balancedWordsMax = 16
/** A line more than necessary must spare so much. */
const extraLineCost = 0.3
const wordByWordCost = 0.35

interface Broken {
  lines: LineRange[]
  cost: number
}

/**
 * Breaks a paragraph where phrases end, into lines as few and as equal as possible.
 * @param measureEm width of the lines as a fraction of the font size
 * @returns undefined when a word is wider than that, or more lines are necessary; else the lines and what their breaks
 * cost, without their number
 */
export function breakLines(
  paragraph: MeasuredParagraph,
  { measureEm, trackingEm, linesMax }: { measureEm: number; trackingEm: number; linesMax: number },
): Broken | undefined {
  const isShort = paragraph.opportunities.length <= balancedWordsMax
  const options = (isShort ? narrower : [1])
    .map((share) => breakAt(paragraph, share * measureEm, trackingEm))
    .concat(breakAt(paragraph, measureEm, trackingEm, true), wordByWord(paragraph, measureEm, trackingEm))
    .filter((option) => option !== undefined && option.lines.length <= linesMax)
  const least = Math.min(...options.map((option) => option?.lines.length ?? 0))
  const total = (option: Broken) => option.cost + extraLineCost * (option.lines.length - least)
  return options.reduce<Broken | undefined>(
    (best, option) =>
      option !== undefined && (best === undefined || total(option) < total(best) - 1e-9) ? option : best,
    undefined,
  )
}

/** Two or three words, each on its own line, unless an article or preposition would stand alone. */
function wordByWord(paragraph: MeasuredParagraph, measureEm: number, trackingEm: number): Broken | undefined {
  const { opportunities } = paragraph
  if (opportunities.length > 3 || opportunities.slice(0, -1).some(({ penalty }) => penalty >= phrasePenalty))
    return undefined
  const lines = opportunities.map(({ end }, index) => ({ start: opportunities[index - 1]?.next ?? 0, end }))
  const widths = lines.map(({ start, end }) => widthEm(paragraph, start, end, trackingEm))
  if (widths.some((width) => width > measureEm)) return undefined
  const between = lines.filter((_, index) => isShortBetween(widths, index))
  return { lines, cost: wordByWordCost + loneBetweenCost * between.length }
}

/** @param isStrict to take a line more rather than to break what must stay together */
function breakAt(
  paragraph: MeasuredParagraph,
  measureEm: number,
  trackingEm: number,
  isStrict = false,
): Broken | undefined {
  const { opportunities } = paragraph
  const startAfter = (index: number) => opportunities[index]?.next ?? 0
  // In running text even lines matter more than phrases, but not more than what must stay together.
  const isRunning = opportunities.length > balancedWordsMax
  const weighed = (penalty: number) => (isRunning && penalty < keptPenalty ? 0.3 * penalty : penalty)
  /** By the opportunity that ends a line: the least cost up to there, and where the line before ends. */
  const best: { cost: number; before: number }[] = []
  for (const [index, { end, penalty }] of opportunities.entries()) {
    const isLast = index === opportunities.length - 1
    let choice = { cost: Number.POSITIVE_INFINITY, before: -1 }
    for (let before = index - 1; before >= -1; before -= 1) {
      const fill = widthEm(paragraph, startAfter(before), end, trackingEm) / measureEm
      if (fill > 1) break
      const isLoneFirst = isLoneStart(opportunities, index, before)
      const cost =
        (before < 0 ? 0 : (best[before]?.cost ?? 0)) +
        lineCost +
        (1 - fill) ** 2 +
        weighed(penalty) +
        (isStrict && penalty >= keptPenalty ? 2 * lineCost : 0) +
        (isLast ? loneCostOf(opportunities, index, before) : 0) +
        (isLoneFirst ? loneFirstCost : 0)
      if (cost < choice.cost) choice = { cost, before }
    }
    best.push(choice)
  }
  if (best.at(-1)?.cost === Number.POSITIVE_INFINITY) return undefined

  const lines: LineRange[] = []
  let cost = 0
  for (let last = best.length - 1; last >= 0; last = best[last]?.before ?? -1) {
    const before = best[last]?.before ?? -1
    lines.unshift({ start: startAfter(before), end: opportunities[last]?.end ?? 0 })
    cost += weighed(opportunities[last]?.penalty ?? 0)
    if (before >= 0 && isLoneStart(opportunities, last, before)) cost += loneFirstCost
  }
  const widths = lines.map(({ start, end }) => widthEm(paragraph, start, end, trackingEm))
  const lone = loneCostOf(opportunities, best.length - 1, best.at(-1)?.before ?? -1)
  const longest = Math.max(...widths)
  const isLong = (widths.at(-1) ?? 0) > longLastLine * longest
  const isSentence = opportunities.find(({ end }) => end === lines[0]?.end)?.penalty === 0
  if (!isRunning && !isSentence && (widths[0] ?? 0) < shortFirst * longest) cost += shortFirstCost
  const between = lines.filter((_, index) => isShortBetween(widths, index))
  cost += (isLong ? 0.3 : 1) * lone + loneBetweenCost * between.length + raggedShare * raggedness(widths)
  return { lines, cost }
}

/** Whether a line has the first word of a sentence alone, in a text of some words. */
function isLoneStart(opportunities: readonly BreakOpportunity[], index: number, before: number): boolean {
  const isStart = before < 0 || opportunities[before]?.penalty === 0
  const isAlone = before === index - 1 && opportunities[index]?.penalty !== 0
  return isStart && isAlone && index < opportunities.length - 1 && opportunities.length >= loneWordFrom
}

function isShortBetween(widths: readonly number[], index: number): boolean {
  const isBetween = index > 0 && index < widths.length - 1
  return isBetween && (widths[index] ?? 0) < shortBetween * Math.max(...widths)
}

/** Of a last line with one word of many, which is not a sentence. */
function loneCostOf(opportunities: readonly BreakOpportunity[], index: number, before: number): number {
  const isSentence = opportunities[before]?.penalty === 0
  if (before !== index - 1 || before < 0 || isSentence) return 0
  const phrases = opportunities.filter(({ penalty }) => penalty < keptPenalty).length
  return phrases >= loneWordFrom ? loneWordCost : phrases === 3 ? loneOfThreeCost : 0
}

function raggedness(widths: readonly number[]): number {
  const longest = Math.max(...widths)
  return widths.reduce((sum, width, index) => {
    const share = width / longest
    const counts = index < widths.length - 1 || share < shortLastLine
    return sum + (counts ? (1 - share) ** 2 : 0)
  }, 0)
}
