import { luminanceOf } from '../copy/contrast.ts'
import { backingInk } from '../inks.ts'
import { boxAround, inset, unitOf } from './layout.ts'
import { roundedMask } from './masks.ts'
import type { Overlay } from './overlay.ts'
import { paint } from './paint.ts'

/** A round seal in the accent colour with a fine ring inside, over the calm box. */
export const badge: Overlay = (canvas, { calm, inks }) => {
  const unit = unitOf(canvas)
  const diameter = unit * (canvas.width > 1.25 * canvas.height ? 0.62 : 0.5)
  const box = boxAround(calm, { width: diameter, height: diameter }, canvas, Math.round(unit * 0.06))
  const radius = box.width / 2
  const cast = { ...box, top: box.top + unit * 0.016 }
  const reach = unit * 0.06
  paint(
    canvas,
    inks.deep,
    inset(cast, -reach),
    roundedMask({ box: cast, radius, softness: reach, opacity: 0.36 }),
  )
  paint(canvas, inks.surface, box, roundedMask({ box, radius }))
  const ring = inset(box, Math.round(unit * 0.016))
  const stroke = Math.max(2, unit * 0.003)
  const ringInk = backingInk(inks, luminanceOf(inks.surface))
  paint(canvas, ringInk, ring, roundedMask({ box: ring, radius, stroke, opacity: 0.85 }))
  // The largest rectangle of a good copy shape inside the ring.
  return {
    shapeBox: box,
    copyBox: inset(box, Math.round(box.width * 0.16), Math.round(box.width * 0.23)),
    copyAlign: 'center',
  }
}
