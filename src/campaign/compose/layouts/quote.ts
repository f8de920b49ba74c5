import { glyphBox, glyphElements } from '../copy/draw-glyphs.ts'
import { cssOf } from '../inks.ts'
import { arrangeFrame } from './arrange-frame.ts'
import type { LayoutDrawing, Mark, Stage } from './layout.ts'

const quotationMarks = /^[\s“”„«»‹›"'‘’「」『』]+|[\s“”„«»‹›"'‘’「」『』]+$/gu

export const quote: LayoutDrawing = {
  arrange: async (stage) => {
    const { headline = '', ...parts } = stage.parts
    const words = headline.replaceAll(quotationMarks, '')
    const arranged = await arrangeFrame({ ...stage, parts: { ...parts, headline: words } })
    return { ...arranged, marks: [...arranged.marks, await markOf(stage)] }
  },
}

/** The opening mark, its ink on the margins. */
async function markOf(stage: Stage): Promise<Mark> {
  const { grid, inks, isMirrored } = stage
  const sizePx = grid.step(10.8)
  const style = { cut: 'serif-900', trackingEm: 0, leadingEm: 1 } as const
  const { lines } = await stage.set(isMirrored ? '”' : '“', style, {
    part: 'headline',
    sizes: [sizePx],
    widthMax: grid.width,
    linesMax: 1,
  })
  const width = lines[0]?.width ?? 0
  const left = isMirrored ? grid.width - grid.margin - width : grid.margin - 0.05 * sizePx
  // The mark hangs at the height of capitals, about seven tenths of the size above the baseline.
  const baseline = grid.margin + 0.72 * sizePx
  const placed = lines.map((line) => ({ ...line, left, baseline }))
  return {
    svg: glyphElements(placed, cssOf(inks.accent)),
    box: glyphBox(placed) ?? { left: 0, top: 0, width: 1, height: 1 },
  }
}
