import { checkDeclarations, checkProperty, checkStyleSheet, checkValue } from './check-style.ts'
import features from './features.json'
import { declarationsOf } from './style-text.ts'
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
