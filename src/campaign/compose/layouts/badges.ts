import type { Box } from '../../images/raster.ts'
import type { Rgb } from '../color.ts'
import type { SetText, TextStyle } from '../copy/set-text.ts'
import type { Grid } from '../grid.ts'
import { cssOf, fillOn, type Inks, isDistinct } from '../inks.ts'
import { findDate } from './dates.ts'
import { type Drawn, Misfit, orMisfit, type PlacedText, type Rect, type Stage } from './layout.ts'
import { splitBadge } from './numbers.ts'
import { around } from './room.ts'
import { placeText } from './stage.ts'

/**
 * A block with the badge, from the start of the text: a day, a price or another number as large as it can be, in the
 * headline's face, its other words above and under it. Undefined for a text without room.
 */
export async function drawBlock(stage: Stage, place: Rect): Promise<Drawn | undefined> {
  const drawn = await orMisfit(blockIn(stage, stage.box(place)))
  return drawn instanceof Misfit ? undefined : drawn
}

async function blockIn(stage: Stage, box: Box): Promise<Drawn> {
  const { grid, inks, parts, face } = stage
  const text = parts.badge ?? ''
  const split = splitBadge(text)
  const { before, main, after } = split ?? { before: '', main: linesOf(text), after: '' }
  // At the edge of the canvas it begins where other type does.
  const isEdge = stage.isMirrored ? box.left + box.width >= grid.width : box.left <= 0
  const padding = isEdge ? grid.margin : 0.08 * Math.min(box.width, 1.2 * box.height)
  const widthMax = box.width - 2 * padding
  const side = Math.min(box.width, 1.4 * box.height)
  const isOne = before === '' || after === ''
  const note = async (text: string, width: number, sizes: readonly number[], linesMax: number) => {
    if (text === '') return []
    const style = { cut: 'sans-600', trackingEm: -0.005, leadingEm: 1.2 } as const
    const fit = { part: 'badge' as const, sizes, widthMax: width }
    // Smaller on one line rather than on two.
    const set = await orMisfit(stage.set(text, style, { ...fit, linesMax: 1 }))
    return [set instanceof Misfit ? await stage.set(text, style, { ...fit, linesMax }) : set]
  }
  const style: TextStyle = {
    cut: face === 'serif' ? 'serif-900' : 'sans-900',
    trackingEm: -0.04,
    leadingEm: split === undefined ? 1 : /\p{Ll}/u.test(main) ? 1.1 : 0.9,
  }
  const linesMax = split === undefined ? 4 : 1
  const gap = 0.02 * box.width
  for (const share of split === undefined ? wordShares : figureShares) {
    const sizes = [share * box.height]
    const set = await orMisfit(stage.set(main, style, { part: 'badge', sizes, widthMax, linesMax }))
    if (set instanceof Misfit) continue
    const column = { ...box, left: box.left + padding, width: widthMax }
    const { text: color, fill: on } = inks.badge
    const place = { column, align: stage.isMirrored ? 'right' : 'left', color, on } as const
    for (const isRow of split !== undefined && box.width > rowAspect * box.height ? [true, false] : [false]) {
      const noteSizes = isRow
        ? besideShares.map((part) => part * set.sizePx)
        : noteShares.slice(isOne ? 0 : 1).map((part) => part * side)
      const noteWidth = isRow ? widthMax - set.width - 2 * gap : widthMax
      const notes = await orMisfit(
        Promise.all(
          [before, after].map((words) =>
            note(words, noteWidth, noteSizes, isRow && fewWords.test(words) ? 1 : 2),
          ),
        ),
      )
      if (notes instanceof Misfit) continue
      const blocks = [...(notes[0] ?? []), set, ...(notes[1] ?? [])]
      const wide = blocks.reduce((sum, { width }) => sum + width + 2 * gap, -2 * gap)
      if (isRow ? wide > widthMax : heightOf(blocks, gap) > box.height - 1.4 * padding) continue
      const texts = isRow ? placeRow(blocks, 2 * gap, place) : placeStack(blocks, gap, box, place)
      return { mark: rectOf(box, on), texts, box }
    }
  }
  throw new Misfit('badge')
}

/** A badge's colours that are seen beside a field of a colour. */
export const badgeOn = (field: Rgb, { badge, second, paper, deep }: Inks) =>
  isDistinct(badge.fill, field) ? badge : fillOn(field, [second, paper, deep], [deep, paper])

/** Beside the figure they stay on one line. */
const fewWords = /^\S+(?: \S+){0,2}$/u

/** Blocks that are wider than so many heights may have the words beside the figure. */
const rowAspect = 1.6
/** Sizes of words over and under the figure, as parts of the block, and of words beside it, as parts of its size. */
const noteShares = [0.12, 0.105, 0.09, 0.075]
const besideShares = [0.42, 0.36, 0.3]

