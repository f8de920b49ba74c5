import { createRandom, type Random } from '../../numeric/math.ts'
import type { Grid } from '../grid.ts'
import { cssOf, type Inks } from '../inks.ts'
import { drawPictogram, type Pictogram, tonesOn } from '../pictograms/pictogram.ts'
import { badgeOn, drawBlock } from './badges.ts'
import { type Layout, layoutData, type Shown } from './layout.ts'

export const tiles: Layout = {
  name: 'tiles',
  ...layoutData.tiles,
  suits: ({ isQuote, hasPicture, words, topics, hasDate, listLength, pictograms }) =>
    words > 30 || listLength > 1
      ? 0.3
      : (isQuote || hasPicture ? 0.4 : 0.65) *
        (topics.has('culture') || hasDate ? 1.75 : 1) *
        (topics.has('elegance') ? 0.6 : 1) *
        (pictograms.length > 0 ? 1.4 : 1) *
        // Without type the half beside the field is empty.
        (words === 0 ? 0.5 : 1),
  badge: (stage) => {
    const { grid, inks } = stage
    const badge = badgeOn(inks.accent, inks)
    const { columns, rows, side, left, top } = tilingOf(grid)
    // In place of whole tiles, in the lower corner of the field.
    const wide = columns > 4 || grid.format === 'landscape' ? 3 : 2
    const [x, y] = [left + (columns - wide) * side, top + (rows - 2) * side]
    const { width, height } = grid
    return drawBlock({ ...stage, inks: { ...inks, badge } }, [
      x / width,
      y / height,
      (wide * side) / width,
      (2 * side) / height,
    ])
  },
  pictogramsMax: 3,
  shapes: field,
}

/** Square tiles, from the upper left corner. */
interface Tiling {
  columns: number
  rows: number
  side: number
  left: number
  top: number
}

/** Widest field beside the type, as a fraction of the width. */
const besideMax = 0.525

/** The tiles with whole rows: beside the type, or above it from the upper edge of the canvas. */
function tilingOf({ format, width, height, bleed }: Grid): Tiling {
  if (format === 'landscape') {
    const rows = Math.max(4, Math.ceil((4 * height) / (besideMax * width)))
    const side = height / rows
    return { columns: 4, rows, side, left: width - 4 * side, top: 0 }
  }
  const [columns, usual] = format === 'square' ? [7, 3] : [6, 4]
  const side = width / columns
  return { columns, rows: usual + Math.floor(bleed.top / side), side, left: 0, top: -bleed.top }
}

/** The tiles; with pictograms either a third of them shows one, or all stand in rows on one colour. */
function field(grid: Grid, inks: Inks, seed: number, { pictograms }: Shown): string {
  const random = createRandom(seed, 'tiles')
  return pictograms.length > 0 && createRandom(seed, 'tiles pictograms').next() < rowsShare
    ? rowsOf(grid, inks, pictograms)
    : mosaicOf(tilingOf(grid), inks, random, pictograms)
}

/** How often pictograms stand in rows. */
const rowsShare = 0.4

/** Pictograms in rows, each row moved by half of a tile, on a colour of the brand. */
function rowsOf(grid: Grid, inks: Inks, pictograms: readonly Pictogram[]): string {
  const { columns, rows, side, left, top } = tilingOf(grid)
  const { accent } = inks
  const tones = tonesOn(accent, inks)
  const marks: string[] = []
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column <= columns; column += 1) {
      const shape = pictograms[(row + column) % pictograms.length]
      const x = left + (column + (row % 2 === 0 ? 0.5 : 0)) * side
      if (shape !== undefined)
        marks.push(drawPictogram(shape, { x, y: top + (row + 0.5) * side, size: 0.62 * side, tones }))
    }
  const place = {
    x: Math.round(left),
    y: Math.round(top),
    width: Math.ceil(columns * side),
    height: Math.round(rows * side),
  }
  const box = `x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}"`
  return `<clipPath id="field"><rect ${box}/></clipPath><rect ${box} fill="${cssOf(accent)}"/><g clip-path="url(#field)">${marks.join('')}</g>`
}

/** Tiles with shapes; every third one shows a pictogram, if there are any. */
export function mosaicOf(
  { columns, rows, side, left, top }: Tiling,
  brand: Inks,
  random: Random,
  pictograms: readonly Pictogram[],
): string {
  const motif = motifs[random.int(0, motifs.length - 1)] ?? []
  const inks = brand.pattern.slice(0, 5)
  const grounds = new Map<string, number>()
  const tileMarks: string[] = []
  let shown = 0
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
      const color = inks[ground] ?? [0, 0, 0]
      const shape = shapeOf(
        motif[random.int(0, motif.length - 1)] ?? 'disc',
        side,
        cssOf(inks[ink] ?? [0, 0, 0]),
        cssOf(color),
      )
      const pictogram = (column + 2 * row) % 3 === 1 ? pictograms[shown++ % pictograms.length] : undefined
      const mark =
        pictogram === undefined
          ? `<g transform="${turn}">${shape}</g>`
          : drawPictogram(pictogram, {
              x: side / 2,
              y: side / 2,
              size: 0.72 * side,
              tones: tonesOn(color, brand),
            })
      tileMarks.push(
        `<g transform="${place}"><rect width="${side}" height="${side}" fill="${cssOf(color)}"/>${mark}</g>`,
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
