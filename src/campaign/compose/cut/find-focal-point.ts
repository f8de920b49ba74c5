import type { Box } from '../../images/raster.ts'
import { sumWithin } from './integral-image.ts'
import type { PictureMaps } from './measure-scene.ts'

/** Side of the area that is looked for, as a fraction of the window's shorter side. */
const areaShare = 0.24

/** Where the eye goes first inside a window of the thumbnail, as fractions of the window. */
export function findFocalPoint(maps: PictureMaps, window: Box): { x: number; y: number } {
  const area = strongestArea(maps, window)
  let [weight, x, y] = [0, 0, 0]
  for (let row = area.top; row < area.top + area.height; row += 1) {
    for (let column = area.left; column < area.left + area.width; column += 1) {
      const peak = sumWithin(maps.peaks, column, row, column + 1, row + 1)
      weight += peak
      x += peak * (column + 0.5)
      y += peak * (row + 0.5)
    }
  }
  if (weight <= 0) return { x: 0.5, y: 0.5 }
  return { x: (x / weight - window.left) / window.width, y: (y / weight - window.top) / window.height }
}

function strongestArea({ peaks }: PictureMaps, window: Box): Box {
  const side = Math.max(1, Math.round(areaShare * Math.min(window.width, window.height)))
  let best = { ...window, score: 0 }
  for (let top = window.top; top + side <= window.top + window.height; top += 2) {
    for (let left = window.left; left + side <= window.left + window.width; left += 2) {
      const x = (left + side / 2 - window.left) / window.width - 0.5
      const y = (top + side / 2 - window.top) / window.height - 0.5
      // Borders stand out from surroundings that are cut off.
      const score = sumWithin(peaks, left, top, left + side, top + side) * (1 - Math.hypot(x, y))
      if (score > best.score) best = { left, top, width: side, height: side, score }
    }
  }
  return best
}
