import { countText, imageRejected } from '../../errors.ts'
import { elementsMax } from './parse-svg.ts'
import { declarationsOf, rulesOf, urlsOf } from './style-text.ts'
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

/** What one part of a selector asks of an element; attributes and pseudo-classes are taken as given. */
interface Compound {
  name: string | undefined
  id: string | undefined
  classes: readonly string[]
}

interface Rule {
  /** The element itself last; its ancestors, from the outermost, before it. */
  compounds: readonly Compound[]
  references: readonly string[]
}

/** Selectors that are tried on elements. */
const triesMax = 2_000_000

/**
 * The ids that elements refer to through style sheets, such as the mask of a class.
 * @throws image_rejected for more rules and elements than can be matched in a moment
 */
function sheetReferences(root: SvgElement): ReadonlyMap<SvgElement, readonly string[]> {
  const rules: Rule[] = []
  for (const { name, text } of everyElement(root))
    if (name === 'style') for (const rule of rulesWithReferences(text)) rules.push(rule)
  const found = new Map<SvgElement, string[]>()
  if (rules.length === 0) return found
  let tries = 0
  const visit = (element: SvgElement, ancestors: SvgElement[]) => {
    tries += rules.length
    if (tries > triesMax)
      throw imageRejected(
        'has a style sheet with too many rules that refer to elements',
        `${countText(triesMax)} pairs of rules and elements are compared`,
      )
    const references = rules.flatMap((rule) => (applies(rule, element, ancestors) ? rule.references : []))
    if (references.length > 0) found.set(element, references)
    ancestors.push(element)
    for (const child of element.children) visit(child, ancestors)
    ancestors.pop()
  }
  visit(root, [])
  return found
}

function* rulesWithReferences(sheet: string): Generator<Rule> {
  for (const { prelude, declarations = [], within } of rulesOf(sheet)) {
    // Media for which the logo is not drawn.
    if (within.length > 0) continue
    const references = declarations
      .flatMap(([, value]) => urlsOf(value))
      .flatMap((url) => (url.startsWith('#') ? [url.slice(1)] : []))
    if (references.length === 0) continue
    for (const selector of prelude.split(',')) {
      // Of siblings only the last one is tried, and of a child its ancestors like any others.
      const own = selector.split(/[+~]/).at(-1) ?? ''
      const compounds = own.split(/[\s>]+/).filter((part) => part !== '')
      yield { compounds: compounds.map(compoundOf), references }
    }
  }
}

function compoundOf(text: string): Compound {
  const plain = text.replaceAll(/\[[^\]]*\]|::?[\w-]+(\([^)]*\))?/g, '')
  const [name = ''] = /^[\w-]*/.exec(plain) ?? []
  return {
    name: name === '' ? undefined : name,
    id: /#([\w-]+)/.exec(plain)?.[1],
    classes: [...plain.matchAll(/\.([\w-]+)/g)].map(([, className = '']) => className),
  }
}

function applies({ compounds }: Rule, element: SvgElement, ancestors: readonly SvgElement[]): boolean {
  const own = compounds.at(-1)
  if (own === undefined || !fits(own, element)) return false
  let wanted = compounds.length - 2
  for (let at = ancestors.length - 1; at >= 0 && wanted >= 0; at -= 1) {
    const [compound, ancestor] = [compounds[wanted], ancestors[at]]
    if (compound !== undefined && ancestor !== undefined && fits(compound, ancestor)) wanted -= 1
  }
  return wanted < 0
}

function fits({ name, id, classes }: Compound, element: SvgElement): boolean {
  if (name !== undefined && name !== element.name) return false
  if (id !== undefined && id !== element.attributes.get('id')) return false
  if (classes.length === 0) return true
  const own = new Set((element.attributes.get('class') ?? '').split(/\s+/))
  return classes.every((one) => own.has(one))
}
