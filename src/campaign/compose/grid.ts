import { type FormatId, formats } from './formats.ts'

/** A value for each shape of canvas. */
export type ByFormat<Value> = Readonly<Record<FormatId, Value>>

/** Measures of one canvas, in pixels. */
export interface Grid {
  format: FormatId
  width: number
  height: number
  /** A hundredth of the root of the canvas's area. */
  unit: number
  /** Only pictures, shapes and colours go beyond it. */
  margin: number
  /** Height of the row at the bottom that logo and button share: that of a button. */
  row: number
  /** A size of the modular scale with the ratio 1.3; 0 is that of legal notes. */
  step(size: number): number
}

export function gridOf(format: FormatId): Grid {
  const { width, height } = formats[format]
  const unit = Math.sqrt(width * height) / 100
  const step = (size: number) => 1.9 * unit * 1.3 ** size
  return { format, width, height, unit, margin: Math.round(6.5 * unit), row: Math.round(7.95 * unit), step }
}
