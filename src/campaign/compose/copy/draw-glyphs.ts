import sharp from 'sharp'
import type { Raster } from '../../images/raster.ts'
import { parseHex } from './contrast.ts'
import type { FontFace } from './load-fonts.ts'
import type { Glyph } from './shape-line.ts'

/** A line and where it stands in the picture. */
export interface PlacedLine {
  glyphs: readonly Glyph[]
  /** Left end of the line and its baseline, in pixels from the top left. */
  x: number
  baseline: number
  sizePx: number
  /** As a fraction of the size. */
  trackingEm: number
}

/**
 * Draws lines as one SVG, so that no font of the machine has a part in it. Glyphs are cut off at the edges.
 * @param color `#rrggbb`, of glyphs that have no colours of their own
 */
export async function drawGlyphs(
  size: { width: number; height: number },
  lines: readonly PlacedLine[],
  color: string,
): Promise<Raster> {
  const { width, height } = size
  const paths: string[] = []
  const pictures: string[] = []
  const symbols = new Map<string, string>()
  for (const line of lines) {
    const path: string[] = []
    for (const glyph of line.glyphs) {
      const { face, id } = glyph
      const x = line.x + (glyph.x + glyph.tracked * line.trackingEm) * line.sizePx
      const y = line.baseline - glyph.y * line.sizePx
      const scale = line.sizePx / face.unitsPerEm
      if (face.paint === undefined) path.push(outline(face, id, x, y, scale))
      else {
        const name = `e${id}`
        if (!symbols.has(name)) symbols.set(name, `<g id="${name}">${face.paint(id)}</g>`)
        pictures.push(
          `<use href="#${name}" transform="translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})"/>`,
        )
      }
    }
    paths.push(`<path d="${path.join('')}"/>`)
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${[...symbols.values()].join('')}</defs><g fill="rgb(${parseHex(color).join()})">${paths.join('')}</g>${pictures.join('')}</svg>`
  const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  return { width, height, channels: 4, data }
}

/** A glyph's outline as SVG path data in pixels, y downwards. */
function outline({ font }: FontFace, glyph: number, x: number, y: number, scale: number): string {
  let path = ''
  for (const { type, values } of font.glyphToJson(glyph)) {
    path += type
    values.forEach((value, index) => {
      path += `${index === 0 ? '' : ' '}${round(index % 2 === 0 ? x + value * scale : y - value * scale)}`
    })
  }
  return path
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
