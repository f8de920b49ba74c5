import type { Box } from '../../images/raster.ts'
import { centerOf, inset, isFirstSide, unitOf } from './layout.ts'
import { roundedMask } from './masks.ts'
import type { Overlay } from './overlay.ts'
import { paint } from './paint.ts'

/** A strip across the whole width in the upper or lower third, with a rule at both edges. */
export const band: Overlay = (canvas, { calm, focal, inks }) => {
  const { width, height } = canvas
  const unit = unitOf(canvas)
  const bandHeight = Math.round(Math.max(unit * 0.3, height * 0.2))
  const distance = Math.round(height * 0.09)
  const isUpper = isFirstSide(centerOf(calm).y / height, focal.y)
  const strip: Box = {
    left: 0,
    top: isUpper ? distance : height - distance - bandHeight,
    width,
    height: bandHeight,
  }
  const rule = Math.max(3, Math.round(unit * 0.006))
  paint(canvas, inks.deep, strip, roundedMask({ box: strip, radius: 0, opacity: 0.9 }))
  for (const top of [strip.top, strip.top + strip.height - rule]) {
    const line = { left: 0, top, width, height: rule }
    paint(canvas, inks.accent, line, roundedMask({ box: line, radius: 0 }))
  }
  return { shapeBox: strip, copyBox: inset(strip, Math.round(unit * 0.08), Math.round(unit * 0.045)) }
}
