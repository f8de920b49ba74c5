import type { Box } from '../../images/raster.ts'
import type { FontFace } from './load-fonts.ts'
import type { Glyph } from './shape-line.ts'

/** A line and where it stands in the picture. */
export interface DrawnLine {
  glyphs: readonly Glyph[]
  /** Left end of the line and its baseline, in pixels from the top left. */
  left: number
  baseline: number
  sizePx: number
  /** As a fraction of the size. */
  trackingEm: number
}

/**
 * Lines as SVG elements, so that no font of the machine has a part in them.
 * @param color CSS, of glyphs that have no colours of their own
 */
export function glyphElements(lines: readonly DrawnLine[], color: string): string {
  const paths: string[] = []
  const pictures: string[] = []
  const symbols = new Map<string, string>()
  for (const line of lines) {
    const path: string[] = []
    for (const glyph of line.glyphs) {
      const { face, id } = glyph
      const x = line.left + (glyph.x + glyph.tracked * line.trackingEm) * line.sizePx
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
  return `<defs>${[...symbols.values()].join('')}</defs><g fill="${color}">${paths.join('')}</g>${pictures.join('')}`
}

/** The box around what lines draw, in whole pixels with one more on each side for soft edges; undefined for blank ones. */
export function glyphBox(lines: readonly DrawnLine[]): Box | undefined {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  for (const { glyphs, sizePx, trackingEm, ...line } of lines) {
    for (const { face, id, x, y, tracked } of glyphs) {
      const extents = face.font.glyphExtents(id)
      if (extents === undefined || extents.width === 0) continue
      const scale = sizePx / face.unitsPerEm
      const from = line.left + (x + tracked * trackingEm) * sizePx + extents.xBearing * scale
      const upper = line.baseline - y * sizePx - extents.yBearing * scale
      left = Math.min(left, from)
      right = Math.max(right, from + extents.width * scale)
      top = Math.min(top, upper)
      bottom = Math.max(bottom, upper - extents.height * scale)
    }
  }
  if (right <= left) return undefined
  const [x, y] = [Math.floor(left) - 1, Math.floor(top) - 1]
  return { left: x, top: y, width: Math.ceil(right) + 1 - x, height: Math.ceil(bottom) + 1 - y }
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
