import { boxAround, inset, unitOf } from './layout.ts'
import { roundedMask } from './masks.ts'
import type { Overlay } from './overlay.ts'
import { paint } from './paint.ts'

/** A paper card over the calm box, with a soft shadow and a coloured upper edge. */
export const card: Overlay = (canvas, { calm, inks }) => {
  const { width, height } = canvas
  const unit = unitOf(canvas)
  const size =
    width > 1.25 * height
      ? { width: width * 0.48, height: height * 0.6 }
      : { width: width * 0.72, height: Math.max(height * 0.3, unit * 0.34) }
  const box = boxAround(calm, size, canvas, Math.round(unit * 0.065))
  const radius = unit * 0.022
  for (const { drop, softness, opacity } of shadows) {
    const cast = { ...box, top: box.top + unit * drop }
    const reach = unit * softness
    paint(
      canvas,
      inks.deep,
      inset(cast, -reach),
      roundedMask({ box: cast, radius: radius + reach / 3, softness: reach, opacity }),
    )
  }
  const shape = roundedMask({ box, radius })
  paint(canvas, inks.paper, box, shape)
  paint(canvas, inks.accent, { ...box, height: Math.round(unit * 0.012) }, shape)
  return { shapeBox: box, copyBox: inset(box, Math.round(unit * 0.055), Math.round(unit * 0.05)) }
}

/** A wide one and one close to the edge, as fractions of the canvas's shorter side. */
const shadows = [
  { drop: 0.022, softness: 0.09, opacity: 0.42 },
  { drop: 0.004, softness: 0.016, opacity: 0.3 },
] as const
