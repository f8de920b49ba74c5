import { DOMParser } from 'linkedom'
import { defaultTreeAdapter } from 'parse5'
import type { PageLimits } from './limits.ts'
import type { SourceElement, SourceNode, SourceTree } from './tree.ts'
import { TreeElement } from './tree-element.ts'

export interface FilledDocument {
  document: Document
  sourceOf: WeakMap<Element, SourceElement>
}

const svgNamespace = 'http://www.w3.org/2000/svg'
/** linkedom spreads class names over a call's arguments, so a long list would overflow the stack. */
const classCharsMax = 4096

/**
 * Copies the parser's tree into an empty document. The doctype and what stands in `<template>` are left out; elements
 * deeper than the limit become children of their ancestor at the limit.
 */
export function fillDocument(tree: SourceTree, limits: PageLimits): FilledDocument {
  const document: Document = emptyDocument()
  const sourceOf = new WeakMap<Element, SourceElement>()
  // The open ancestors; those below the depth limit stand for themselves while the parent stays the one at the limit.
  const open: Array<{ children: readonly SourceNode[]; next: number; parent: Node }> = [
    { children: tree.root.childNodes, next: 0, parent: document },
  ]
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const source = level.children[level.next++]
    if (source === undefined) {
      open.pop()
    } else if (source instanceof TreeElement) {
      const element = createElement(document, source, limits)
      level.parent.appendChild(element)
      sourceOf.set(element, source)
      const parent = open.length < limits.depthMax ? element : level.parent
      if (source.childNodes.length > 0) open.push({ children: source.childNodes, next: 0, parent })
    } else if (defaultTreeAdapter.isTextNode(source)) {
      level.parent.appendChild(document.createTextNode(source.value))
    } else if (defaultTreeAdapter.isCommentNode(source)) {
      level.parent.appendChild(document.createComment(source.data))
    }
  }
  return { document, sourceOf }
}

/** linkedom's types name its own classes; they implement the DOM's interfaces, which all other code uses. */
function emptyDocument(): Document {
  return new DOMParser().parseFromString('', 'text/html') as unknown as Document
}

function createElement(document: Document, source: SourceElement, limits: PageLimits): Element {
  const element =
    source.namespaceURI === svgNamespace
      ? document.createElementNS(svgNamespace, source.tagName)
      : document.createElement(source.tagName)
  for (const { name, prefix, value } of source.attrs.slice(0, limits.attributesMax)) {
    const charsMax = name === 'class' ? classCharsMax : limits.attributeCharsMax
    element.setAttribute(prefix ? `${prefix}:${name}` : name, value.slice(0, charsMax))
  }
  return element
}
