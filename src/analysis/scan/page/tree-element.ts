import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5'
import type { PageElement } from '../page.ts'
import { defaultPageLimits } from './limits.ts'

type Base = DefaultTreeAdapterTypes.Element

const { attributesMax, attributeCharsMax, depthMax } = defaultPageLimits

/**
 * A node of the parser's tree that answers what finders ask of an element, so that no second tree is needed for them.
 * Nothing here recurses, and nothing climbs further than a page may be deep.
 */
export class TreeElement implements Base, PageElement {
  readonly nodeName: string
  readonly tagName: string
  attrs: Base['attrs']
  readonly namespaceURI: Base['namespaceURI']
  childNodes: Base['childNodes'] = []
  parentNode: Base['parentNode'] = null
  sourceCodeLocation: NonNullable<Base['sourceCodeLocation']> | null = null

  constructor(name: string, namespace: Base['namespaceURI'], attributes: Base['attrs']) {
    this.nodeName = name
    this.tagName = name
    this.attrs = attributes
    this.namespaceURI = namespace
  }

  get localName(): string {
    return this.tagName
  }

  get parentElement(): TreeElement | null {
    return this.parentNode instanceof TreeElement ? this.parentNode : null
  }

  get isFirstElement(): boolean {
    return this.parentNode?.childNodes.find((node) => node instanceof TreeElement) === this
  }

  get textContent(): string {
    let text = ''
    for (const node of nodesWithin(this)) if (defaultTreeAdapter.isTextNode(node)) text += node.value
    return text
  }

  getAttribute(name: string): string | null {
    const { attrs } = this
    const count = Math.min(attrs.length, attributesMax)
    for (let at = 0; at < count; at++) {
      const attribute = attrs[at]
      if (attribute === undefined) break
      const { prefix } = attribute
      if (prefix ? `${prefix}:${attribute.name}` !== name : attribute.name !== name) continue
      return attribute.value.length > attributeCharsMax
        ? attribute.value.slice(0, attributeCharsMax)
        : attribute.value
    }
    return null
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null
  }

  closestNamed(...names: readonly string[]): TreeElement | null {
    return this.closestWhere((element) => names.includes(element.tagName))
  }

  closestWith(attribute: string): TreeElement | null {
    return this.closestWhere((element) => element.getAttribute(attribute) !== null)
  }

  holdsNamed(...names: readonly string[]): boolean {
    for (const node of nodesWithin(this))
      if (node instanceof TreeElement && names.includes(node.tagName)) return true
    return false
  }

  private closestWhere(fits: (element: TreeElement) => boolean): TreeElement | null {
    let at: TreeElement | null = this
    for (let step = 0; step < depthMax && at !== null; step++, at = at.parentElement) if (fits(at)) return at
    return null
  }
}

/** All nodes below one, in document order. */
export function* nodesWithin(root: DefaultTreeAdapterTypes.ParentNode): Generator<SourceNode> {
  const waiting = root.childNodes.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    if (!(node instanceof TreeElement)) continue
    for (let at = node.childNodes.length - 1; at >= 0; at--) {
      const child = node.childNodes[at]
      if (child !== undefined) waiting.push(child)
    }
  }
}

type SourceNode = DefaultTreeAdapterTypes.ChildNode
