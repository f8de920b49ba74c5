import { createRandom, type Random } from '../../numeric/math.ts'
import type { ByFormat, Grid } from '../grid.ts'
import { cssOf, type Inks } from '../inks.ts'
import { drawPictogram, fieldOf, type Pictogram } from '../pictograms/pictogram.ts'
import { badgeOn } from './badges.ts'
import type { LayoutDrawing } from './layout.ts'

export const tiles: LayoutDrawing = {
  badge: ({ grid, inks }) => {
    const tiling = tilingOf(grid, counts[grid.format])
    const { side, left, top, columns, rows } = tiling
    const [wide, high] = badgeTiles(grid, tiling)
    const [x, y] = [left + (columns - wide) * side, top + (rows - high) * side]
    const { width, height } = grid
    const place = [x / width, y / height, (wide * side) / width, (high * side) / height] as const
    return { place, colors: badgeOn(inks.accent, inks) }
  },
  shapes: (grid, inks, seed, { pictograms, isSober, hasBadge }) => {
    const tiling = tilingOf(grid, counts[grid.format])
    const badge = hasBadge ? badgeTiles(grid, tiling) : undefined
    return mosaicOf(tiling, inks, createRandom(seed, 'tiles'), { pictograms, isSober, badge })
  },
}

/** Columns and rows in the lower corner that a badge takes: the last row beside the type, two rows above it. */
const badgeTiles = ({ format }: Grid, { columns }: Tiling): TileCount =>
  format === 'landscape' ? [columns, 1] : [Math.ceil(0.4 * columns), 2]

/** Columns and rows of the band of tiles over the type or beside it. */
const friezeCounts: ByFormat<TileCount> = { square: [6, 2], landscape: [3, 4], portrait: [5, 2] }

export const frieze: LayoutDrawing = {
  // No tile has the colour of the ground.
  shapes: (grid, { pattern, ...inks }, seed, { pictograms, isSober }) =>
    mosaicOf(
      tilingOf(grid, friezeCounts[grid.format]),
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

/** Columns and rows; beside the type, as many rows as the height has. */
type TileCount = readonly [columns: number, rows: number]
const counts: ByFormat<TileCount> = { square: [5, 2], landscape: [3, 3], portrait: [5, 3] }
/** Widest field beside the type, as a fraction of the width. */
const besideMax = 0.525

/** The tiles with whole rows: beside the type, or above it from the upper edge of the canvas. */
function tilingOf({ format, width, height, bleed }: Grid, [columns, usual]: TileCount): Tiling {
  if (format === 'landscape') {
    const rows = Math.max(usual, Math.ceil((columns * height) / (besideMax * width)))
    const side = height / rows
    return { columns, rows, side, left: width - columns * side, top: 0 }
  }
  const side = width / columns
  return { columns, rows: usual + Math.floor(bleed.top / side), side, left: 0, top: -bleed.top }
}

/** Tiles with shapes; the first pictogram stands on a square of several tiles, the others on one each. */
function mosaicOf(
  { columns, rows, side, left, top }: Tiling,
  brand: Inks,
  random: Random,
  {
    pictograms: [subject, ...others],
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
  const isCovered = (row: number, column: number) =>
    isIn(row, column) || (row >= rows - high && column >= columns - wide)
  const open = Array.from({ length: rows * columns }, (_, index) => index).filter(
    (index) => !isCovered(Math.floor(index / columns), index % columns),
  )
  const shownOn = new Map(
    others.map((other, index) => [open[Math.floor(((index + 0.5) * open.length) / others.length)], other]),
  )
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
      const pictogram = shownOn.get(row * columns + column)
      const usual = inks[ground] ?? [0, 0, 0]
      const color = pictogram === undefined ? usual : fieldOf(pictogram, usual, brand)
      const shape = shapeOf(
        motif[random.int(0, motif.length - 1)] ?? 'disc',
        side,
        cssOf(inks[ink] ?? [0, 0, 0]),
        cssOf(color),
      )
      const mark =
        pictogram === undefined
          ? `<g transform="${turn}">${shape}</g>`
          : drawPictogram(pictogram, { x: half, y: half, size: 0.72 * side }, color, brand)
      tileMarks.push(
        `<g transform="${place}"><rect width="${side}" height="${side}" fill="${cssOf(color)}"/>${mark}</g>`,
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
