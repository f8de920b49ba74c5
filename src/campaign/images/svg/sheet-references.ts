import { countText, imageRejected } from '../../errors.ts'
import { rulesOf, urlsOf } from './style-text.ts'
import { everyElement, type SvgElement } from './svg-element.ts'

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
export function sheetReferences(root: SvgElement): ReadonlyMap<SvgElement, readonly string[]> {
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
