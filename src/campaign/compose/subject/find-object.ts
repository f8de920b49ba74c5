import type { Box } from '../../images/raster.ts'
import { decodeSrgb, oklabOf } from '../../numeric/color.ts'
import { boxBlur } from '../cut/integral-image.ts'

/** How much each cell of a grid stands out, 0 to 1, row by row. */
export interface SaliencyMap {
  width: number
  height: number
  values: Float32Array
}

/** Colour counts so much more than lightness. */
const colorWeight = 2
/** The middle is where subjects are: standard deviation of the preference, as a fraction of each side. */
const centerSpread = 0.35

/**
 * What stands out from the borders of a small picture, which show its surroundings: the least barrier that any way to
 * the border has to pass (minimum barrier distance), and the distance to the mean colours of the borders.
 * @param rgb 3 bytes a pixel
 */
export function saliencyOf(rgb: Uint8Array, width: number, height: number): SaliencyMap {
  const planes = labPlanes(rgb, width, height).map((plane) => boxBlur(plane, width, height, 1))
  const barriers = normalized(sum(planes.map((plane) => barrierDistance(plane, width, height))))
  const contrast = normalized(borderContrast(planes, width, height))
  const raw = barriers.map((value, at) => {
    const x = ((at % width) + 0.5) / width - 0.5
    const y = (Math.floor(at / width) + 0.5) / height - 0.5
    const centered = Math.exp(-(x * x + y * y) / (2 * centerSpread ** 2))
    return (0.6 * value + 0.4 * (contrast[at] ?? 0)) * centered
  })
  return { width, height, values: normalized(boxBlur(raw, width, height, 1)) }
}

/** Objects cover no more of a picture: larger ones are all that is to be seen. */
const objectMax = 0.5
/** Parts of this share of the largest one's weight belong to the object. */
const partMin = 0.3
/** So much of the weight may lie outside of the box, at each side. */
const trim = 0.02

/** The box of what stands out as a whole, as fractions of the picture; undefined where it is all over the place. */
export function findObject(map: SaliencyMap): Box | undefined {
  const { width, height, values } = map
  const parts = partsAbove(map, otsuThreshold(values))
  const most = Math.max(0, ...parts.map(({ weight }) => weight))
  if (most === 0) return undefined
  const columns = new Float64Array(width)
  const rows = new Float64Array(height)
  for (const { weight, cells } of parts) {
    if (weight < partMin * most) continue
    for (const cell of cells) {
      const value = (values[cell] ?? 0) ** 2
      const [x, y] = [cell % width, Math.floor(cell / width)]
      columns[x] = (columns[x] ?? 0) + value
      rows[y] = (rows[y] ?? 0) + value
    }
  }
  const [left, right] = extent(columns)
  const [top, bottom] = extent(rows)
  const box = {
    left: left / width,
    top: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  }
  return box.width * box.height <= objectMax ? box : undefined
}

/** Lightness, green to red and blue to yellow. */
function labPlanes(rgb: Uint8Array, width: number, height: number): Float32Array[] {
  const planes = [0, 1, 2].map(() => new Float32Array(width * height))
  const [l, a, b] = planes as [Float32Array, Float32Array, Float32Array]
  for (let at = 0; at < l.length; at += 1) {
    const lab = oklabOf({
      r: decodeSrgb(rgb[3 * at] ?? 0),
      g: decodeSrgb(rgb[3 * at + 1] ?? 0),
      b: decodeSrgb(rgb[3 * at + 2] ?? 0),
    })
    l[at] = lab.l
    a[at] = colorWeight * lab.a
    b[at] = colorWeight * lab.b
  }
  return planes
}

/**
 * Fast raster scans in turn from both ends.
 * @see Zhang et al., Minimum Barrier Salient Object Detection at 80 FPS, ICCV 2015
 */
