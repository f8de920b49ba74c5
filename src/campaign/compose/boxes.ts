import type { Box } from '../images/raster.ts'

/** The smallest box around two. */
export function around(one: Box, other: Box): Box {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  return {
    left,
    top,
    width: Math.max(one.left + one.width, other.left + other.width) - left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
  }
}

/** A box with a gap around it. */
export function grown({ left, top, width, height }: Box, gap: number): Box {
  return { left: left - gap, top: top - gap, width: width + 2 * gap, height: height + 2 * gap }
}

/** Whether less than a gap is between two boxes. */
export const overlaps = (one: Box, other: Box, gap = 0) => overlapOf(grown(one, gap), other) > 0

export function wholePixels({ left, top, width, height }: Box): Box {
  const [x, y] = [Math.floor(left), Math.floor(top)]
  return { left: x, top: y, width: Math.ceil(left + width) - x, height: Math.ceil(top + height) - y }
}

/** The part of a box that is on the canvas, at least one pixel. */
export function within(canvas: { width: number; height: number }, box: Box): Box {
  const left = Math.max(0, Math.min(canvas.width - 1, box.left))
  const top = Math.max(0, Math.min(canvas.height - 1, box.top))
  return {
    left,
    top,
    width: Math.max(1, Math.min(canvas.width, box.left + box.width) - left),
    height: Math.max(1, Math.min(canvas.height, box.top + box.height) - top),
  }
}

/** The area that two boxes have in common. */
export function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return width > 0 && height > 0 ? width * height : 0
}

export function scaledBox({ left, top, width, height }: Box, scale: number): Box {
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale }
}

/** In whole pixels. */
export const scaledSize = ({ width, height }: { width: number; height: number }, scale: number) => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
})

/** A box of a canvas that is mirrored, or not. */
export const fromLeft = ({ width }: { width: number }, isMirrored: boolean, box: Box): Box =>
  isMirrored ? { ...box, left: width - box.left - box.width } : box
