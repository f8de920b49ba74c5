import { createRandom } from '../../numeric/math.ts'
import type { Grid } from '../grid.ts'
import { cssOf, type Inks } from '../inks.ts'
import { drawCircle, drawDate, rectOf } from './badges.ts'
import { type Layout, layoutData, Misfit, orMisfit } from './layout.ts'

export const tiles: Layout = {
  name: 'tiles',
  ...layoutData.tiles,
  suits: ({ isQuote, hasPicture, words, topics, hasDate, listLength }) =>
    words > 30 || listLength > 1
      ? 0.3
      : (isQuote || hasPicture ? 0.4 : 0.65) *
        (topics.has('culture') || hasDate ? 1.75 : 1) *
        (topics.has('elegance') ? 0.6 : 1) *
        // Without type the half beside the field is empty.
        (words === 0 ? 0.5 : 1),
  badge: async (stage) => {
    const { grid, inks } = stage
    const { rows, side, top } = tilingOf(grid)
    // In place of four tiles, in the lower corner of the field.
    const [left, width, bottom] = [grid.width - 2 * side, 2 * side, top + rows * side]
    const place = {
      left: left / grid.width,
      width: width / grid.width,
      bottom: bottom / grid.height,
      aspect: 1,
    }
    const date = await drawDate(stage, place)
    if (date !== undefined) return date
    const gap = (1 - circleShare) * side
    const circle = [left + gap, bottom - width + gap, circleShare * width].map((px) => px / grid.width)
    const [x = 0, y = 0, diameter = 0] = circle
    const drawn = await orMisfit(drawCircle(stage, [x, y, diameter]))
    if (drawn instanceof Misfit) return undefined
    const box = stage.box([place.left, place.bottom - width / grid.height, place.width, width / grid.height])
    return { ...drawn, mark: rectOf(box, inks.ground) + drawn.mark, box }
  },
  shapes: (grid, inks, seed) => field(grid, inks, seed),
}

/** Diameter of a badge that is not a date, as a share of its tiles. */
const circleShare = 0.86

/** Widest field beside the type, as a fraction of the width. */
const besideMax = 0.525

/** The tiles with whole rows: beside the type, or above it from the upper edge of the canvas. */
function tilingOf({ format, width, height, bleed }: Grid) {
  if (format === 'landscape') {
    const rows = Math.max(4, Math.ceil((4 * height) / (besideMax * width)))
    const side = height / rows
    return { columns: 4, rows, side, left: width - 4 * side, top: 0 }
  }
  const [columns, usual] = format === 'square' ? [7, 3] : [6, 4]
  const side = width / columns
  return { columns, rows: usual + Math.floor(bleed.top / side), side, left: 0, top: -bleed.top }
}

function field(grid: Grid, { pattern }: Inks, seed: number): string {
  const { columns, rows, side, left, top } = tilingOf(grid)
  const random = createRandom(seed, 'tiles')
  const motif = motifs[random.int(0, motifs.length - 1)] ?? []
  const inks = pattern.slice(0, 5)
  const grounds = new Map<string, number>()
  const tileMarks: string[] = []
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const taken = [grounds.get(`${row - 1} ${column}`), grounds.get(`${row} ${column - 1}`)]
      const free = inks.map((_, index) => index).filter((index) => !taken.includes(index))
      const ground = free[random.int(0, free.length - 1)] ?? 0
      const ink = (ground + random.int(1, inks.length - 1)) % inks.length
      grounds.set(`${row} ${column}`, ground)
      // On whole pixels, so that tiles of one colour have no line between them.
      const [x, nextX] = [left + column * side, left + (column + 1) * side].map(Math.round)
      const [y, nextY] = [top + row * side, top + (row + 1) * side].map(Math.round)
      const scales = [nextX, nextY].map((next = 0, axis) => (next - ((axis === 0 ? x : y) ?? 0)) / side)
      const place = `translate(${x} ${y}) scale(${scales.join(' ')})`
      const turn = `rotate(${random.int(0, 3) * 90} ${side / 2} ${side / 2})`
      tileMarks.push(
        `<g transform="${place}"><rect width="${side}" height="${side}" fill="${cssOf(inks[ground] ?? [0, 0, 0])}"/><g transform="${turn}">${shapeOf(motif[random.int(0, motif.length - 1)] ?? 'disc', side, cssOf(inks[ink] ?? [0, 0, 0]), cssOf(inks[ground] ?? [0, 0, 0]))}</g></g>`,
      )
    }
  }
  return tileMarks.join('')
}

type Shape = 'quarter' | 'disc' | 'triangle' | 'halves' | 'arch' | 'band' | 'hourglass' | 'rings'

/** Sets of shapes that make one pattern; the seed chooses one for a campaign. */
const motifs: readonly (readonly Shape[])[] = [
  ['quarter', 'disc', 'triangle', 'halves', 'arch'],
  ['quarter', 'halves', 'arch'],
  ['triangle', 'band', 'hourglass'],
  ['rings', 'disc', 'quarter'],
]

function shapeOf(shape: Shape, side: number, ink: string, ground: string): string {
  const half = side / 2
  const path = (data: string, fill = ink) => `<path d="${data}" fill="${fill}"/>`
  const quarter = (radius: number, fill = ink) =>
    path(`M0 0H${radius}A${radius} ${radius} 0 0 1 0 ${radius}Z`, fill)
  switch (shape) {
    case 'quarter':
      return quarter(side)
    case 'disc':
      return `<circle cx="${half}" cy="${half}" r="${side * 0.36}" fill="${ink}"/>`
    case 'triangle':
      return path(`M0 0L${side} ${side}H0Z`)
    case 'halves':
      return path(`M0 0A${half} ${half} 0 0 0 ${side} 0ZM0 ${half}A${half} ${half} 0 0 0 ${side} ${half}Z`)
    case 'arch':
      return quarter(side) + quarter(half, ground)
    case 'band':
      return path(`M0 ${half}L${half} 0H${side}L0 ${side}Z`)
    case 'hourglass':
      return path(`M0 0H${side}L0 ${side}H${side}Z`)
    case 'rings':
      return quarter(side) + quarter(0.72 * side, ground) + quarter(0.44 * side) + quarter(0.2 * side, ground)
  }
}