/** Places blocks one beside the other, from the start of the column, in the middle of its height. */
function placeRow(
  blocks: readonly SetText[],
  gap: number,
  { column, ...place }: Omit<Parameters<typeof placeText>[2], 'top'>,
): PlacedText[] {
  let from = 0
  return blocks.map((block) => {
    const left =
      place.align === 'right' ? column.left + column.width - from - block.width : column.left + from
    const top = column.top + (column.height - block.height) / 2
    from += block.width + gap
    return placeText('badge', block, { ...place, column: { ...column, left, width: block.width }, top })
  })
}

/** Sizes of a figure, and of words, as parts of the block's height. */
const figureShares = Array.from({ length: 18 }, (_, index) => 0.72 * 0.92 ** index)
const wordShares = figureShares.slice(7)

/** The first and the last day of a period each on a line. */
function linesOf(text: string): string {
  const { lastDayAt } = findDate(text) ?? {}
  return lastDayAt === undefined ? text : `${text.slice(0, lastDayAt)}\n${text.slice(lastDayAt).trim()}`
}

/** A part of the frame in pixels, which runs on above it. */
export function bledBox({ width, height, bleed }: Grid, [x, y, w, h]: Rect): Box {
  const up = y === 0 ? bleed.top : 0
  const top = Math.round(y * height)
  return { left: x * width, top: top - up, width: w * width, height: Math.round((y + h) * height) - top + up }
}

export const rectOf = ({ left, top, width, height }: Box, fill: Rgb) =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${cssOf(fill)}"/>`

const heightOf = (blocks: readonly SetText[], gap: number) =>
  blocks.reduce((sum, block) => sum + block.height, gap * (blocks.length - 1))

/** Places blocks one under the other in the middle of a box. */
function placeStack(
  blocks: readonly SetText[],
  gap: number,
  box: Box,
  place: Omit<Parameters<typeof placeText>[2], 'top'>,
): PlacedText[] {
  let top = box.top + (box.height - heightOf(blocks, gap)) / 2
  return blocks.map((block) => {
    const placed = placeText('badge', block, { ...place, top })
    top += block.height + gap
    return placed
  })
}

/** Whether the corners of all blocks, stacked in the middle, lie in the circle. */
function fitsCircle(blocks: readonly SetText[], gap: number, diameter: number): boolean {
  let top = -heightOf(blocks, gap) / 2
  return blocks.every((block) => {
    const [upper, lower] = [top, top + block.height]
    top = lower + gap
    return Math.hypot(block.width / 2, Math.max(Math.abs(upper), Math.abs(lower))) <= diameter / 2
  })
}

/**
 * A badge as a circle: the day of a date or its only number large, its other words small above and under it, in their order.
 * @param place left, top and diameter, as fractions of the canvas's width
 * @param margin of ground around it, in pixels, where it stands on a pattern that may have its colour
 */
export async function drawCircle(
  stage: Stage,
  [x, y, d]: readonly [number, number, number],
  margin = 0,
): Promise<Drawn> {
  const { grid, inks, parts } = stage
  const rect: Rect = [x, (y * grid.width) / grid.height, d, (d * grid.width) / grid.height]
  const box = stage.box(rect)
  const diameter = box.width
  const text = parts.badge ?? ''
  const split = splitBadge(text)
  const { before, main, after } = split ?? { before: '', main: text, after: '' }
  const sizesOf = (shares: readonly number[]) => shares.map((share) => share * diameter)
  const note = (text: string) =>
    stage.set(
      text,
      { cut: 'sans-600', trackingEm: 0, leadingEm: 1.15 },
      { part: 'badge', sizes: sizesOf([0.125, 0.11, 0.095, 0.085]), widthMax: 0.72 * diameter, linesMax: 2 },
    )
  const above = before === '' ? [] : [await note(before)]
  const below = after === '' ? [] : [await note(after)]
  const gap = 0.02 * diameter
  let sizes = sizesOf([
    0.42,
    0.38,
    0.34,
    0.3,
    0.27,
    0.24,
    0.21,
    0.18,
    0.15,
    0.13,
    ...(split === undefined ? [0.11] : []),
  ])
  const stack = async () => {
    const style = { cut: 'sans-800', trackingEm: -0.05, leadingEm: 0.95 } as const
    const linesMax = split === undefined ? 3 : 1
    const set = await stage.set(main, style, { part: 'badge', sizes, widthMax: 0.86 * diameter, linesMax })
    sizes = sizes.filter((size) => size < set.sizePx)
    return [...above, set, ...below]
  }
  let blocks = await stack()
  while (sizes.length > 0 && !fitsCircle(blocks, gap, diameter)) blocks = await stack()
  const color = inks.badge.text
  const on = inks.badge.fill
  const place = { column: box, align: 'center', color, on } as const
  const texts = placeStack(blocks, gap, { ...box, height: diameter }, place)
  const radius = diameter / 2
  const circle = (radiusOf: number, fill: Rgb) =>
    `<circle cx="${box.left + radius}" cy="${box.top + radius}" r="${radiusOf}" fill="${cssOf(fill)}"/>`
  return {
    mark: (margin > 0 ? circle(radius + margin, inks.ground) : '') + circle(radius, on),
    texts,
    box: around({ ...box, height: diameter }, margin),
  }
}
