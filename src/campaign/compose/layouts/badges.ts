import type { Box } from '../../images/raster.ts'
import { grown } from '../boxes.ts'
import type { Rgb } from '../color.ts'
import { leastPx } from '../copy/roles.ts'
import type { SetText, TextStyle } from '../copy/set-text.ts'
import type { Grid } from '../grid.ts'
import { cssOf, fillOn, type Inks, isDistinct } from '../inks.ts'
import { findDate } from './dates.ts'
import {
  type Circle,
  type Drawn,
  Misfit,
  orMisfit,
  type PlacedText,
  type Rect,
  type StackItem,
  type Stage,
} from './layout.ts'
import { amountsIn, isPrice, splitBadge } from './numbers.ts'
import { leftIn, placeText } from './stage.ts'

/**
 * The badge where the frame or the layout has it; undefined where it is only a label, or for a text without room.
 * @param headlinePx a day is smaller than a headline of this size that has the offer
 */
export async function drawBadge(
  stage: Stage,
  headlinePx = Number.POSITIVE_INFINITY,
): Promise<Drawn | undefined> {
  const { frame, grid, inks, layout, parts } = stage
  const isDayOfOffer = findDate(parts.badge ?? '') !== undefined && amountsIn(parts.headline ?? '').length > 0
  const mostPx = isDayOfOffer ? dayShare * headlinePx : Number.POSITIVE_INFINITY
  // On shapes, which may have its colour, a circle has a margin of ground.
  if (frame.badge?.length === 3)
    return await drawCircle(stage, frame.badge, layout.shapes === undefined ? 0 : grid.step(-1), mostPx)
  const own = layout.badge?.(stage, frame.field ?? frame.type)
  const { place, colors, isSign = false } = own ?? { place: frame.badge, colors: inks.badge }
  if (place === undefined) return undefined
  const whole = stage.box(place)
  // A story shows the ground alone where platforms have their controls.
  const top = Math.max(whole.top, grid.safe.top)
  const box = { ...whole, top, height: Math.min(whole.top + whole.height, grid.safe.bottom) - top }
  const shown = { ...stage, inks: { ...inks, badge: colors } }
  const texts = await textsIn(shown, box, isSign ? 'sign' : 'block', mostPx)
  return texts && { mark: rectOf(box, colors.fill), texts, box }
}

/** Largest size of a day beside an offer, as a part of its headline's. */
const dayShare = 0.8

/** A circle with the badge, and a margin in pixels. Undefined for a text without room. */
async function drawCircle(
  stage: Stage,
  [x, y, d]: readonly [number, number, number],
  margin: number,
  mostPx: number,
): Promise<Drawn | undefined> {
  const { grid, inks } = stage
  const { left, top, width } = stage.box([x, (y * grid.width) / grid.height, d, 0])
  const box = { left, top, width, height: width }
  const texts = await textsIn(stage, box, 'round', mostPx)
  const radius = width / 2
  const circle = (radiusOf: number, fill: Rgb) =>
    circleOf({ x: left + radius, y: top + radius, radius: radiusOf }, cssOf(fill))
  const mark = (margin > 0 ? circle(radius + margin, inks.ground) : '') + circle(radius, inks.badge.fill)
  return texts && { mark, texts, box: grown(box, margin) }
}

/** A badge's colours that are seen beside a field of a colour. */
export const badgeOn = (field: Rgb, { badge, second, paper, deep }: Inks) =>
  isDistinct(badge.fill, field) ? badge : fillOn(field, [second, paper, deep], [deep, paper])

/** Beside the figure they stay on one line. */
const fewWords = /^\S+(?: \S+){0,2}$/u

/** Blocks that are wider than so many heights may have the words beside the figure. */
const rowAspect = 1.4
/** Sizes of words over and under the figure, as parts of the badge, and of words beside it, as parts of its size. */
const noteShares = [0.12, 0.105, 0.09, 0.075]
const besideShares = [0.42, 0.36, 0.3]
/** Between words and the figure beside them, as a part of its size. */
const spaceEm = 0.22
/** Largest size of a figure, and of words, as parts of the badge's height, and how many smaller ones there are. */
const largest = { figure: 0.72, price: 0.46, words: 0.4, round: 0.42 }
const sizesCount = 24

/**
 * The text of a badge: a day, a price or another number as large as it can be, in the headline's face, its other words above
 * and under it, in their order.
 */
