import sharp from 'sharp'
import type { Box } from '../images/raster.ts'
import type { Composition, Layer, PlacedPart } from './asset.ts'
import { around, overlaps, wholePixels, within } from './boxes.ts'
import { contrastText, luminanceOf, luminanceRange, worstContrast } from './color.ts'
import { glyphBox, glyphElements } from './copy/draw-glyphs.ts'
import { contrastOf, cssOf, hexOf, largeContrastMin, textContrastMin } from './inks.ts'
import type { PlacedText } from './layouts/layout.ts'
import { svgOf } from './layouts/paint-ground.ts'

/** From this size on, type is large (WCAG 2.2, success criterion 1.4.3). */
const largePx = 60

/** Draws the copy with its button and badge, and measures its contrast. */
export async function drawCopy(composition: Composition): Promise<Composition> {
  const { arrangement, background } = composition
  const { texts, marks } = arrangement
  if (texts.length === 0) return composition
  const pieces = [
    ...marks.map(({ svg, box }) => ({ svg, box: within(background, wholePixels(box)) })),
    ...texts.flatMap(({ lines, color }) => {
      const box = glyphBox(lines)
      if (box === undefined) return []
      return [{ svg: glyphElements(lines, cssOf(color)), box: within(background, box) }]
    }),
  ]
  const layers = await Promise.all(joined(pieces).map(drawLayer))
  const parts = texts.map((text) => partOf(composition, text))
  const weak = parts.filter(
    ({ contrast, fontSizePx }) => contrast < (fontSizePx >= largePx ? largeContrastMin : textContrastMin),
  )
  const warnings = weak.map(
    ({ part, contrast }) =>
      `The ${part} has a contrast of ${contrastText(contrast)}:1 here, below ${textContrastMin}:1: choose another colour, picture or layout`,
  )
  return { ...composition, copy: { layers, parts }, warnings: [...composition.warnings, ...warnings] }
}

/** SVG elements and the box they draw in. */
interface Piece {
  svg: string
  box: Box
}

/** Pieces whose boxes overlap become one, in painting order, so that layers stay small and never overlap. */
function joined(pieces: readonly Piece[]): Piece[] {
  const apart: Piece[] = []
  for (const piece of pieces) {
    let all = piece
    let other = apart.findIndex(({ box }) => overlaps(box, all.box))
    while (other !== -1) {
      const [below] = apart.splice(other, 1)
      if (below !== undefined) all = { svg: below.svg + all.svg, box: around(below.box, all.box) }
      other = apart.findIndex(({ box }) => overlaps(box, all.box))
    }
    apart.push(all)
  }
  return apart
}

async function drawLayer({ svg, box }: Piece): Promise<Layer> {
  const { data, info } = await sharp(svgOf(box, svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: { width: info.width, height: info.height, channels: 4, data }, box }
}

function partOf({ background }: Composition, { part, lines, color, box, on }: PlacedText): PlacedPart {
  const contrast =
    on === undefined
      ? worstContrast(luminanceOf(color), luminanceRange(background, within(background, box)))
      : contrastOf(color, on)
  return {
    part,
    box,
    lines: lines.map(({ text }) => text),
    fontSizePx: lines[0]?.sizePx ?? 0,
    color: hexOf(color),
    contrast,
  }
}
