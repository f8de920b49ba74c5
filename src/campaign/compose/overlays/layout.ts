import type { Box, Raster } from '../../images/raster.ts'
import { clamp } from '../../scene/procedural/core/math.ts'

type Size = Pick<Raster, 'width' | 'height'>

/** The length that overlays are measured in: the canvas's shorter side. */
export const unitOf = ({ width, height }: Size) => Math.min(width, height)

export const wholeBox = ({ width, height }: Size): Box => ({ left: 0, top: 0, width, height })

export function inset({ left, top, width, height }: Box, x: number, y = x): Box {
  return { left: left + x, top: top + y, width: width - 2 * x, height: height - 2 * y }
}

export const centerOf = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 })

/** A box of this size around the centre of another, in whole pixels, at least `margin` from the canvas's edges. */
export function boxAround(around: Box, size: Size, canvas: Size, margin: number): Box {
  const center = centerOf(around)
  const [width, height] = [Math.round(size.width), Math.round(size.height)]
  return {
    left: Math.round(clamp(center.x - width / 2, margin, canvas.width - margin - width)),
    top: Math.round(clamp(center.y - height / 2, margin, canvas.height - margin - height)),
    width,
    height,
  }
}

/**
 * Whether something belongs to the left or upper side: where its centre is, and away from the focal point when it is
 * about in the middle. Both are fractions of the canvas.
 */
export function isFirstSide(center: number, focal: number): boolean {
  return Math.abs(center - 0.5) > 0.08 ? center < 0.5 : focal > 0.5
}
