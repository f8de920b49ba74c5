import type { Box } from '../../images/raster.ts'
import { type IntegralImage, sumWithin } from './integral-image.ts'
import type { PictureMaps } from './measure-scene.ts'

export interface CalmRegion {
  /** In pixels of the thumbnail. */
  box: Box
  /** 0 to 1. */
  score: number
}

const widths = [0.9, 0.75, 0.6, 0.45]
const heights = [0.5, 0.42, 0.34, 0.26, 0.2]
/** Distance to the edges, as a fraction of the shorter side. */
const marginShare = 0.05
const positionsAcross = 10
const positionsDown = 16

/** The region inside a window of the thumbnail that copy reads best on: large, even, without edges or what stands out. */
export function findCalmRegion(maps: PictureMaps, window: Box): CalmRegion {
  const margin = Math.round(marginShare * Math.min(window.width, window.height))
  const allPeaks = sumIn(maps.peaks, window)
  let best: CalmRegion = { box: window, score: 0 }
  for (const widthShare of widths) {
    for (const heightShare of heights) {
      const width = Math.max(1, Math.floor(window.width * widthShare))
      const height = Math.max(1, Math.floor(window.height * heightShare))
      const stepX = Math.max(1, Math.floor((window.width - width) / positionsAcross))
      const stepY = Math.max(1, Math.floor((window.height - height) / positionsDown))
      const right = window.left + window.width - margin - width
      const bottom = window.top + window.height - margin - height
      for (let top = window.top + margin; top <= bottom; top += stepY) {
        for (let left = window.left + margin; left <= right; left += stepX) {
          const box = { left, top, width, height }
          const offCenter = Math.abs((left + width / 2 - window.left) / window.width - 0.5)
          // One more cell on every side: what stands out may begin within a cell of the thumbnail.
          const around = { left: left - 1, top: top - 1, width: width + 2, height: height + 2 }
          // An even sun is calm as well, but is not to be covered.
          const covered = sumIn(maps.peaks, around) / Math.max(allPeaks, Number.MIN_VALUE)
          const size = (widthShare * heightShare) ** 0.75
          const score = size * calmness(maps, around) * Math.exp(-2.5 * covered) * (1 - 0.25 * offCenter)
          if (score > best.score) best = { box, score }
        }
      }
    }
  }
  return best
}

const sumIn = (map: IntegralImage, { left, top, width, height }: Box) =>
  sumWithin(map, left, top, left + width, top + height)

function calmness(maps: PictureMaps, box: Box): number {
  const mean = (map: IntegralImage) => sumIn(map, box) / (box.width * box.height)
  const lightness = mean(maps.lightness)
  const warmth = mean(maps.warmth)
  const variance =
    Math.max(0, mean(maps.lightnessSquared) - lightness * lightness) +
    2 * Math.max(0, mean(maps.warmthSquared) - warmth * warmth)
  const peak = Math.max(0, mean(maps.peaks)) ** 0.25
  return Math.exp(-70 * mean(maps.edges) - 9 * Math.sqrt(variance) - 9 * peak)
}
