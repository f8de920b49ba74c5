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
  find(name: string): Element[]
}

export function parsePage(page: string): ParsedPage {
  const elements: Element[] = []
  const texts: string[] = []
  const visit = (node: Node) => {
    if ('value' in node) texts.push(node.value)
    if ('attrs' in node) elements.push(node)
    if (node.nodeName === 'style') return
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(parse(page))
  return {
    elements,
    skeleton: elements
      .map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '))
      .join('\n'),
    text: texts.join(''),
    find: (name) => elements.filter(({ tagName }) => tagName === name),
  }
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
