import type { Size } from './svg-size.ts'

/** Logos are drawn at up to 1,200 pixels; filters at twice this size take four times as long. */
const longerSide = 1_024

/** The size in whole pixels that an SVG is drawn at when its final size is not known yet. */
export function masterSize({ width, height }: Size): Size {
  const scale = longerSide / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
