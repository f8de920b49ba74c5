import features from './features.json'
import { type Declaration, declarationsOf, rulesOf, urlsOf } from './style-text.ts'
import { type SvgElement, svgRejected } from './svg-element.ts'
import type { Size } from './svg-size.ts'

const elements: ReadonlySet<string> = new Set(features.elements)
const valueAttributes: ReadonlySet<string> = new Set(features.valueAttributes)
/** Sides of a filter region as multiples of the view box, or of the box of the filtered element, which may be a thin line. */
const filterRegionMax = { viewBox: 4, element: 100 } as const

/** @throws image_rejected that names the element or the attribute at fault */
export function checkElement(element: SvgElement, viewBox: Size): void {
  const { name, attributes } = element
  if (!elements.has(name)) {
    const refused = features.refusedElements.find(({ names }) => names.includes(name))
    throw svgRejected(element, `a <${name.slice(0, 40)}> element`, refused?.need ?? 'use shapes only')
  }
  if (name === 'style') checkStyleSheet(element)
  if (name === 'filter') checkFilterRegion(element, viewBox)
  for (const [attribute, value] of attributes) checkAttribute(element, attribute, value)
}

function checkAttribute(element: SvgElement, attribute: string, value: string) {
  const { name } = element
  if (/^on[a-z]+$/i.test(attribute)) {
    throw svgRejected(element, `the event handler ${attribute} on <${name}>`, 'remove scripts')
  }
  if (attribute === 'href' && name !== 'image' && !value.trim().startsWith('#')) {
    throw svgRejected(
      element,
      `the external reference "${value.slice(0, 60)}" in href on <${name}>`,
      'refer to elements of the SVG only',
    )
  }
  if (attribute === 'systemLanguage' || (name === 'style' && attribute === 'media')) {
    throw svgRejected(element, `the attribute ${attribute} on <${name}>`, 'draw the same for every reader')
  }
  if (attribute === 'style') checkDeclarations(element, declarationsOf(value))
  else if (valueAttributes.has(attribute)) {
    checkProperty(element, attribute)
    checkValue(element, attribute, value)
  }
}

function checkFilterRegion(filter: SvgElement, viewBox: Size) {
  const isUserSpace = filter.attributes.get('filterUnits') === 'userSpaceOnUse'
  const unit = isUserSpace ? Math.max(viewBox.width, viewBox.height) : 1
  const limit = isUserSpace ? filterRegionMax.viewBox : filterRegionMax.element
  for (const side of ['x', 'y', 'width', 'height']) {
    const text = filter.attributes.get(side) ?? '0'
    const times = Math.abs(Number.parseFloat(text)) / (text.trim().endsWith('%') ? 100 : unit)
    if (times > limit) {
      const whole = isUserSpace ? 'the view box' : 'the filtered element'
      throw svgRejected(
        filter,
        `a filter region with ${side} "${text}"`,
        `keep it within ${limit} times ${whole}`,
      )
    }
  }
}

const functions: ReadonlySet<string> = new Set(features.functions)
const sheetStatements: ReadonlySet<string> = new Set(['@charset', '@namespace'])
/** The renderer skips every such block, as browsers skip these where a logo is shown on a light page. */
const otherMedia = /^@media\s*(?:print|(?:screen\s+and\s*)?\(\s*prefers-color-scheme\s*:\s*dark\s*\))$/i

/** @throws image_rejected for a style sheet that loads files, animates, or needs what the renderer ignores */
function checkStyleSheet(style: SvgElement): void {
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
function checkDeclarations(element: SvgElement, declarations: readonly Declaration[]): void {
  for (const [property, value] of declarations) {
    requireNoEscapes(element, property + value)
    checkProperty(element, property)
    // Texts are refused elsewhere, and private properties are not applied.
    if (!/^(?:-|font)/.test(property)) checkValue(element, property, value)
  }
}

/** @throws image_rejected for a property that the renderer ignores */
function checkProperty(element: SvgElement, property: string): void {
  const refused = features.refusedProperties.find(({ names }) => names.includes(property))
  if (refused !== undefined) {
    throw svgRejected(element, `the property ${property} on <${element.name}>`, refused.need)
  }
}

/** @throws image_rejected for references outside the document, and for what the renderer does not draw exactly */
function checkValue(element: SvgElement, property: string, value: string): void {
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
