import sharp from 'sharp'
import type { Box, Raster } from '../../images/raster.ts'
import type { CopyControls } from '../controls.ts'
import { directionOf } from './bidi.ts'
import { chooseFaces } from './choose-faces.ts'
import { chooseInk } from './choose-ink.ts'
import { cleanContent } from './clean-content.ts'
import type { CopyArea } from './copy-areas.ts'
import { drawGlyphs } from './draw-glyphs.ts'
import type { MeasuredCopy } from './fit-copy.ts'
import { inflate, intersect } from './free-boxes.ts'
import type { CopyStyle, Fonts } from './load-fonts.ts'
import { measureParagraph } from './measure-paragraph.ts'
import { placeCopy } from './place-copy.ts'
import { autoSizePx, copyPaddingShare, fontSizeMinPx, referenceWidthPx } from './typography.ts'

export interface CopyRequest {
  /** The background with its overlays, RGB: contrast is measured on it. */
  canvas: Raster
  /** Where the scene is calm, in pixels. */
  calm: Box
  /** Where the eye should go, as fractions of width and height. */
  focal: { x: number; y: number }
  /** What copy must not overlap, such as the logo with its clear space. */
  avoid: readonly Box[]
  copy: Required<CopyControls>
  /** Hex colours that `auto` may choose. */
  palette: readonly string[]
}

export interface DrawnCopy {
  /** RGBA, of the size of `box`. */
  pixels: Raster
  /** Of the copy with its backdrop or the room for one, in pixels of the canvas. */
  box: Box
  lines: readonly string[]
  fontSizePx: number
  color: string
  /** Least contrast of the colour with nine tenths of the pixels under any line, 1 to 21. */
  contrast: number
  hasBackdrop: boolean
  warnings: readonly string[]
}

/** More lines than this are harder to read centred. */
const centeredLinesMax = 5

/**
 * Sets copy on a picture: as large as requested or as its area allows, legible, outside the areas to avoid. Text after
 * an empty line is set smaller. Equal requests give equal bytes.
 * @returns undefined for blank content
 * @throws UnsupportedScript, CopyTooLong
 */
export async function drawCopy(fonts: Fonts, request: CopyRequest): Promise<DrawnCopy | undefined> {
  const { canvas, copy, palette } = request
  const { paragraphs, warnings } = cleanContent(copy.content)
  if (paragraphs.length === 0) return undefined

  const measured = await measureCopy(fonts, copy.style, paragraphs)
  const scale = canvas.width / referenceWidthPx
  const asked = scale * (copy.fontSize === 'auto' ? autoSizePx(headlineEm(measured), canvas) : copy.fontSize)
  const paddingPx = Math.round(copyPaddingShare * Math.min(canvas.width, canvas.height))
  const areaRequest = { ...request, position: copy.position, paddingPx }
  const sizes = { sizeMinPx: Math.min(asked, fontSizeMinPx * scale), sizeMaxPx: asked, scale }
  const { fitted, area, block } = placeCopy(fonts, measured, areaRequest, sizes)
  if (copy.fontSize !== 'auto' && fitted.sizePx < asked) {
    warnings.push(
      `The copy is set at ${(fitted.sizePx / scale).toFixed(0)} pixels: at ${copy.fontSize} it does not fit`,
    )
  }

  const share = { left: 0, center: 0.5, right: 1 }[alignOf(copy, area, paragraphs, fitted.lines.length)]
  const lines = fitted.lines.map((line) => ({
    ...line,
    left: block.left + (block.width - line.width) * share,
  }))
  const box = intersect(inflate(wholePixels(block), paddingPx), { left: 0, top: 0, ...canvas })
  const lineBoxes = lines
    .filter(({ width }) => width > 0)
    .map((line) => wholePixels({ ...line, top: block.top + line.top }))
  const ink = await chooseInk(canvas, box, lineBoxes, {
    color: copy.color,
    palette,
    radiusPx: Math.round(paddingPx * 0.6),
  })
  const glyphs = await drawGlyphs(
    box,
    lines.map((line) => ({
      ...line,
      x: line.left - box.left,
      baseline: block.top + line.baseline - box.top,
    })),
    ink.color,
  )
  return {
    pixels: ink.backdrop === undefined ? glyphs : await over(glyphs, ink.backdrop),
    box,
    lines: lines.map(({ text }) => text),
    fontSizePx: fitted.sizePx,
    color: ink.color,
    contrast: ink.contrast,
    hasBackdrop: ink.backdrop !== undefined,
    warnings: [...warnings, ...ink.warnings],
  }
}

async function measureCopy(
  fonts: Fonts,
  style: CopyStyle,
  paragraphs: readonly string[],
): Promise<MeasuredCopy> {
  const faces = await chooseFaces(fonts, style, paragraphs)
  const direction = directionOf(paragraphs.join(' ')) ?? 'ltr'
  const measured = paragraphs.map((text) =>
    measureParagraph(fonts, text, directionOf(text) ?? direction, faces),
  )
  const used = measured.flatMap(({ items }) => items.map(({ face }) => face))
  return { style, paragraphs: measured, faces: [...new Set([faces.primary, ...used])] }
}

/** Width of the headline, which ends at an empty line, if it stood on one line. */
function headlineEm({ paragraphs }: MeasuredCopy): number {
  const end = paragraphs.findIndex(({ text }) => text === '')
  const headline = end === -1 ? paragraphs : paragraphs.slice(0, end)
  return headline.reduce((sum, { text, advanceEm }) => sum + (advanceEm[text.length] ?? 0), 0)
}

/** `auto` centres a few lines in the middle; elsewhere it aligns to the start of the line, or to the right edge. */
function alignOf(
  { align, position }: Required<CopyControls>,
  { column }: CopyArea,
  paragraphs: readonly string[],
  lines: number,
): 'left' | 'center' | 'right' {
  if (align !== 'auto') return align
  if (column === 0 && lines <= centeredLinesMax) return 'center'
  if (directionOf(paragraphs.join(' ')) === 'rtl') return 'right'
  return column === 1 && position !== 'auto' ? 'right' : 'left'
}

function wholePixels({ left, top, width, height }: Box): Box {
  const [x, y] = [Math.floor(left), Math.floor(top)]
  return { left: x, top: y, width: Math.ceil(left + width) - x, height: Math.ceil(top + height) - y }
}

async function over(top: Raster, bottom: Raster): Promise<Raster> {
  const { width, height, channels } = bottom
  const data = await sharp(bottom.data, { raw: { width, height, channels } })
    .composite([{ input: Buffer.from(top.data), raw: { width, height, channels: top.channels } }])
    .raw()
    .toBuffer()
  return { width, height, channels, data }
}
