import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document
export type Element = DefaultTreeAdapterTypes.Element

/** A page as a browser reads it. */
export interface ParsedPage {
  elements: readonly Element[]
  /** Names of elements and attributes in their order: what no text from outside may change. */
  skeleton: string
  /** Without the style. */
  text: string
  /** Elements of the content, without the navigation that all pages share. */
  find(name: string): Element[]
}

export function parsePage(page: string): ParsedPage {
  const elements: Element[] = []
  const texts: string[] = []
  const content = new Set<Element>()
  const visit = (node: Node, isContent = true) => {
    if ('value' in node) texts.push(node.value)
    if ('attrs' in node) elements.push(node)
    if ('attrs' in node && isContent) content.add(node)
    if (node.nodeName === 'style') return
    if ('childNodes' in node)
      for (const child of node.childNodes)
        visit(child, isContent && !/^(site|skip|footer)\b/.test(classOf(child)))
  }
  visit(parse(page))
  return {
    elements,
    skeleton: elements
      .map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '))
      .join('\n'),
    text: texts.join(''),
    find: (name) => [...content].filter(({ tagName }) => tagName === name),
  }
}

function classOf(node: Node): string {
  return ('attrs' in node && attribute(node, 'class')) || ''
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value
}

export function textOf({ childNodes }: Element): string {
  return childNodes
    .map((child) => {
      if ('value' in child) return child.value
      return 'attrs' in child ? textOf(child) : ''
    })
    .join('')
}
