import type { Box } from '../../images/raster.ts'
import { clamp } from '../../scene/procedural/core/math.ts'
import { meanLuminance } from '../measure-backdrop.ts'
import { centerOf, isFirstSide, unitOf, wholeBox } from './layout.ts'
import { linearMask } from './masks.ts'
import type { Overlay } from './overlay.ts'
import { paint } from './paint.ts'

/** A veil from the edge beside the calm box that fades out behind it: light over light scenes, else dark. */
export const scrim: Overlay = (canvas, { calm, focal, inks }) => {
  const { width, height } = canvas
  const center = centerOf(calm)
  const isLight = meanLuminance(canvas, calm) > 0.5 && meanLuminance(canvas, wholeBox(canvas)) > 0.42
  const isSide = width > 1.5 * height && calm.width < 0.62 * width
  const isFirst = isSide ? isFirstSide(center.x / width, focal.x) : isFirstSide(center.y / height, focal.y)
  const length = isSide ? width : height
  const [start, end] = isSide ? [calm.left, calm.left + calm.width] : [calm.top, calm.top + calm.height]
  // How far the veil is full, from its edge.
  const full = Math.round(clamp(isFirst ? end : length - start, 0.3 * length, 0.46 * length))
  const at = (distance: number) => {
    const place = isFirst ? distance : length - distance
    return isSide ? { x: place, y: 0 } : { x: 0, y: place }
  }
  const mask = linearMask({
    from: at(full - 0.06 * length),
    to: at(full + 0.3 * length),
    opacity: isLight ? 0.66 : 0.74,
  })
  paint(canvas, isLight ? inks.paper : inks.deep, wholeBox(canvas), mask)

  const margin = Math.round(0.06 * unitOf(canvas))
  const room = full - margin
  const nearest = isFirst ? margin : length - full
  const copyBox: Box = isSide
    ? { left: nearest, top: margin, width: room, height: height - 2 * margin }
    : { left: margin, top: nearest, width: width - 2 * margin, height: room }
  return { copyBox }
}
