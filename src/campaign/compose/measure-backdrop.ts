import type { Box, Raster } from '../images/raster.ts'
import { decodeSrgb } from '../scene/procedural/core/color.ts'
import { clamp } from '../scene/procedural/core/math.ts'
import { contrastRatio } from './color.ts'

/** Background under a mark. Deviation and edges are in 8-bit steps of the root of luminance, close to those of sRGB. */
export interface Backdrop {
  /** The lowest contrast ratio over the 5th to 95th percentile of luminance. */
  contrast: number
  /** Share of the pixels whose contrast with the mark is below 3:1. */
  lowContrastShare: number
  deviation: number
  /** Mean difference of neighbouring pixels. */
  edges: number
}

/** Luminance and coverage of a mark. */
export interface MarkTone {
  /** Relative luminance, 0 to 1: the mean over its visible pixels, weighted by alpha. */
  luminance: number
  opacity: number
}

/** WCAG 2.2, success criterion 1.4.11. */
export const contrastMin = 3
/** Reading every second pixel finds the same place as reading all; of large boxes fewer suffice. */
const pixelsRead = 30_000
const stepMin = 2
const stepMax = 6

/** Measures the part of a box that lies on the RGB canvas. */
export function measureBackdrop(canvas: Raster, box: Box, tone: MarkTone): Backdrop {
  const { width, data } = canvas
  const { left, top, right, bottom } = edgesWithin(canvas, box)
  const step = clamp(Math.round(Math.sqrt(((right - left) * (bottom - top)) / pixelsRead)), stepMin, stepMax)
  const counts = new Uint32Array(256)
  const above = new Uint8Array(width)
  let [count, sum, squares, edgeSum, edgeCount] = [0, 0, 0, 0, 0]
  for (let y = top; y < bottom; y += step) {
    let before = -1
    for (let x = left, at = (y * width + left) * 3; x < right; x += step, at += 3 * step) {
      const level = levelAt(data, at)
      counts[level] = (counts[level] ?? 0) + 1
      count += 1
      sum += level
      squares += level * level
      if (before >= 0) edgeSum += Math.abs(level - before)
      if (y > top) edgeSum += Math.abs(level - (above[x] ?? 0))
      edgeCount += 1
      before = level
      above[x] = level
    }
  }
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean))
  return { ...contrastOver(counts, count, tone), deviation, edges: edgeSum / edgeCount / step }
}

/** Mean relative luminance, 0 to 1, of the part of a box that lies on the RGB canvas. */
export function meanLuminance(canvas: Raster, box: Box): number {
  const { left, top, right, bottom } = edgesWithin(canvas, box)
  let [count, sum] = [0, 0]
  for (let y = top; y < bottom; y += 4) {
    for (let x = left; x < right; x += 4) {
      sum += luminanceAt(canvas.data, (y * canvas.width + x) * 3)
      count += 1
    }
  }
  return sum / Math.max(1, count)
}

function contrastOver(counts: Uint32Array, count: number, { luminance, opacity }: MarkTone) {
  const markLevel = 255 * Math.sqrt(luminance)
  let contrast = Number.POSITIVE_INFINITY
  let [seen, low] = [0, 0]
  for (let level = 0; level < 256; level += 1) {
    const here = counts[level] ?? 0
    if (here === 0) continue
    const shown = luminanceOfLevel(level + (markLevel - level) * opacity)
    const ratio = contrastRatio(shown, luminanceOfLevel(level))
    if (ratio < contrastMin) low += here
    if (seen < 0.95 * count && seen + here > 0.05 * count) contrast = Math.min(contrast, ratio)
    seen += here
  }
  return { contrast, lowContrastShare: low / count }
}

const luminanceAt = (data: Uint8Array, at: number) =>
  0.2126 * decodeSrgb(data[at] ?? 0) +
  0.7152 * decodeSrgb(data[at + 1] ?? 0) +
  0.0722 * decodeSrgb(data[at + 2] ?? 0)

/** The root of luminance is nearly as even to the eye as sRGB's curve and quick to invert. */
const levelAt = (data: Uint8Array, at: number) => Math.round(255 * Math.sqrt(luminanceAt(data, at)))
const luminanceOfLevel = (level: number) => (level / 255) ** 2

function edgesWithin({ width, height }: Raster, box: Box) {
  return {
    left: Math.max(0, box.left),
    top: Math.max(0, box.top),
    right: Math.min(width, box.left + box.width),
    bottom: Math.min(height, box.top + box.height),
  }
}
