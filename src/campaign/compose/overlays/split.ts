import type { Box } from '../../images/raster.ts'
import { contrastRatio } from '../color.ts'
import { luminanceOf } from '../copy/contrast.ts'
import { centerOf, inset, isFirstSide, unitOf } from './layout.ts'
import { roundedMask } from './masks.ts'
import type { Overlay } from './overlay.ts'
import { paint } from './paint.ts'

/** A panel beside the picture: at a side of wide formats, above or below it in the others. */
export const split: Overlay = (canvas, { calm, focal, inks }) => {
  const { width, height } = canvas
  const unit = unitOf(canvas)
  const center = centerOf(calm)
  const rule = Math.max(3, Math.round(unit * 0.008))
  const isSide = width > 1.25 * height
  const size = Math.round(isSide ? width * 0.42 : height * 0.36)
  const isFirst = isSide ? isFirstSide(center.x / width, focal.x) : isFirstSide(center.y / height, focal.y)
  const panel: Box = isSide
    ? { left: isFirst ? 0 : width - size, top: 0, width: size, height }
    : { left: 0, top: isFirst ? 0 : height - size, width, height: size }
  const line: Box = isSide
    ? { left: isFirst ? size : width - size - rule, top: 0, width: rule, height }
    : { left: 0, top: isFirst ? size : height - size - rule, width, height: rule }
  // The brand's own colour where light copy reads on it.
  const isVivid = contrastRatio(luminanceOf(inks.surface), luminanceOf(inks.paper)) > 4
  paint(canvas, isVivid ? inks.surface : inks.deep, panel, roundedMask({ box: panel, radius: 0 }))
  paint(canvas, isVivid ? inks.paper : inks.accent, line, roundedMask({ box: line, radius: 0 }))
  return { shapeBox: panel, copyBox: inset(panel, Math.round(unit * 0.07), Math.round(unit * 0.06)) }
}
