import { countText, imageRejected } from '../../errors.ts'
import { elementsMax } from './parse-svg.ts'
import { sheetReferences } from './sheet-references.ts'
import { declarationsOf, urlsOf } from './style-text.ts'
import { everyElement, type SvgElement, svgRejected } from './svg-element.ts'

const referenceDepthMax = 50

interface Expansion {
  elements: number
  /** Of references inside of what is referred to. */
  depth: number
}

/**
 * Counts the elements that are drawn once each reference is replaced by what it refers to: 10 levels of 10 `use`
 * elements each stand for 10,000,000,000.
 * @throws image_rejected for too many of them, and for an element that refers to itself
 */
export function checkExpansion(root: SvgElement): void {
  const byId = new Map<string, SvgElement>()
  for (const element of everyElement(root)) {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  const inSheets = sheetReferences(root)
  const known = new Map<SvgElement, Expansion | 'open'>()
  const expand = (element: SvgElement, level: number): Expansion => {
    const before = known.get(element)
    if (before === 'open') {
      throw svgRejected(element, `a <${element.name}> element that refers to itself`, 'remove the circle')
    }
    if (before !== undefined) return before
    known.set(element, 'open')
    const expansion: Expansion = { elements: 1, depth: 0 }
    for (const child of element.children) {
      const { elements, depth } = expand(child, level)
      expansion.elements += elements
      expansion.depth = Math.max(expansion.depth, depth)
    }
    for (const id of [...referencesOf(element), ...(inSheets.get(element) ?? [])]) {
      const target = byId.get(id)
      if (target === undefined) continue
      if (element.name === 'use' && target.name === 'svg') {
        throw svgRejected(element, 'a <use> of an <svg> element', 'refer to a <symbol> or a <g> instead')
      }
      const { elements, depth } = expand(target, level + 1)
      expansion.elements += elements
      expansion.depth = Math.max(expansion.depth, depth + 1)
    }
    if (expansion.depth > referenceDepthMax || level > referenceDepthMax) {
      throw svgRejected(element, 'references nested too deeply', `nest at most ${referenceDepthMax}`)
    }
    known.set(element, expansion)
    return expansion
  }
  const { elements } = expand(root, 0)
  if (elements > elementsMax) {
    throw imageRejected(
      `draws ${countText(elements)} elements, as its references repeat them`,
      `at most ${countText(elementsMax)} elements are drawn`,
    )
  }
}

/** Ids in the attributes of an element. */
function referencesOf({ attributes }: SvgElement): string[] {
  const style = declarationsOf(attributes.get('style') ?? '').map(([, value]) => value)
  const urls = [...attributes.values(), ...style].flatMap(urlsOf)
  return [attributes.get('href') ?? '', ...urls]
    .filter((url) => url.startsWith('#'))
    .map((url) => url.slice(1))
}
