import type { Box } from '../images/raster.ts'
import { intersect } from './copy/free-boxes.ts'
import type { Anchor, LogoSpot } from './logo-spots.ts'
import type { Backdrop } from './measure-backdrop.ts'

/** Usual positions of a logo. */
const priors: Readonly<Record<Anchor, number>> = {
  'bottom-right': 1,
  'top-left': 1,
  'bottom-left': 0.96,
  'top-right': 0.96,
  bottom: 0.92,
  top: 0.9,
  left: 0.7,
  right: 0.7,
  center: 0.4,
}

/** Below this a background is too busy, or too close to the logo, to leave it as it is. */
export const qualityMin = 0.25

/** How well a logo reads on a background, 0 to 1: contrast up to 7:1, evenness, and no part of low contrast. */
export function backdropQuality({ contrast, lowContrastShare, deviation, edges }: Backdrop): number {
  const byContrast = Math.min(1, Math.log(contrast) / Math.log(7))
  return byContrast * Math.exp(-deviation / 28 - edges / 9) * (1 - lowContrastShare)
}

/** Areas that a logo avoids. */
export interface Surroundings {
  /** In pixels. */
  focal: { x: number; y: number }
  /** Where copy will be set, if there is copy. */
  copyRoom: Box | undefined
  /** The shape that an overlay painted, if any. */
  shapeBox: Box | undefined
}

/** How good a place is, 0 to 1. */
export function scoreSpot({ anchor, clearBox }: LogoSpot, quality: number, around: Surroundings): number {
  const { focal, copyRoom, shapeBox } = around
  const room = copyRoom === undefined ? 1 : 1 - 0.6 * coveredShare(clearBox, copyRoom)
  const apart = shapeBox === undefined ? 1 : 1 - 0.8 * Math.min(1, 2 * coveredShare(clearBox, shapeBox))
  const view = holds(clearBox, focal) ? 0.5 : 1
  return priors[anchor] * quality * room * apart * view
}

/** Share of `box` that `over` covers. */
function coveredShare(box: Box, over: Box): number {
  const { width, height } = intersect(box, over)
  return (Math.max(0, width) * Math.max(0, height)) / (box.width * box.height)
}

function holds({ left, top, width, height }: Box, { x, y }: { x: number; y: number }): boolean {
  return x >= left && x < left + width && y >= top && y < top + height
}