async function textsIn(
  stage: Stage,
  box: Box,
  shape: 'block' | 'sign' | 'round',
  mostPx: number,
): Promise<PlacedText[] | undefined> {
  const isRound = shape === 'round'
  const { grid, inks, parts, face, isMirrored } = stage
  const text = parts.badge ?? ''
  const split = splitBadge(text)
  const { before, main, after } = split ?? { before: '', main: linesOf(text), after: '' }
  const inner = innerOf(grid, box)
  const widthMax = inner.width
  const side = Math.min(box.width, 1.4 * box.height)
  const style: TextStyle = {
    cut: face === 'serif' ? 'serif-900' : 'sans-900',
    trackingEm: -0.04,
    leadingEm: split === undefined ? 1 : /\p{Ll}/u.test(main) ? 1.1 : 0.9,
  }
  const gap = 0.02 * box.width
  const least = leastPx('badge', grid)
  const align = isRound ? 'center' : isMirrored ? 'right' : 'left'
  const { text: color, fill: on } = inks.badge
  const place = { column: inner, align, color, on } as const
  const figure = shape === 'block' && isPrice(main) ? largest.price : largest.figure
  const most = isRound ? largest.round : split === undefined ? largest.words : figure
  const mayRow = split !== undefined && !isRound && box.width > rowAspect * box.height
  for (let index = 0; index < sizesCount; index += 1) {
    const sizes = [Math.min(mostPx, most * box.height) * 0.92 ** index]
    // The first and the last day of a period have a line each.
    const linesMax = split !== undefined ? 1 : main.includes('\n') ? 2 : 4
    const set = await orMisfit(stage.set(main, style, { part: 'badge', sizes, widthMax, linesMax }))
    if (set instanceof Misfit) continue
    for (const isRow of mayRow ? [false, true] : [false]) {
      const usual = isRow
        ? besideShares.map((part) => part * set.sizePx)
        : noteShares.slice(before === '' || after === '' ? 0 : 1).map((part) => part * side)
      const noteSizes = usual.map((size) => Math.max(size, least))
      const noteWidth = isRow
        ? widthMax - set.width - 2 * spaceEm * set.sizePx
        : isRound
          ? 0.72 * side
          : widthMax
      const notes = await orMisfit(
        Promise.all(
          [before, after].map((words) =>
            noteOf(stage, words, noteWidth, noteSizes, isRow && fewWords.test(words) ? 1 : 2),
          ),
        ),
      )
      if (notes instanceof Misfit) continue
      const blocks = [...(notes[0] ?? []), set, ...(notes[1] ?? [])]
      const fits = isRow
        ? rowWidth(blocks) <= widthMax
        : isRound
          ? fitsCircle(blocks, gap, box.width)
          : heightOf(blocks, gap) <= inner.height
      if (fits) return isRow ? placeRow(blocks, place) : placeStack(blocks, gap, place)
    }
  }
  return undefined
}

/**
 * The day, the price or the number of a badge in a type block, nearly as large as a headline, with its words beside it.
 * @param step size of the subline; undefined for other badges, and for a text without room
 */
export async function setOffer(
  stage: Stage,
  { widthMax, step }: { widthMax: number; step: number },
): Promise<SetText[] | undefined> {
  const { grid, parts, face, headlineMaxPx } = stage
  const { before, main, after } = splitBadge(parts.badge ?? '') ?? {}
  if (before === undefined || main === undefined || after === undefined) return undefined
  const least = leastPx('badge', grid)
  const style = { cut: face === 'serif' ? 'serif-900' : 'sans-900', trackingEm: -0.03, leadingEm: 1 } as const
  for (const larger of offerSteps) {
    const sizePx = Math.min(grid.step(step + larger), headlineMaxPx)
    const noteSizes = [0.5, 0.42].map((part) => Math.max(least, part * sizePx))
    const set = await orMisfit(
      Promise.all([
        noteOf(stage, before, widthMax, noteSizes, 1),
        stage.set(main, style, { part: 'badge', sizes: [sizePx], widthMax, linesMax: 1 }),
        noteOf(stage, after.replaceAll('\n', ' '), widthMax, noteSizes, 1),
      ]),
    )
    if (!(set instanceof Misfit) && rowWidth(set.flat()) <= widthMax) return set.flat()
  }
  return undefined
}

/** Sizes of a figure beside a subline, in steps above it. */
const offerSteps = [2.8, 2.1, 1.4]

/** Blocks beside each other, with their space. */
const rowGap = (blocks: readonly SetText[]) =>
  spaceEm * Math.max(...blocks.map(({ lines }) => lines[0]?.sizePx ?? 0))
const rowWidth = (blocks: readonly SetText[]) =>
  blocks.reduce((sum, { width }) => sum + width + rowGap(blocks), -rowGap(blocks))