function barrierDistance(plane: Float32Array, width: number, height: number): Float32Array {
  const distance = new Float32Array(plane.length).fill(Number.POSITIVE_INFINITY)
  const low = Float32Array.from(plane)
  const high = Float32Array.from(plane)
  const pass = (cell: number, from: number) => {
    const value = plane[cell] as number
    const least = Math.min(low[from] as number, value)
    const most = Math.max(high[from] as number, value)
    if (most - least >= (distance[cell] as number)) return
    distance[cell] = most - least
    low[cell] = least
    high[cell] = most
  }
  for (let scan = 0; scan < 3; scan += 1) {
    const step = scan % 2 === 0 ? 1 : -1
    for (let count = 0; count < plane.length; count += 1) {
      const cell = step === 1 ? count : plane.length - 1 - count
      const [x, y] = [cell % width, Math.floor(cell / width)]
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) distance[cell] = 0
      else {
        pass(cell, cell - step)
        pass(cell, cell - step * width)
      }
    }
  }
  return distance
}

/** Strips along the borders, as a fraction of the shorter side. */
const stripShare = 0.08

/** Distances to the mean of each border in its standard deviations, without the farthest: a subject may touch that border. */
function borderContrast(planes: readonly Float32Array[], width: number, height: number): Float32Array {
  const strip = Math.max(1, Math.round(stripShare * Math.min(width, height)))
  const borders: ((x: number, y: number) => boolean)[] = [
    (_, y) => y < strip,
    (_, y) => y >= height - strip,
    (x) => x < strip,
    (x) => x >= width - strip,
  ]
  const cells = [...(planes[0]?.keys() ?? [])]
  const distances = borders.map((isOn) => {
    const on = cells.filter((cell) => isOn(cell % width, Math.floor(cell / width)))
    const means = planes.map((plane) => on.reduce((total, cell) => total + (plane[cell] ?? 0), 0) / on.length)
    const away = (cell: number) =>
      planes.reduce((total, plane, index) => total + ((plane[cell] ?? 0) - (means[index] ?? 0)) ** 2, 0)
    const deviation = Math.sqrt(on.reduce((total, cell) => total + away(cell), 0) / on.length) + 0.04
    return Float32Array.from(cells, (cell) => Math.min(3, Math.sqrt(away(cell)) / deviation))
  })
  return sum(distances).map((total, cell) => total - Math.max(...distances.map((plane) => plane[cell] ?? 0)))
}

function sum(planes: readonly Float32Array[]): Float32Array {
  const total = new Float32Array(planes[0]?.length ?? 0)
  for (const plane of planes) for (const [at, value] of plane.entries()) total[at] = (total[at] ?? 0) + value
  return total
}

/** To 1 at a value that few exceed: objects may be small, and single specks do not set the scale. */
function normalized(values: Float32Array): Float32Array {
  const high = values.toSorted()[Math.floor(0.998 * (values.length - 1))] ?? 0
  return values.map((value) => (high > 1e-6 ? Math.min(1, value / high) : 0))
}

const bins = 64

/** The value that parts two classes with the greatest variance between them. */
function otsuThreshold(values: Float32Array): number {
  const histogram = new Float64Array(bins)
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor(value * bins))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  const all = histogram.reduce((total, count, bin) => total + bin * count, 0)
  let best = { variance: 0, threshold: 0.5 }
  let [count, weight] = [0, 0]
  for (const [bin, here] of histogram.entries()) {
    count += here
    weight += bin * here
    const rest = values.length - count
    if (count === 0 || rest === 0) continue
    const variance = count * rest * (weight / count - (all - weight) / rest) ** 2
    if (variance > best.variance) best = { variance, threshold: (bin + 1) / bins }
  }
  return best.threshold
}

/** Connected cells of at least a value. */
function partsAbove(
  { width, values }: SaliencyMap,
  threshold: number,
): { weight: number; cells: number[] }[] {
  const isSeen = new Uint8Array(values.length)
  const parts: { weight: number; cells: number[] }[] = []
  const isIn = (cell: number) => (values[cell] ?? 0) >= threshold && isSeen[cell] === 0
  for (const start of values.keys()) {
    if (!isIn(start)) continue
    isSeen[start] = 1
    const cells = [start]
    // Grows while it is read.
    for (const cell of cells) {
      const x = cell % width
      for (const next of [x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1, cell - width, cell + width]) {
        if (!isIn(next)) continue
        isSeen[next] = 1
        cells.push(next)
      }
    }
    parts.push({ weight: cells.reduce((total, cell) => total + (values[cell] ?? 0), 0), cells })
  }
  return parts
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
