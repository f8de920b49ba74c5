import type { Raster } from '../images/raster.ts'

/** Largest difference to the mean colour in any channel, weighted by alpha: what edges and lossy encoders add. */
const differenceMax = 24
/** Share of what is visible that may differ more. */
const strayShareMax = 0.001

/**
 * Whether all visible pixels have one colour, so that a tint loses nothing. Straight colours of nearly transparent pixels
 * are coarse, so each counts by its alpha. Pixels without alpha are a filled rectangle and never count as one colour.
 */
export function isOneColor({ data, channels }: Raster): boolean {
  if (channels === 3) return false
  let [red, green, blue, visible] = [0, 0, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    red += alpha * (data[at] ?? 0)
    green += alpha * (data[at + 1] ?? 0)
    blue += alpha * (data[at + 2] ?? 0)
    visible += alpha
  }
  let stray = 0
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    const difference = Math.max(
      Math.abs((data[at] ?? 0) - red / visible),
      Math.abs((data[at + 1] ?? 0) - green / visible),
      Math.abs((data[at + 2] ?? 0) - blue / visible),
    )
    if (difference * alpha > differenceMax * 255) stray += alpha
  }
  return stray <= strayShareMax * visible
}
