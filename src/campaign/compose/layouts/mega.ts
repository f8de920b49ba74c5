import type { SetText, TextStyle } from '../copy/set-text.ts'
import priceWords from '../price-words.json' with { type: 'json' }
import { type LayoutDrawing, Misfit, type Stage } from './layout.ts'
import { isAmount, trailingAmount } from './numbers.ts'
import { roomOf } from './room.ts'
import { startSheet } from './sheet.ts'

/** Height of capitals and of figures. */
const capitalsEm = 0.727
const style: TextStyle = { cut: 'sans-900', trackingEm: -0.045, leadingEm: capitalsEm, isCapitals: true }
/** The ways to divide words into lines double with each word. */
const wordsMax = 8

export const mega: LayoutDrawing = { arrange }

async function arrange(stage: Stage) {
  const { grid, parts, inks, frame } = stage
  const room = await roomOf(stage)
  const sheet = startSheet(stage, room)
  const { column, align, row } = room
  const eyebrow = parts.eyebrow && (await stage.setPart('eyebrow', { widthMax: column.width }))
  const subline =
    parts.subline &&
    (await stage.setPart('subline', {
      widthMax: (frame.sublineWidth ?? 1) * grid.width,
      step: frame.sublineStep ?? 2,
    }))
  const isBelow = grid.format === 'portrait'
  const taken = subline && isBelow ? subline.height + grid.step(1.4) : 0
  let top = column.top
  if (eyebrow) {
    sheet.addText('eyebrow', eyebrow, { column, top, align, color: inks.accentText })
    top += eyebrow.height + grid.step(1.4)
  }
  const gap = grid.step(1)
  const lines = await fillLines(stage, {
    width: column.width,
    height: row.top - 0.7 * grid.margin - taken - top,
    gap,
  })
  for (const { set, isNumber } of lines) {
    const color = isNumber ? inks.accentLarge : inks.headline
    const part = isNumber && parts.badge !== undefined ? 'badge' : 'headline'
    sheet.addText(part, set, { column, top, align, color })
    top += set.height + gapAfter(set, gap)
  }
  sheet.addButton()
  if (subline) {
    // Under the lines, or on the row behind the button.
    const start = isBelow || room.button === undefined ? 0 : room.button.width + grid.step(2.2)
    const place = {
      ...column,
      left: column.left + (stage.isMirrored ? 0 : start),
      width: column.width - start,
    }
    const at = isBelow
      ? top + grid.step(0)
      : Math.min(row.top + (grid.row - subline.height) / 2, row.bottom - subline.height)
    if (at < top) throw new Misfit('subline')
    sheet.addText('subline', subline, { column: place, top: at, align, color: inks.text })
  }
  return sheet.close({ stepsLost: 0, breakCost: 0 })
}

interface Line {
  set: SetText
  isNumber: boolean
}

/** The partition of the words into lines of full width that fills the height best. @throws Misfit */
async function fillLines(
  stage: Stage,
  { width, height, gap }: { width: number; height: number; gap: number },
): Promise<Line[]> {
  const { headline = '', badge } = stage.parts
  const found = badge === undefined ? trailingAmount(headline) : { rest: headline, number: badge }
  const words = (found?.rest ?? headline).split(/\s+/).filter((word) => word !== '')
  const number = found?.number
  if (words.length > wordsMax) throw new Misfit('headline')
  const isNumber = (text: string) => text === number || isAmount(text)
  let best: { lines: Line[]; filled: number } | undefined
  for (const rows of partitions(words)) {
    const lines = await Promise.all(
      (number === undefined ? rows : discount.test(headline) ? [number, ...rows] : [...rows, number]).map(
        async (text) => ({
          set: await fullWidth(stage, text, { width, heightMax: 0.64 * height }),
          isNumber: isNumber(text),
        }),
      ),
    )
    // No word is louder than the number.
    const loudest = Math.max(0, ...lines.filter(({ isNumber }) => isNumber).map(({ set }) => set.height))
    for (const line of lines)
      if (loudest > 0 && !line.isNumber && line.set.height > wordShare * loudest)
        line.set = await fullWidth(stage, line.set.lines[0]?.text ?? '', {
          width,
          heightMax: wordShare * loudest,
        })
    const total = lines.reduce(
      (sum, { set }, index) => sum + set.height + (index < lines.length - 1 ? gapAfter(set, gap) : 0),
      0,
    )
    const filled = total * sentenceShare ** rows.filter((row) => sentenceInside.test(row)).length
    if (total <= height && filled > (best?.filled ?? 0)) best = { lines, filled }
  }
  if (best === undefined) throw new Misfit('headline')
  return best.lines
}

/** Height of the largest word, in heights of the number. */
const wordShare = 0.8

/** What words behind a percentage begin with. */
const discount = new RegExp(`^(?:${priceWords.discount.join('|')})(?!\\p{L})`, 'iu')

/** A line with the end of one sentence and the beginning of another, and what such a line is worth. */
const sentenceInside = /[.!?…]\s/
const sentenceShare = 0.6

/** Below the line of marks that hang under it, which must not touch the next one. */
function gapAfter({ lines, height }: SetText, gap: number): number {
  return gap + (lines.some(({ text }) => /[,;QÇ]/i.test(text)) ? hangingEm * height : 0)
}

/** Depth of a comma, in heights of capitals. */
const hangingEm = 0.2

/** Every way to divide words into lines, in order. */
function partitions(words: readonly string[]): string[][] {
  if (words.length === 0) return [[]]
  return words.flatMap((_, index) => {
    const line = words.slice(0, index + 1).join(' ')
    return partitions(words.slice(index + 1)).map((rest) => [line, ...rest])
  })
}

async function fullWidth(
  stage: Stage,
  text: string,
  { width, heightMax }: { width: number; heightMax: number },
): Promise<SetText> {
  const fit = { part: 'headline' as const, widthMax: Number.POSITIVE_INFINITY, linesMax: 1 }
  const probe = await stage.set(text, style, { ...fit, sizes: [100] })
  const size = Math.min((100 * width) / probe.width, heightMax / capitalsEm)
  return await stage.set(text, style, { ...fit, sizes: [size] })
}
