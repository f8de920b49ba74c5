import { declarationsOf } from './style-text.ts'
import type { SvgElement } from './svg-element.ts'
import type { Size } from './svg-size.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Serialises the checked tree, so that the renderer reads nothing else: one namespace, no comments, no document type. */
export function writeSvg(root: SvgElement, size: Size): string {
  const parts: string[] = []
  writeElement(root, rootAttributes(root, size), parts)
  return parts.join('')
}

/** An SVG of `writeSvg` at another size in CSS pixels. */
export function withSize(svg: string, { width, height }: Size): string {
  const start = /^<svg xmlns="[^"]*" width="[^"]*" height="[^"]*"/
  return svg.replace(start, `<svg xmlns="${svgNamespace}" width="${width}" height="${height}"`)
}

/** The size is in two attributes only, at the start. CSS starts from a font size of 16, the renderer from 12. */
function rootAttributes({ attributes }: SvgElement, { width, height }: Size): Map<string, string> {
  const rest = new Map(attributes)
  for (const name of ['x', 'y', 'width', 'height']) rest.delete(name)
  const style = declarationsOf(rest.get('style') ?? '').filter(
    ([property]) => !/^(?:width|height)$/.test(property),
  )
  if (rest.has('style')) rest.set('style', style.map(([property, value]) => `${property}:${value}`).join(';'))
  return new Map([
    ['xmlns', svgNamespace],
    ['width', String(width)],
    ['height', String(height)],
    ['font-size', '16'],
    ...rest,
  ])
}

function writeElement(element: SvgElement, attributes: ReadonlyMap<string, string>, parts: string[]) {
  parts.push(`<${element.name}`)
  for (const [name, value] of attributes) parts.push(` ${name}="${escaped(value)}"`)
  parts.push('>', escaped(element.text))
  for (const child of element.children) writeElement(child, child.attributes, parts)
  parts.push(`</${element.name}>`)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (char) => escapes[char] ?? `&#${char.charCodeAt(0)};`)
}
