import type { Box } from '../../images/raster.ts'
import { decodeSrgb, oklabOf } from '../../numeric/color.ts'
import { grown, within } from '../boxes.ts'

/** How likely each cell of a grid is part of what stands before a background, 0 to 1, row by row. */
export interface ForegroundMap {
  width: number
  height: number
  values: Float32Array
  /** The same, by how far the colour of a cell is from the mean of all. */
  saliency: Float32Array
}

/** What a picture shows, in fractions of it. */
export interface FoundObject {
  box: Box
  /** With the cells that its edges may lie in. */
  whole: Box
  /** It stands before a background; else the picture is full of things, and nothing may stand on it. */
  isSure: boolean
}

/** The middle is where subjects are: standard deviation of the preference, as a fraction of each side. */
const centerSpread = 0.35
/** Colour counts so much more than lightness. */
const colorWeight = 1.5
/** Nine tenths of colours differ less from their mean than a spread. */
const spreadQuantile = 0.9
/** Between the least and the greatest contrast of a picture, differences count in proportion to it. */
const contrasts = { least: 0.1, most: 0.3 }
/** At an even border small differences count: contrast for its spread, and the least part of the contrast. */
const border = { contrast: 2.4, partMin: 0.3 }
/** Of the contrast, what grain makes between neighbours, and the standard deviation of one region. */
const grainShare = 1 / 15
const regionShare = 1 / 3

/**
 * A background runs along much of the picture's border for its area; an object touches little of it.
 * @param rgb 3 bytes a cell, of a grid of about 32 cells a side
 * @see Zhu et al., Saliency Optimization from Robust Background Detection, CVPR 2014
 */
export function foregroundOf(rgb: Uint8Array, width: number, height: number): ForegroundMap {
  const labs = Array.from({ length: width * height }, (_, cell) => {
    const [r = 0, g = 0, b = 0] = rgb.subarray(3 * cell, 3 * cell + 3)
    return oklabOf({ r: decodeSrgb(r), g: decodeSrgb(g), b: decodeSrgb(b) })
  })
  const isEdge = (at: number, end: number) => at === 0 || at === end - 1
  const edge = labs.filter(
    (_, cell) => isEdge(cell % width, width) || isEdge(Math.floor(cell / width), height),
  )
  const all = spreadOf(labs)
  const contrast = Math.max(contrasts.least, Math.min(contrasts.most, all.spread))
  const counting = Math.max(
    border.partMin * contrast,
    Math.min(contrast, border.contrast * spreadOf(edge).spread),
  )
  const stepTo = (by: number) =>
    Float32Array.from(labs, (lab, cell) => {
      const next = labs[cell + by]
      const difference = next === undefined ? 0 : between(lab, next)
      return Math.max(0, difference - grainShare * counting) / (regionShare * counting)
    })
  const shares = borderConnectivity({ width, height, across: stepTo(1), down: stepTo(width) })
  const values = shares.map((share) => Math.exp(-(share ** 2) / 2))
  const saliency = values.map((value, cell) => {
    const x = ((cell % width) + 0.5) / width - 0.5
    const y = (Math.floor(cell / width) + 0.5) / height - 0.5
    const centered = Math.exp(-(x * x + y * y) / (2 * centerSpread ** 2))
    return value * Math.min(1, (all.distances[cell] ?? 0) / contrast) * centered
  })
  return { width, height, values, saliency }
}

type Lab = ReturnType<typeof oklabOf>

const between = (one: Lab, other: Lab) =>
  Math.hypot(one.l - other.l, colorWeight * (one.a - other.a), colorWeight * (one.b - other.b))

function spreadOf(labs: readonly Lab[]): { distances: number[]; spread: number } {
  const mean = (channel: keyof Lab) => labs.reduce((total, lab) => total + lab[channel], 0) / labs.length
  const middle = { l: mean('l'), a: mean('a'), b: mean('b') }
  const distances = labs.map((lab) => between(lab, middle))
  const spread = distances.toSorted((a, b) => a - b)[Math.floor(spreadQuantile * (labs.length - 1))] ?? 0
  return { distances, spread }
}

