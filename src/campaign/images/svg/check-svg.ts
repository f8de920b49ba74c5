import { imageRejected } from '../../errors.ts'
import { xmlText } from '../xml-text.ts'
import { checkElement } from './check-element.ts'
import { checkExpansion } from './check-expansion.ts'
import { embedImages } from './embed-images.ts'
import features from './features.json'
import { parseSvg } from './parse-svg.ts'
import { resolveTransformOrigins } from './resolve-transform-origins.ts'
import { resolveVariables } from './resolve-variables.ts'
import { everyElement, type SvgElement } from './svg-element.ts'
import { type Size, svgSize, viewBoxOf } from './svg-size.ts'
import { writeSvg } from './write-svg.ts'

/** An SVG that contains only shapes and has no external references. */
export interface CheckedSvg {
  /** Serialised again, in UTF-8, from the checked tree. */
  svg: Uint8Array
  /** In CSS pixels; may be fractions. */
  size: Size
}

const invisible: ReadonlySet<string> = new Set(features.invisibleElements)

/**
 * Parses an SVG, refuses what is not a still picture made of shapes in sRGB, and serialises it again.
 * @throws image_rejected that names the element or the attribute at fault and its line
 */
export async function checkSvg(bytes: Uint8Array): Promise<CheckedSvg> {
  const text = xmlText(bytes)
  if (text === undefined) throw imageRejected('is not text in its declared encoding', 'save it as UTF-8')
  const root = parseSvg(text)
  removeInvisible(root)
  const size = svgSize(root)
  const viewBox = viewBoxOf(root) ?? size
  // Without a viewBox, user units would stay pixels at every size that the SVG is drawn in.
  if (!root.attributes.has('viewBox')) root.attributes.set('viewBox', `0 0 ${size.width} ${size.height}`)
  removeFontFaces(root)
  resolveVariables(root)
  resolveTransformOrigins(root, viewBox)
  for (const element of everyElement(root)) checkElement(element, viewBox)
  checkExpansion(root)
  await embedImages(root)
  return { svg: new TextEncoder().encode(writeSvg(root, size)), size }
}

/** Without text, which is refused, no font is used. */
function removeFontFaces(root: SvgElement) {
  for (const element of everyElement(root))
    if (element.name === 'style') element.text = element.text.replaceAll(/@font-face\s*\{[^}]*\}/gi, '')
}

function removeInvisible(root: SvgElement) {
  for (const element of everyElement(root)) {
    element.children = element.children.filter(({ name }) => !invisible.has(name))
  }
}
