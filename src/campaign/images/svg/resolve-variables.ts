import { declarationsOf, rulesOf } from './style-text.ts'
import { everyElement, type SvgElement, svgRejected } from './svg-element.ts'

const nestingMax = 10
const insertedCharsMax = 1_000_000
const rootSelectors: ReadonlySet<string> = new Set([':root', 'svg', ':root,svg', '*'])

interface Variable {
  value: string
  /** Defined for all elements, with one value. */
  isGlobal: boolean
}

/**
 * Replaces `var(--name)` by the value of a custom property that the root defines, or by its fallback, as the renderer has
 * neither.
 * @throws image_rejected for a variable without value, and for one that is not the same for all elements
 */
export function resolveVariables(root: SvgElement): void {
  const elements = [...everyElement(root)]
  const textsOf = ({ attributes, text }: SvgElement) => [...attributes.values(), text]
  if (!elements.some((element) => textsOf(element).some((text) => text.includes('var(')))) return
  const variables = variablesOf(root, elements)
  let inserted = 0
  const resolve = (element: SvgElement, text: string, level = 0): string =>
    replaceCalls(text, (name, fallback) => {
      const variable = variables.get(name)
      if (level > nestingMax || variable?.isGlobal === false) {
        throw svgRejected(
          element,
          `the variable ${name.slice(0, 40)}, which is not the same for all elements`,
          'write its value in its place',
        )
      }
      const value = variable?.value ?? fallback
      if (value === undefined)
        throw svgRejected(element, `the variable ${name.slice(0, 40)} without a value`, 'define it on :root')
      const resolved = resolve(element, value, level + 1).trim()
      inserted += resolved.length
      if (inserted > insertedCharsMax)
        throw svgRejected(element, 'variables that stand for too much text', 'write values in their place')
      return resolved
    })
  for (const element of elements) {
    for (const [name, value] of element.attributes)
      if (value.includes('var(')) element.attributes.set(name, resolve(element, value))
    if (element.text.includes('var(')) element.text = resolve(element, element.text)
  }
}

function variablesOf(root: SvgElement, elements: readonly SvgElement[]): Map<string, Variable> {
  const variables = new Map<string, Variable>()
  const define = (name: string, value: string, isOnRoot: boolean) => {
    if (!name.startsWith('--')) return
    const known = variables.get(name)
    const isGlobal = isOnRoot && (known === undefined || (known.isGlobal && known.value === value))
    variables.set(name, { value, isGlobal })
  }
  for (const element of elements) {
    for (const [name, value] of declarationsOf(element.attributes.get('style') ?? ''))
      define(name, value, element === root)
    if (element.name !== 'style') continue
    for (const { prelude, declarations, within } of rulesOf(element.text)) {
      // Media for which the logo is not drawn.
      if (within.length > 0) continue
      for (const [name, value] of declarations ?? [])
        define(name, value, rootSelectors.has(prelude.replaceAll(/\s/g, '')))
    }
  }
  return variables
}

/** Replaces every `var(name, fallback)` outside of others. */
function replaceCalls(
  text: string,
  replacementOf: (name: string, fallback: string | undefined) => string,
): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf('var('); at >= 0; at = text.indexOf('var(', from)) {
    const start = at + 'var('.length
    let end = start
    for (let depth = 1; end < text.length; end += 1) {
      if (text[end] === '(') depth += 1
      else if (text[end] === ')') depth -= 1
      if (depth === 0) break
    }
    const inside = text.slice(start, end)
    const comma = inside.indexOf(',')
    const name = (comma < 0 ? inside : inside.slice(0, comma)).trim()
    result += text.slice(from, at) + replacementOf(name, comma < 0 ? undefined : inside.slice(comma + 1))
    from = end + 1
  }
  return result + text.slice(from)
}
