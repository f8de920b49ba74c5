import type { Box } from '../../images/raster.ts'
import { inset, unitOf, wholeBox } from './layout.ts'
import { roundedMask } from './masks.ts'
import type { Overlay } from './overlay.ts'
import { paint } from './paint.ts'

/** A mat around the picture and a fine line inside it. */
export const frame: Overlay = (canvas, { inks }) => {
  const unit = unitOf(canvas)
  const whole = wholeBox(canvas)
  const mat = Math.round(unit * 0.034)
  const gap = Math.round(unit * 0.02)
  const stroke = Math.max(2, Math.round(unit * 0.0022))
  const edges: readonly Box[] = [
    { ...whole, height: mat },
    { ...whole, top: whole.height - mat, height: mat },
    { left: 0, top: mat, width: mat, height: whole.height - 2 * mat },
    { left: whole.width - mat, top: mat, width: mat, height: whole.height - 2 * mat },
  ]
  for (const box of edges) paint(canvas, inks.paper, box, roundedMask({ box, radius: 0 }))
  const line = inset(whole, mat + gap)
  paint(canvas, inks.paper, line, roundedMask({ box: line, radius: 0, stroke, opacity: 0.9 }))
  return { openBox: inset(whole, mat), marginMinPx: mat + gap + stroke + Math.round(unit * 0.03) }
}