/** An offer in a type block. */
export function offerItem(
  { inks, on, isMirrored }: Stage,
  blocks: readonly SetText[],
): Omit<StackItem, 'gap'> {
  const [width, height] = [rowWidth(blocks), Math.max(...blocks.map((block) => block.height))]
  return {
    height,
    draw: (top, { column, align }) => {
      const box = { left: leftIn(column, width, align), top, width, height }
      const color = on === undefined ? inks.headline : inks.accentText
      const place = { column: box, align: isMirrored ? 'right' : 'left', color, on } as const
      return { texts: placeRow(blocks, place), box }
    },
  }
}

/** Smaller on one line rather than on two. @throws Misfit */
async function noteOf(
  stage: Stage,
  text: string,
  widthMax: number,
  sizes: readonly number[],
  linesMax: number,
): Promise<SetText[]> {
  if (text === '') return []
  const cut = stage.face === 'serif' ? 'serif-600' : 'sans-600'
  const style = { cut, trackingEm: -0.005, leadingEm: 1.2 } as const
  const fit = { part: 'badge' as const, sizes, widthMax }
  const set = await orMisfit(stage.set(text, style, { ...fit, linesMax: 1 }))
  return [set instanceof Misfit ? await stage.set(text, style, { ...fit, linesMax }) : set]
}

/** The part of a block that holds its text, as far from the edges of the canvas as other type. */
function innerOf({ width, height, margin }: Grid, box: Box): Box {
  const [right, bottom] = [box.left + box.width, box.top + box.height]
  const padding = (isEdge: boolean) => (isEdge ? margin : 0.1 * Math.min(box.width, 1.2 * box.height))
  const start = padding(box.left <= 1)
  // Lines have some air of their own.
  const above = 0.7 * padding(box.top <= 1)
  return {
    left: box.left + start,
    top: box.top + above,
    width: box.width - start - padding(right >= width - 1),
    height: box.height - above - 0.7 * padding(bottom >= height - 1),
  }
}

/** Places blocks one beside the other on one baseline, from the start of the column, the tallest in the middle of its height. */
function placeRow(
  blocks: readonly SetText[],
  { column, ...place }: Omit<Parameters<typeof placeText>[2], 'top'>,
): PlacedText[] {
  let from = 0
  const baselineOf = (block: SetText) => block.lines.at(-1)?.baseline ?? 0
  const baselines = blocks.map((block) => (column.height - block.height) / 2 + baselineOf(block))
  return blocks.map((block) => {
    const left =
      place.align === 'right' ? column.left + column.width - from - block.width : column.left + from
    const top = column.top + Math.max(...baselines) - baselineOf(block)
    from += block.width + rowGap(blocks)
    return placeText('badge', block, { ...place, column: { ...column, left, width: block.width }, top })
  })
}

/** The first and the last day of a period each on a line. */
function linesOf(text: string): string {
  const { lastDayAt } = findDate(text) ?? {}
  return lastDayAt === undefined ? text : `${text.slice(0, lastDayAt)}\n${text.slice(lastDayAt).trim()}`
}

/** A part of the frame in pixels, which runs on above and below it. */
export function bledBox({ width, height, bleed }: Grid, [x, y, w, h]: Rect): Box {
  const [top, bottom] = [Math.round(y * height), Math.round((y + h) * height)]
  const from = top === 0 ? -bleed.top : top
  const to = bottom === height ? height + bleed.bottom : bottom
  return { left: x * width, top: from, width: w * width, height: to - from }
}

export const rectOf = ({ left, top, width, height }: Box, fill: Rgb) =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${cssOf(fill)}"/>`

export const circleOf = ({ x, y, radius }: Circle, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

/** Whether less than a gap is between a circle and a box. */
export function isNear({ x, y, radius }: Circle, { left, top, width, height }: Box, gap: number): boolean {
  const [dx, dy] = [Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height)]
  return Math.hypot(dx, dy) < radius + gap
}

/** The circle in the middle of a field, as wide as it. */
export const circleIn = ({ width, height }: Grid, [x, y, w, h]: Rect = [0, 0, 1, 1]): Circle => ({
  x: (x + w / 2) * width,
  y: (y + h / 2) * height,
  radius: (w * width) / 2,
})

const heightOf = (blocks: readonly SetText[], gap: number) =>
  blocks.reduce((sum, block) => sum + block.height, gap * (blocks.length - 1))

/** Places blocks one under the other in the middle of the column's height. */
function placeStack(
  blocks: readonly SetText[],
  gap: number,
  place: Omit<Parameters<typeof placeText>[2], 'top'>,
): PlacedText[] {
  const { top: from, height } = place.column
  let top = from + (height - heightOf(blocks, gap)) / 2
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
