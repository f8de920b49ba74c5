import type { DefaultTreeAdapterTypes } from 'parse5'
import { nodesWithin, TreeElement } from './tree-element.ts'

export interface ElementIndex {
  named(name: string): readonly TreeElement[]
  withAttribute(name: string): readonly TreeElement[]
}

/** All elements by name and by attribute, in document order: one walk, whatever is asked. */
export function createElementIndex(root: DefaultTreeAdapterTypes.Document): ElementIndex {
  const byName = new Map<string, TreeElement[]>()
  const byAttribute = new Map<string, TreeElement[]>()
  for (const node of nodesWithin(root)) {
    if (!(node instanceof TreeElement)) continue
    add(byName, node.tagName, node)
    for (const { name, prefix } of node.attrs) if (!prefix) add(byAttribute, name, node)
  }
  return {
    named: (name) => byName.get(name) ?? [],
    withAttribute: (name) => byAttribute.get(name) ?? [],
  }
}

function add(index: Map<string, TreeElement[]>, key: string, element: TreeElement): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, [element])
  else known.push(element)
}
