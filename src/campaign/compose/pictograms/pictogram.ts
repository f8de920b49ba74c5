import type { Rgb } from '../color.ts'
import type { Fonts } from '../copy/load-fonts.ts'
import { cssOf } from '../inks.ts'

/** The outline of an emoji, in units of its font with y up. */
export interface Pictogram {
  /** SVG path data. */
  outline: string
  center: { x: number; y: number }
  /** Of its box. */
  longSide: number
}

/** Outlines of emoji in one colour; those that the font lacks are left out. */
export async function loadPictograms(fonts: Fonts, emoji: readonly string[]): Promise<Pictogram[]> {
  if (emoji.length === 0) return []
  const { font } = await fonts.face('sans-800', 'symbols')
  return emoji.flatMap((char) => {
    const id = font.nominalGlyph(char.codePointAt(0) ?? 0)
    const extents = id === undefined ? undefined : font.glyphExtents(id)
    if (id === undefined || extents === undefined) return []
    const { xBearing, yBearing, width, height } = extents
    return [
      {
        outline: font.glyphToPath(id),
        center: { x: xBearing + width / 2, y: yBearing + height / 2 },
        longSide: Math.max(width, -height),
      },
    ]
  })
}

/** An SVG path. @param size of its longer side, in pixels @param isFilled without its holes, as a ground of its lines */
export function drawPictogram(
  { outline, center, longSide }: Pictogram,
  {
    x,
    y,
    size,
    color,
    isFilled = false,
  }: { x: number; y: number; size: number; color: Rgb; isFilled?: boolean },
): string {
  const scale = size / longSide
  const paths = (isFilled ? outline.split(/(?=M)/) : [outline]).map((data) => `<path d="${data}"/>`)
  return `<g fill="${cssOf(color)}" transform="translate(${x} ${y}) scale(${scale} ${-scale}) translate(${-center.x} ${-center.y})">${paths.join('')}</g>`
}
