import { centerOf, wholeBox } from './layout.ts'
import { linearMask } from './masks.ts'
import type { Overlay } from './overlay.ts'
import { paint } from './paint.ts'

/** Brand colours washed in from two opposite corners, stronger from the one beside the calm box. */
export const gradient: Overlay = (canvas, { calm, inks }) => {
  const { width, height } = canvas
  const center = centerOf(calm)
  const near = { x: center.x < width / 2 ? 0 : width, y: center.y < height / 2 ? 0 : height }
  const far = { x: width - near.x, y: height - near.y }
  const between = (share: number) => ({
    x: near.x + (far.x - near.x) * share,
    y: near.y + (far.y - near.y) * share,
  })
  const area = wholeBox(canvas)
  paint(canvas, inks.second, area, linearMask({ from: far, to: between(0.5), opacity: 0.44 }))
  paint(canvas, inks.accent, area, linearMask({ from: near, to: between(0.76), opacity: 0.92 }))
  return {}
}
