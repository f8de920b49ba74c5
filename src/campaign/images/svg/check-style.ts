import features from './features.json'
import { type Declaration, rulesOf, urlsOf } from './style-text.ts'
import { type SvgElement, svgRejected } from './svg-element.ts'

const functions: ReadonlySet<string> = new Set(features.functions)
const sheetStatements: ReadonlySet<string> = new Set(['@charset', '@namespace'])
/** The renderer skips every such block, as browsers skip these where a logo is shown on a light page. */
const otherMedia = /^@media\s*(?:print|(?:screen\s+and\s*)?\(\s*prefers-color-scheme\s*:\s*dark\s*\))$/i

/** @throws image_rejected for a style sheet that loads files, animates, or needs what the renderer ignores */
export function checkStyleSheet(style: SvgElement): void {
  requireNoEscapes(style, style.text)
  for (const { prelude, declarations, within } of rulesOf(style.text)) {
    const [keyword = ''] = prelude.split(/[\s("';]/, 1)
    if (keyword.startsWith('@') && !sheetStatements.has(keyword.toLowerCase()) && !otherMedia.test(prelude)) {
      throw svgRejected(style, `the rule ${keyword} in a style sheet`, 'use plain rules only')
    }
    if (/:(?:is|where)\(/i.test(prelude)) {
      throw svgRejected(
        style,
        'a selector with :is() or :where() in a style sheet',
        'list the selectors instead',
      )
    }
    if (within.some((outer) => !outer.startsWith('@'))) {
      throw svgRejected(style, 'nested rules in a style sheet', 'use plain rules only')
    }
    checkDeclarations(style, declarations ?? [])
  }
}

/** @throws image_rejected that names the property at fault */
export function checkDeclarations(element: SvgElement, declarations: readonly Declaration[]): void {
  for (const [property, value] of declarations) {
    requireNoEscapes(element, property + value)
    checkProperty(element, property)
    // Texts are refused elsewhere, and private properties are not applied.
    if (!/^(?:-|font)/.test(property)) checkValue(element, property, value)
  }
}

/** @throws image_rejected for a property that the renderer ignores */
export function checkProperty(element: SvgElement, property: string): void {
  const refused = features.refusedProperties.find(({ names }) => names.includes(property))
  if (refused !== undefined) {
    throw svgRejected(element, `the property ${property} on <${element.name}>`, refused.need)
  }
}

/** @throws image_rejected for references outside the document, and for what the renderer does not draw exactly */
export function checkValue(element: SvgElement, property: string, value: string): void {
  const refused = features.refusedValues.find(
    (each) => each.property === property && new RegExp(each.pattern, 'i').test(value),
  )
  if (refused !== undefined) {
    throw svgRejected(
      element,
      `${property} "${value.slice(0, 60)}" on <${element.name}>, which is not drawn exactly`,
      refused.need,
    )
  }
  const external = urlsOf(value).find((url) => !url.startsWith('#'))
  if (external !== undefined) {
    throw svgRejected(
      element,
      `the external reference "${external.slice(0, 60)}" in ${property} on <${element.name}>`,
      'refer to elements of the SVG only',
    )
  }
  const names = [...value.matchAll(/([a-z_][\w-]{0,40})\(/gi)].map(([, name = '']) => name.toLowerCase())
  const unknown = names.find((name) => !functions.has(name))
  const isRelative = /\b(?:rgb|hsl|hwb)a?\(\s*from\b/i.test(value)
  if (unknown !== undefined || isRelative) {
    throw svgRejected(
      element,
      `the function ${unknown ?? value.slice(0, 60)} in ${property} on <${element.name}>`,
      'use plain numbers and sRGB colours such as #1f6f54, as others cannot be drawn exactly',
    )
  }
}

/** Escapes would hide a name from these checks. */
function requireNoEscapes(element: SvgElement, css: string) {
  if (css.includes('\\')) {
    throw svgRejected(element, `a backslash in a style on <${element.name}>`, 'write names without escapes')
  }
}
