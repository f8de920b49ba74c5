import { breakLines } from './break-lines.ts'
import type { CopyStyle, FontFace, Fonts } from './load-fonts.ts'
import type { MeasuredParagraph } from './measure-paragraph.ts'
import { type Glyph, shapeLine } from './shape-line.ts'
import { lineMetrics, paragraphGapEm, sublineShare, trackingEm } from './typography.ts'

/** Copy with its fonts, ready to be fitted into any number of boxes. */
export interface MeasuredCopy {
  style: CopyStyle
  /** An empty one ends the headline: what follows is set smaller. */
  paragraphs: readonly MeasuredParagraph[]
  faces: readonly FontFace[]
}

/** A line of a block; lengths are in pixels, `top` and `baseline` from the top of the block. */
export interface FittedLine {
  text: string
  glyphs: readonly Glyph[]
  sizePx: number
  trackingEm: number
  width: number
  top: number
  baseline: number
  height: number
}

export interface FittedCopy {
  /** Of the headline. */
  sizePx: number
  lines: readonly FittedLine[]
  width: number
  height: number
}

export interface SizeLimits {
  sizeMinPx: number
  sizeMaxPx: number
  /** Pixels of this canvas for one pixel of the canvas that `typography.ts` has its sizes for. */
  scale: number
}

/**
 * Sets copy as large as the box and `sizeMaxPx` let it be, down by whole pixels.
 * @returns undefined when even `sizeMinPx` does not fit
 */
export function fitCopy(
  fonts: Fonts,
  copy: MeasuredCopy,
  box: { width: number; height: number },
  limits: SizeLimits,
): FittedCopy | undefined {
  const { sizeMinPx, sizeMaxPx } = limits
  const steps = Math.ceil(sizeMaxPx - sizeMinPx)
  const sizeOf = (step: number) => Math.max(sizeMinPx, sizeMaxPx - step)
  const layOutAt = (step: number) => layOut(copy, box, sizeOf(step), limits)
  let low = 0
  let high = steps
  while (low < high) {
    const middle = (low + high) >> 1
    if (layOutAt(middle) === undefined) low = middle + 1
    else high = middle
  }
  // Lines shaped alone may be wider than their part of the paragraph by a little kerning.
  for (let step = low; step <= steps; step += 1) {
    const lines = layOutAt(step)?.map((line) => shapeOf(fonts, line))
    const last = lines?.at(-1)
    if (lines === undefined || last === undefined) continue
    const width = Math.max(...lines.map((line) => line.width))
    if (width <= box.width) return { sizePx: sizeOf(step), lines, width, height: last.top + last.height }
  }
  return undefined
}

interface LaidLine extends Omit<FittedLine, 'text' | 'glyphs' | 'width'> {
  paragraph: MeasuredParagraph
  start: number
  end: number
}

/** Where the lines stand at one size, without shaping anything; undefined when they do not fit. */
function layOut(
  { style, paragraphs, faces }: MeasuredCopy,
  box: { width: number; height: number },
  headlinePx: number,
  { sizeMinPx, scale }: SizeLimits,
): LaidLine[] | undefined {
  const lines: LaidLine[] = []
  let sizePx = headlinePx
  let top = 0
  for (const paragraph of paragraphs) {
    if (paragraph.text === '') {
      sizePx = Math.max(sizeMinPx, headlinePx * sublineShare)
      top += paragraphGapEm * sizePx
      continue
    }
    const tracking = trackingEm(style, sizePx / scale)
    const { ascentEm, descentEm, leadingEm } = lineMetrics(faces, sizePx / scale)
    const ranges = breakLines(paragraph, box.width / sizePx, tracking)
    if (ranges === undefined) return undefined
    for (const range of ranges) {
      const height = (ascentEm + descentEm) * sizePx
      if (top + height > box.height) return undefined
      const baseline = top + ascentEm * sizePx
      lines.push({ paragraph, ...range, sizePx, trackingEm: tracking, top, baseline, height })
      top += leadingEm * sizePx
    }
  }
  return lines
}

function shapeOf(fonts: Fonts, { paragraph, start, end, ...line }: LaidLine): FittedLine {
  const { glyphs, advanceEm, trackings } = shapeLine(fonts, paragraph.text, paragraph.items, start, end)
  const width = (advanceEm + trackings * line.trackingEm) * line.sizePx
  return { ...line, text: paragraph.text.slice(start, end), glyphs, width }
}
