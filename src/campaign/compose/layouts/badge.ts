import type { Rgb } from '../color.ts'
import type { SetText } from '../copy/set-text.ts'
import { cssOf } from '../inks.ts'
import { isDate, splitDate } from './dates.ts'
import type { Drawn, Layout, Rect, Stage } from './layout.ts'
import { splitNumber } from './numbers.ts'
import { around } from './place-logo.ts'
import { placeText } from './stage.ts'

/** Left, top and diameter of the circle, as fractions of the canvas's width. */
const circles = {
  square: [0.715, 0.276, 0.22],
  landscape: [0.3236, 0.047, 0.158],
  portrait: [0.678, 0.4125, 0.25],
} as const

export const badge: Layout = {
  name: 'badge',
  description: 'An offer in a circle on the seam of picture and panel',
  picture: 'box',
  grounds: ['deep', 'paper', 'brand', 'white'],
  tones: ['bold', 'playful'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 3 },
  align: 'start',
  logo: 'bottom-right',
  frames: {
    square: {
      picture: [0, 0, 1, 0.45],
      subject: [0.05, 0.04, 0.6, 0.37],
      type: [0.065, 0.49, 0.64, 0],
      from: 'bottom',
      step: 6,
      button: 'stack',
    },
    landscape: {
      picture: [0, 0, 0.45, 1],
      subject: [0.03, 0.25, 0.36, 0.7],
      type: [0.5, 0.09, 0.453, 0],
      from: 'bottom',
      step: 5.3,
      button: 'stack',
    },
    portrait: {
      picture: [0, 0, 1, 0.49],
      subject: [0.05, 0.04, 0.6, 0.4],
      type: [0.072, 0.54, 0.86, 0],
      from: 'bottom',
      step: 6.2,
      button: 'stack',
    },
  },
  suits: ({ hasPicture, hasBadge, hasDate }) => (hasPicture && hasBadge ? (hasDate ? 1.2 : 1.5) : 0),
  badge: (stage) => drawCircle(stage, circles[stage.grid.format]),
}

const heightOf = (blocks: readonly SetText[], gap: number) =>
  blocks.reduce((sum, block) => sum + block.height, gap * (blocks.length - 1))

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
  const split = splitDate(text) ?? (isDate(text) ? undefined : splitNumber(text))
  const { before, main, after } = split ?? { before: '', main: text, after: '' }
  const sizesOf = (shares: readonly number[]) => shares.map((share) => share * diameter)
  const note = (text: string) =>
    stage.set(
      text,
      { cut: 'sans-600', trackingEm: 0, leadingEm: 1.15 },
      { part: 'badge', sizes: sizesOf([0.105, 0.09]), widthMax: 0.72 * diameter, linesMax: 2 },
    )
  const above = before === '' ? [] : [await note(before)]
  const below = after === '' ? [] : [await note(after)]
  const gap = 0.02 * diameter
  let sizes = sizesOf([0.3, 0.26, 0.22, 0.18, 0.14, ...(split === undefined ? [0.11] : [])])
  const stack = async () => {
    const style = { cut: 'sans-800', trackingEm: -0.05, leadingEm: 0.95 } as const
    const linesMax = split === undefined ? 3 : 1
    const set = await stage.set(main, style, { part: 'badge', sizes, widthMax: 0.8 * diameter, linesMax })
    sizes = sizes.filter((size) => size < set.sizePx)
    return [...above, set, ...below]
  }
  let blocks = await stack()
  while (sizes.length > 0 && !fitsCircle(blocks, gap, diameter)) blocks = await stack()
  const height = heightOf(blocks, gap)
  const color = inks.badge.text
  const on = inks.badge.fill
  const place = { column: box, align: 'center', color, on } as const
  let top = box.top + (diameter - height) / 2
  const texts = blocks.map((block) => {
    const placed = placeText('badge', block, { ...place, top })
    top += block.height + gap
    return placed
  })
  const radius = diameter / 2
  const circle = (radiusOf: number, fill: Rgb) =>
    `<circle cx="${box.left + radius}" cy="${box.top + radius}" r="${radiusOf}" fill="${cssOf(fill)}"/>`
  return {
    mark: (margin > 0 ? circle(radius + margin, inks.ground) : '') + circle(radius, on),
    texts,
    box: around({ ...box, height: diameter }, margin),
  }
}
