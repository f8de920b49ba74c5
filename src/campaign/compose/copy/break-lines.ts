import { type MeasuredParagraph, widthEm } from './measure-paragraph.ts'

/** A line as a part of its paragraph, without the white space around it. */
export interface LineRange {
  start: number
  end: number
}

/** More than every other cost of a line together: fewer lines always win. */
const lineCost = 1_000
/** A last line of one word costs as much as a line that is left empty for 70 %. */
const loneWordCost = 0.5
const loneWordFrom = 4

/**
 * Breaks a paragraph into as few lines as possible, with lengths as equal as possible.
 * @param measureEm width of the lines as a fraction of the font size
 * @returns undefined when a word is wider than that
 */
export function breakLines(
  paragraph: MeasuredParagraph,
  measureEm: number,
  trackingEm: number,
): LineRange[] | undefined {
  const { opportunities } = paragraph
  const startAfter = (index: number) => opportunities[index]?.next ?? 0
  /** By the opportunity that ends a line: the least cost up to there, and where the line before ends. */
  const best: { cost: number; before: number }[] = []
  for (const [index, { end, penalty }] of opportunities.entries()) {
    const isLast = index === opportunities.length - 1
    let choice = { cost: Number.POSITIVE_INFINITY, before: -1 }
    for (let before = index - 1; before >= -1; before -= 1) {
      const fill = widthEm(paragraph, startAfter(before), end, trackingEm) / measureEm
      if (fill > 1) break
      const isLoneWord = isLast && before === index - 1 && index + 1 >= loneWordFrom
      const cost =
        (before < 0 ? 0 : (best[before]?.cost ?? 0)) +
        lineCost +
        (1 - fill) ** 2 +
        penalty +
        (isLoneWord ? loneWordCost : 0)
      if (cost < choice.cost) choice = { cost, before }
    }
    best.push(choice)
  }
  if (best.at(-1)?.cost === Number.POSITIVE_INFINITY) return undefined

  const lines: LineRange[] = []
  for (let last = best.length - 1; last >= 0; last = best[last]?.before ?? -1) {
    lines.unshift({ start: startAfter(best[last]?.before ?? -1), end: opportunities[last]?.end ?? 0 })
  }
  return lines
}
