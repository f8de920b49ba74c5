import {
  type Color,
  type ColorLine,
  type Font,
  PaintCompositeMode,
  PaintExtend,
  PaintFuncs,
} from 'harfbuzzjs'

/** Draws one glyph of a COLR font as SVG elements in the font's units, y upwards. */
export type GlyphPainter = (glyph: number) => string

/** Larger than every glyph: what fills it shows through the current clip only. */
const everywhere = 'M-9999-9999H9999V9999H-9999z'

/**
 * Turns HarfBuzz's painting into SVG: transforms, clips and groups become nested elements. What no glyph of the bundled
 * font uses is left out: sweep gradients, images, and all modes of composition but "source in" and "soft light".
 * @see https://harfbuzz.github.io/harfbuzz-hb-paint.html
 */
export function createGlyphPainter(font: Font): GlyphPainter {
  const painter = new PaintFuncs()
  let definitions: string[] = []
  let elements: string[] = []
  let outer: string[][] = []
  let prefix = ''

  const define = (element: (id: string) => string) => {
    const id = `${prefix}-${definitions.length}`
    definitions.push(element(id))
    return id
  }
  const fill = (attributes: string) => elements.push(`<path d="${everywhere}" ${attributes}/>`)
  const close = () => elements.push('</g>')
  painter.setPushTransformFunc((...args) => {
    elements.push(
      `<g transform="matrix(${args
        .slice(0, 6)
        .map((value) => round(Number(value)))
        .join(' ')})">`,
    )
  })
  painter.setPopTransformFunc(close)
  painter.setPushClipGlyphFunc((glyph) => {
    const id = define((name) => `<clipPath id="${name}"><path d="${font.glyphToPath(glyph)}"/></clipPath>`)
    elements.push(`<g clip-path="url(#${id})">`)
  })
  painter.setPushClipRectangleFunc(() => elements.push('<g>'))
  painter.setPopClipFunc(close)
  painter.setColorFunc((_isForeground, color) => fill(paintOf('fill', color)))
  painter.setLinearGradientFunc((line, x0, y0, x1, y1, x2, y2) => {
    const end = gradientEnd({ x: x0, y: y0 }, { x: x1, y: y1 }, { x: x2, y: y2 })
    const vector = `x1="${x0}" y1="${y0}" x2="${round(end.x)}" y2="${round(end.y)}"`
    fill(`fill="url(#${define((id) => gradient('linearGradient', id, vector, line))})"`)
  })
  painter.setRadialGradientFunc((line, x0, y0, r0, x1, y1, r1) => {
    const circles = `fx="${x0}" fy="${y0}" fr="${r0}" cx="${x1}" cy="${y1}" r="${r1}"`
    fill(`fill="url(#${define((id) => gradient('radialGradient', id, circles, line))})"`)
  })
  painter.setPushGroupFunc(() => {
    outer.push(elements)
    elements = []
  })
  painter.setPopGroupFunc((mode) => {
    const source = elements.join('')
    const below = (outer.pop() ?? []).join('')
    if (mode === PaintCompositeMode.SRC_IN) {
      const area = 'maskUnits="userSpaceOnUse" x="-9999" y="-9999" width="19998" height="19998"'
      const id = define((name) => `<mask id="${name}" ${area} style="mask-type:alpha">${below}</mask>`)
      elements = [`<g mask="url(#${id})">${source}</g>`]
    } else if (mode === PaintCompositeMode.SOFT_LIGHT) {
      const blended = `<g style="mix-blend-mode:soft-light">${source}</g>`
      elements = [`<g style="isolation:isolate">${below}${blended}</g>`]
    } else elements = [below, source]
  })

  return (glyph) => {
    definitions = []
    elements = []
    outer = []
    prefix = `c${glyph}`
    font.paintGlyph(glyph, painter, undefined, 0, { red: 0, green: 0, blue: 0, alpha: 255 })
    return `<defs>${definitions.join('')}</defs>${elements.join('')}`
  }
}

interface Point {
  x: number
  y: number
}

/** COLR turns a gradient by a third point; SVG has it run straight: the second is projected onto the normal of the turn. */
function gradientEnd(start: Point, end: Point, turn: Point): Point {
  const [dx, dy] = [turn.x - start.x, turn.y - start.y]
  const square = dx * dx + dy * dy
  if (square === 0) return end
  const share = (dx * (end.x - start.x) + dy * (end.y - start.y)) / square
  return { x: end.x - share * dx, y: end.y - share * dy }
}

function gradient(element: string, id: string, geometry: string, { extend, colorStops }: ColorLine): string {
  const spread = extend === PaintExtend.REFLECT ? 'reflect' : extend === PaintExtend.REPEAT ? 'repeat' : 'pad'
  const stops = [...colorStops]
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, color }) => `<stop offset="${round(offset)}" ${paintOf('stop', color)}/>`)
  return `<${element} id="${id}" gradientUnits="userSpaceOnUse" ${geometry} spreadMethod="${spread}">${stops.join('')}</${element}>`
}

function paintOf(kind: 'fill' | 'stop', { red, green, blue, alpha }: Color): string {
  const [color, opacity] = kind === 'fill' ? ['fill', 'fill-opacity'] : ['stop-color', 'stop-opacity']
  return `${color}="rgb(${red},${green},${blue})" ${opacity}="${round(alpha / 255)}"`
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
