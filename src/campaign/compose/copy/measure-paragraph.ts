import { type BreakOpportunity, breakOpportunities } from './break-opportunities.ts'
import type { CopyFaces } from './choose-faces.ts'
import { type Item, itemise, type TextDirection } from './itemise.ts'
import type { Fonts } from './load-fonts.ts'
import { shapeLine } from './shape-line.ts'
import { typographic } from './typographic.ts'

/** A paragraph with all measurements for fitting; widths scale with the font size, so they are measured once. */
export interface MeasuredParagraph {
  text: string
  /** With typographic marks, each in place of one of the text. */
  shown: string
  direction: TextDirection
  items: readonly Item[]
  opportunities: readonly BreakOpportunity[]
  /** Width of the text before each UTF-16 offset, as a fraction of the font size. */
  advanceEm: Float64Array
  /** How often tracking is added before each offset. */
  tracked: Float64Array
}

/** @throws script_unsupported */
export function measureParagraph(
  fonts: Fonts,
  text: string,
  direction: TextDirection,
  { faces, isTight }: { faces: CopyFaces; isTight: boolean },
): MeasuredParagraph {
  const shown = typographic(text, (mark, at) =>
    faces.pick(text.charAt(at), at).codePoints.has(mark.codePointAt(0) ?? 0),
  )
  const items = itemise(shown, direction, faces)
  const advanceEm = new Float64Array(text.length + 1)
  const tracked = new Float64Array(text.length + 1)
  for (const glyph of shapeLine(fonts, shown, items, { isTight }).glyphs) {
    advanceEm[glyph.cluster + 1] = (advanceEm[glyph.cluster + 1] ?? 0) + glyph.advance
    tracked[glyph.cluster + 1] = (tracked[glyph.cluster + 1] ?? 0) + glyph.takesTracking
  }
  for (let offset = 1; offset <= text.length; offset += 1) {
    advanceEm[offset] = (advanceEm[offset] ?? 0) + (advanceEm[offset - 1] ?? 0)
    tracked[offset] = (tracked[offset] ?? 0) + (tracked[offset - 1] ?? 0)
  }
  return { text, shown, direction, items, opportunities: breakOpportunities(text), advanceEm, tracked }
}

/** Width of `[start, end)` as a fraction of the font size; shaping the line alone may differ from it by a little kerning. */
export function widthEm(
  paragraph: MeasuredParagraph,
  start: number,
  end: number,
  trackingEm: number,
): number {
  const { advanceEm, tracked } = paragraph
  const advance = (advanceEm[end] ?? 0) - (advanceEm[start] ?? 0)
  return advance + trackingEm * ((tracked[end] ?? 0) - (tracked[start] ?? 0))
}
