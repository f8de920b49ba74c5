import { meanLuminance } from '../measure-backdrop.ts'
import { wholeBox } from './layout.ts'
import { radialMask } from './masks.ts'
import type { Overlay } from './overlay.ts'
import { paint } from './paint.ts'

/** Darkens the corners around the focal point, so that the eye stays in the picture. */
export const vignette: Overlay = (canvas, { focal, inks }) => {
  const { width, height } = canvas
  // Half way to the focal point: the picture is lit towards it, and no corner stays bright.
  const center = { x: width * (0.25 + focal.x / 2), y: height * (0.25 + focal.y / 2) }
  const radius = { x: width * 0.62, y: height * 0.62 }
  // Dark corners look dirty on a light picture.
  const opacity = 0.84 - 0.5 * meanLuminance(canvas, wholeBox(canvas))
  const mask = radialMask({ center, radius, inner: 0.4, outer: 1.4, opacity })
  paint(canvas, inks.deep, wholeBox(canvas), mask)
  return {}
}
