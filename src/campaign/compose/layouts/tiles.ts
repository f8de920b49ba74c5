import { createRandom, type Random } from '../../numeric/math.ts'
import type { Grid } from '../grid.ts'
import { cssOf, type Inks } from '../inks.ts'
import { drawPictogram, fieldOf, type Pictogram } from '../pictograms/pictogram.ts'
import { badgeOn } from './badges.ts'
import type { LayoutDrawing, Rect } from './layout.ts'

export const tiles: LayoutDrawing = {
  bandOf,
  badge: ({ grid, inks }, field) => {
    const tiling = tilingOf(grid, field)
    const { side, left, top, columns, rows } = tiling
    const [wide, high] = badgeTiles(grid, tiling)
    const [x, y] = [left + (columns - wide) * side, top + (rows - high) * side]
    const { width, height } = grid
    const place = [x / width, y / height, (wide * side) / width, (high * side) / height] as const
    return { place, colors: badgeOn(inks.accent, inks) }
  },
  shapes: (grid, inks, seed, { pictograms, isSober, hasBadge, field }) => {
    const tiling = tilingOf(grid, field)
    const badge = hasBadge ? badgeTiles(grid, tiling) : undefined
    return mosaicOf(tiling, inks, createRandom(seed, 'tiles'), { pictograms, isSober, badge })
  },
}

/** Columns and rows in the lower corner that a badge takes: the last row beside the type, two rows above it. */
const badgeTiles = ({ format }: Grid, { columns }: Tiling): TileCount =>
  format === 'landscape' ? [columns, 1] : [Math.ceil(0.4 * columns), 2]

export const frieze: LayoutDrawing = {
  bandOf,
  // No tile has the colour of the ground.
  shapes: (grid, { pattern, ...inks }, seed, { pictograms, isSober, field }) =>
    mosaicOf(
      tilingOf(grid, field),
      { ...inks, pattern: pattern.length > 2 ? pattern.slice(1) : pattern },
      createRandom(seed, 'frieze'),
      { pictograms, isSober, badge: undefined },
    ),
}

/** Square tiles, from the upper left corner. */
interface Tiling {
  columns: number
  rows: number
  side: number
  left: number
  top: number
}

type TileCount = readonly [columns: number, rows: number]
/** Of a field above the type, from the lowest to the highest. */
const bands: readonly TileCount[] = [
  [7, 2],
  [6, 2],
  [5, 2],
  [7, 3],
  [4, 2],
  [5, 3],
]

/** The highest field of whole tiles that is at most so high, or the lowest one. */
function bandOf({ width, height }: Grid, most: number): number {
  const heights = bands.map(([columns, rows]) => (rows * width) / (columns * height))
  return heights.findLast((band) => band <= most + 1e-6) ?? heights[0] ?? most
}

/** The tiles with whole rows: beside the type, at the end of the canvas, or above it, from the upper edge of the canvas. */
function tilingOf(grid: Grid, field: Rect = [0.475, 0, 0.525, 1]): Tiling {
  const { format, width, height, bleed } = grid
  if (format === 'landscape') {
    const columns = 3
    const rows = Math.ceil((columns * height) / (field[2] * width))
    const side = height / rows
    return { columns, rows, side, left: width - columns * side, top: 0 }
  }
  const high = bandOf(grid, field[3])
  const [columns, usual] = bands.find(([columns, rows]) => (rows * width) / (columns * height) === high) ?? [
    1, 1,
  ]
  const side = width / columns
  const above = Math.ceil(bleed.top / side)
  return { columns, rows: usual + above, side, left: 0, top: -above * side }
}

/** Tiles with shapes; the pictogram stands on a square of several tiles. */
function mosaicOf(
  { columns, rows, side, left, top }: Tiling,
  brand: Inks,
  random: Random,
  {
    pictograms: [subject],
    isSober,
    badge: [wide, high] = [0, 0],
  }: { pictograms: readonly Pictogram[]; isSober: boolean; badge: TileCount | undefined },
): string {
  const choice = isSober ? roundMotifs : motifs
  const motif = choice[random.int(0, choice.length - 1)] ?? []
  const inks = brand.pattern.slice(0, isSober ? 2 : 5)
  const grounds = new Map<string, number>()
  const tileMarks: string[] = []
  const half = side / 2
  // What the badge leaves: the rows above it, or the columns before it.
  const free = wide === columns ? { columns, rows: rows - high } : { columns: columns - wide, rows }
  const count = Math.min(largestBlock, free.rows, free.columns, Math.max(rows, columns) - 1)
  const block = { column: random.int(0, free.columns - count), row: free.rows - count, count }
  const isIn = (row: number, column: number) =>
    subject !== undefined &&
    row >= block.row &&
    row < block.row + count &&
    column >= block.column &&
    column < block.column + count
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
      const turn = `rotate(${random.int(0, 3) * 90} ${half} ${half})`
      const color = cssOf(inks[ground] ?? [0, 0, 0])
      const shape = shapeOf(
        motif[random.int(0, motif.length - 1)] ?? 'disc',
        side,
        cssOf(inks[ink] ?? [0, 0, 0]),
        color,
      )
      if (isIn(row, column)) continue
      tileMarks.push(
        `<g transform="${place}"><rect width="${side}" height="${side}" fill="${color}"/><g transform="${turn}">${shape}</g></g>`,
      )
    }
  }
  if (subject === undefined) return tileMarks.join('')
  const size = Math.round(count * side)
  const [x, y] = [Math.round(left + block.column * side), Math.round(top + (block.row + count) * side) - size]
  const color = fieldOf(subject, brand.accent, brand, high > 0 ? [badgeOn(brand.accent, brand).fill] : [])
  const field = `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${cssOf(color)}"/>`
  const place = { x: x + size / 2, y: y + size / 2, size: 0.8 * size }
  return tileMarks.join('') + field + drawPictogram(subject, place, color, brand)
}

/** Tiles along a side of the large square. */
const largestBlock = 3

type Shape = 'quarter' | 'disc' | 'triangle' | 'halves' | 'arch' | 'rings'

/** Sets of shapes that make one pattern; the seed chooses one for a campaign. */
const motifs: readonly (readonly Shape[])[] = [
  ['quarter', 'disc', 'triangle', 'halves', 'arch'],
  ['quarter', 'halves', 'arch'],
  ['rings', 'disc', 'quarter'],
]
const roundMotifs = motifs.filter((motif) => !motif.includes('triangle'))

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
    case 'rings':
      return quarter(side) + quarter(0.72 * side, ground) + quarter(0.44 * side) + quarter(0.2 * side, ground)
  }
}
