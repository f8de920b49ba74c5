import type { Box, Raster } from '../../../images/raster.ts'

const cellsAcross = 96

/** Box sizes to try, as fractions of the picture, from those that hold most copy. */
const shapes = [
  [0.86, 0.3],
  [0.62, 0.4],
  [0.5, 0.5],
  [0.46, 0.62],
  [0.72, 0.24],
  [0.5, 0.28],
  [0.44, 0.34],
] as const

/**
 * The region where copy reads best: large, even in tone, without edges.
 * Judged on a thumbnail of cell averages, so that grain does not count as detail.
 * @param focal a point as fractions of width and height that copy must not cover
 */
export function findCalmBox(picture: Raster, focal?: { x: number; y: number }): Box {
  const cell = Math.max(1, Math.round(Math.max(picture.width, picture.height) / cellsAcross))
  const across = Math.floor(picture.width / cell)
  const down = Math.floor(picture.height / cell)
  const luma = thumbnail(picture, cell, across, down)
  const sums = integral(across, down, (x, y) => luma[y * across + x] ?? 0)
  const squares = integral(across, down, (x, y) => (luma[y * across + x] ?? 0) ** 2)
  const edges = integral(across, down, (x, y) => edgeAt(luma, across, down, x, y))

  const deviationOf = (x: number, y: number, w: number, h: number) => {
    const mean = boxSum(sums, across, x, y, w, h) / (w * h)
    return Math.sqrt(Math.max(0, boxSum(squares, across, x, y, w, h) / (w * h) - mean * mean))
  }
  const whole = deviationOf(0, 0, across, down)

  let best: Box = { left: 0, top: 0, width: picture.width, height: picture.height }
  let bestScore = -1
  for (const [shareX, shareY] of shapes) {
    const w = Math.max(2, Math.floor(across * shareX))
    const h = Math.max(2, Math.floor(down * shareY))
    const marginX = Math.ceil(across * 0.05)
    const marginY = Math.ceil(down * 0.05)
    for (let y = marginY; y + h <= down - marginY; y += 2) {
      for (let x = marginX; x + w <= across - marginX; x += 2) {
        if (focal && holds(x / across, y / down, w / across, h / down, focal)) continue
        const deviation = deviationOf(x, y, w, h)
        const edge = boxSum(edges, across, x, y, w, h) / (w * h)
        // A box less calm than the picture is the last resort, where nothing else keeps off the focal point.
        const rank = deviation < whole * 0.92 ? 1 : 0.01
        const score = rank * (shareX * shareY) ** 0.6 * Math.exp(-deviation / 20 - edge / 2.2)
        if (score <= bestScore) continue
        bestScore = score
        best = { left: x * cell, top: y * cell, width: w * cell, height: h * cell }
      }
    }
  }
  return best
}

const clearance = 0.06

function holds(
  left: number,
  top: number,
  width: number,
  height: number,
  { x, y }: { x: number; y: number },
): boolean {
  return (
    x > left - clearance &&
    x < left + width + clearance &&
    y > top - clearance &&
    y < top + height + clearance
  )
}

/** Mean luma per cell, 0 to 255. */
function thumbnail(
  { width, channels, data }: Raster,
  cell: number,
  across: number,
  down: number,
): Float32Array {
  const luma = new Float32Array(across * down)
  for (let y = 0; y < down * cell; y++) {
    const row = Math.floor(y / cell) * across
    for (let x = 0; x < across * cell; x++) {
      const i = (y * width + x) * channels
      const at = row + Math.floor(x / cell)
      const value = 0.3 * (data[i] ?? 0) + 0.59 * (data[i + 1] ?? 0) + 0.11 * (data[i + 2] ?? 0)
      luma[at] = (luma[at] ?? 0) + value / (cell * cell)
    }
  }
  return luma
}

function edgeAt(luma: Float32Array, across: number, down: number, x: number, y: number): number {
  const here = luma[y * across + x] ?? 0
  const right = luma[y * across + Math.min(across - 1, x + 1)] ?? 0
  const below = luma[Math.min(down - 1, y + 1) * across + x] ?? 0
  return Math.abs(right - here) + Math.abs(below - here)
}

/** Sums of everything above and to the left, one row and column larger than the picture. */
function integral(across: number, down: number, valueAt: (x: number, y: number) => number): Float64Array {
  const sums = new Float64Array((across + 1) * (down + 1))
  for (let y = 0; y < down; y++) {
    let row = 0
    for (let x = 0; x < across; x++) {
      row += valueAt(x, y)
      sums[(y + 1) * (across + 1) + x + 1] = (sums[y * (across + 1) + x + 1] ?? 0) + row
    }
  }
  return sums
}

function boxSum(sums: Float64Array, across: number, x: number, y: number, w: number, h: number): number {
  const at = (column: number, row: number) => sums[row * (across + 1) + column] ?? 0
  return at(x + w, y + h) - at(x, y + h) - at(x + w, y) + at(x, y)
}
