import { cssOf } from '../inks.ts'
import type { Drawn, Layout, Rect, Stage } from './layout.ts'
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

/**
 * A badge as a circle: its first number large, its other words small under it.
 * @param place left, top and diameter, as fractions of the canvas's width
 */
export async function drawCircle(stage: Stage, [x, y, d]: readonly [number, number, number]): Promise<Drawn> {
  const { grid, inks, parts } = stage
  const rect: Rect = [x, (y * grid.width) / grid.height, d, (d * grid.width) / grid.height]
  const box = stage.box(rect)
  const diameter = box.width
  const text = parts.badge ?? ''
  const number = /[-−–+]?\s?[€$£¥]?\s?\d[\d.,]*\s?(?:%|€|[€$£¥])?/.exec(text)?.[0].trim() ?? ''
  const words = text.replace(number, '').trim()
  const [big, small] = [number === '' ? words : number, number === '' ? '' : words]
  const widthMax = 0.8 * diameter
  const style = { cut: 'sans-800', trackingEm: -0.05, leadingEm: 0.95 } as const
  const sizes = [0.3, 0.26, 0.22, 0.18, 0.14].map((share) => share * diameter)
  const main = await stage.set(big, style, {
    part: 'badge',
    sizes,
    widthMax,
    linesMax: number === '' ? 3 : 1,
  })
  const note =
    small === ''
      ? undefined
      : await stage.set(
          small,
          { cut: 'sans-600', trackingEm: 0, leadingEm: 1.15 },
          {
            part: 'badge',
            sizes: [0.105 * diameter, 0.09 * diameter],
            widthMax: 0.72 * diameter,
            linesMax: 2,
          },
        )
  const gap = note === undefined ? 0 : 0.02 * diameter
  const height = main.height + gap + (note?.height ?? 0)
  const color = inks.badge.text
  const on = inks.badge.fill
  const top = box.top + (diameter - height) / 2
  const place = { column: box, align: 'center', color, on } as const
  // "from €190" keeps its order.
  const isNoteFirst = note !== undefined && !text.startsWith(number)
  const blocks = [main, ...(note === undefined ? [] : [note])]
  let y0 = top
  const texts = (isNoteFirst ? blocks.toReversed() : blocks).map((block) => {
    const placed = placeText('badge', block, { ...place, top: y0 })
    y0 += block.height + gap
    return placed
  })
  const radius = diameter / 2
  return {
    mark: `<circle cx="${box.left + radius}" cy="${box.top + radius}" r="${radius}" fill="${cssOf(on)}"/>`,
    texts,
    box: { ...box, height: diameter },
  }
}