/** Distances from which cells have nothing in common, and entries of the table for one. */
const distanceMax = 4
const perDistance = 64
const likeness = Float32Array.from({ length: distanceMax * perDistance }, (_, entry) =>
  Math.exp(-((entry / perDistance) ** 2) / 2),
)

/** Of each cell, how much of the border its region takes for the root of its area; by raster scans from both ends. */
function borderConnectivity(grid: {
  width: number
  height: number
  /** To the next cell and to the one below. */
  across: Float32Array
  down: Float32Array
}): Float32Array {
  const { width, height, across, down } = grid
  const distance = new Float32Array(width * height)
  const pass = (cell: number, from: number, step: number) => {
    const way = (distance[from] as number) + step
    if (way < (distance[cell] as number)) distance[cell] = way
  }
  const scan = () => {
    for (let y = 0, cell = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1, cell += 1) {
        if (x > 0) pass(cell, cell - 1, across[cell - 1] as number)
        if (y > 0) pass(cell, cell - width, down[cell - width] as number)
      }
    for (let y = height - 1, cell = distance.length - 1; y >= 0; y -= 1)
      for (let x = width - 1; x >= 0; x -= 1, cell -= 1) {
        if (x < width - 1) pass(cell, cell + 1, across[cell] as number)
        if (y < height - 1) pass(cell, cell + width, down[cell] as number)
      }
  }
  return Float32Array.from(distance.keys(), (start) => {
    distance.fill(distanceMax)
    distance[start] = 0
    scan()
    scan()
    let [area, border] = [0, 0]
    for (let y = 0, cell = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1, cell += 1) {
        const like = likeness[Math.floor((distance[cell] as number) * perDistance)] ?? 0
        area += like
        if (x === 0 || y === 0 || x === width - 1 || y === height - 1) border += like
      }
    return border / Math.sqrt(area)
  })
}

/** Cells of at least this value are of an object, and those below the other one of the background. */
const objectMin = 0.5
const backgroundMax = 0.2
/** Less background is none that an object stands before, and a larger box is around all that is to be seen. */
const backgroundMin = 0.2
const objectMax = 0.7
/** So much of the weight may lie outside of the box, at each side. */
const trim = 0.01
/** The box of all that stands before the background; undefined where nothing does. */
export function findObject(map: ForegroundMap): FoundObject | undefined {
  const { width, height, values } = map
  const columns = new Float64Array(width)
  const rows = new Float64Array(height)
  for (const [cell, value] of values.entries()) {
    if (value < objectMin) continue
    const [x, y] = [cell % width, Math.floor(cell / width)]
    columns[x] = (columns[x] ?? 0) + value
    rows[y] = (rows[y] ?? 0) + value
  }
  if (rows.every((weight) => weight === 0)) return undefined
  const [left, right] = extent(columns)
  const [top, bottom] = extent(rows)
  const box = { left, top, width: right - left, height: bottom - top }
  const part = (of: Box) => ({
    left: of.left / width,
    top: of.top / height,
    width: of.width / width,
    height: of.height / height,
  })
  const background = values.reduce((count, value) => count + Number(value < backgroundMax), 0)
  return {
    box: part(box),
    whole: part(within(map, grown(box, 1))),
    isSure:
      background >= backgroundMin * values.length && box.width * box.height <= objectMax * values.length,
  }
}

/** First and last place with all but the trimmed ends between them. */
function extent(weights: Float64Array): [number, number] {
  const most = trim * weights.reduce((total, weight) => total + weight, 0)
  const ends = [weights, weights.toReversed()].map((list) => {
    let total = 0
    return list.findIndex((weight) => {
      total += weight
      return total > most
    })
  })
  return [ends[0] ?? 0, weights.length - (ends[1] ?? 0)]
}
