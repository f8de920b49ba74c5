import { type FormatId, formats, type Sizes, safeRows, sizeOf } from './formats.ts'

/** A value for each shape of canvas. */
export type ByFormat<Value> = Readonly<Record<FormatId, Value>>

/**
 * Measures of one canvas, in pixels. Layouts arrange a frame of the format's usual proportions; a story has that frame
 * between the rows that platforms cover, and pictures, shapes and colours run on above and below it.
 */
export interface Grid {
  format: FormatId
  width: number
  height: number
  /** Rows of the canvas above and below the frame. */
  bleed: { top: number; bottom: number }
  /** Rows of the frame that hold copy, logo and button. */
  safe: { top: number; bottom: number }
  /** A hundredth of the root of the frame's area. */
  unit: number
  /** By how much the frame is larger than the format's usual size. */
  scale: number
  /** Only pictures, shapes and colours go beyond it. */
  margin: number
  /** Height of the row at the bottom that logo and button share: that of a button. */
  row: number
  /** A size of the modular scale with the ratio 1.3; 0 is that of legal notes. */
  step(size: number): number
}

export function gridOf(format: FormatId, sizes?: Sizes): Grid {
  const canvas = sizeOf(format, sizes)
  const covered = safeRows(format, sizes)
  const usual = formats[format]
  const { width, height } = covered === undefined ? canvas : usual
  const unit = Math.sqrt(width * height) / 100
  const step = (size: number) => 1.9 * unit * 1.3 ** size
  const safe = covered ?? { top: 0, bottom: height }
  const top = Math.round((safe.top + safe.bottom - height) / 2)
  return {
    format,
    width,
    height,
    bleed: { top, bottom: canvas.height - height - top },
    safe: { top: safe.top - top, bottom: safe.bottom - top },
    unit,
    scale: unit / (Math.sqrt(usual.width * usual.height) / 100),
    margin: Math.round(6.5 * unit),
    row: Math.round(7.95 * unit),
    step,
  }
}

/** The whole canvas: the frame with its bleed. */
export function canvasOf({ width, height, bleed }: Grid): { width: number; height: number } {
  return { width, height: height + bleed.top + bleed.bottom }
}
