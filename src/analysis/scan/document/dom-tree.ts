import { DOMParser } from 'linkedom'
import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import type { PageLimits } from './limits.ts'

const source: unique symbol = Symbol('source')

/** Parser data of an element that the DOM does not hold. */
interface ElementSource {
  name: string
  namespace: html.NS
  attributes: Token.Attribute[]
  place: Token.ElementLocation | null
  /** Levels below the document. */
  depth: number
  /** Of a `<template>`. */
  content: DocumentFragment | undefined
}

export type SourceElement = Element & { [source]?: ElementSource }
type SourceParent = SourceElement | Document | DocumentFragment
type SourceNode = SourceElement | Text | Comment | DocumentType

export type DomTreeMap = TreeAdapterTypeMap<
  SourceNode | SourceParent,
  SourceParent,
  SourceNode,
  Document,
  DocumentFragment,
  SourceElement,
  Comment,
  Text,
  SourceElement,
  DocumentType
>

/** Source location of an element: its tags and attributes. Null for an element that is not in the source. */
export const placeOf = (element: SourceElement): Token.ElementLocation | null =>
  element[source]?.place ?? null

/** The attributes in source order; cheaper to iterate than the DOM's. */
export const attributesOf = (element: SourceElement): readonly Token.Attribute[] =>
  element[source]?.attributes ?? []

export const isHtml = (element: SourceElement): boolean => element[source]?.namespace === html.NS.HTML
/** The class attribute as written. The DOM's accessor joins a set at each call. */
export function classOf(element: SourceElement): string {
  return (
    attributesOf(element)
      .find(({ name }) => name === 'class')
      ?.value.slice(0, classCharsMax) ?? ''
  )
}

/**
 * The element itself or its nearest ancestor with one of these tag names. `closest` compiles its selector at each call.
 */
export function nearest(element: Element | undefined, ...names: readonly string[]): Element | null {
  const [name] = names
  const isOne = names.length === 1
  let at: Element | null = element ?? null
  while (at !== null && !(isOne ? at.localName === name : names.includes(at.localName))) at = at.parentElement
  return at
}

/** The element and its ancestors, the nearest first, `most` in all. */
export function ancestors(element: Element | null, most: number): Element[] {
  const found: Element[] = []
  for (let at = element; at !== null && found.length < most; at = at.parentElement) found.push(at)
  return found
}

export const isElement = (node: Node): node is SourceElement => node.nodeType === 1
export const isText = (node: Node): node is Text => node.nodeType === 3

/** linkedom spreads class names over a call's arguments, so a long list would overflow the stack. */
const classCharsMax = 4096

/**
 * Lets parse5 build a linkedom document whose elements have source locations. The doctype and the content of
 * `<template>` are left out; elements deeper than the limit become siblings at the limit.
 *
 * @param count called for each node; ends the parse by throwing
 * @param written called with the text node that received a text
 */
export function domTreeAdapter(
  limits: PageLimits,
  { count, written }: { count: (kind: 'element' | 'other') => void; written: (text: Text) => void },
): TreeAdapter<DomTreeMap> {
  const document = emptyDocument()
  let mode = html.DOCUMENT_MODE.NO_QUIRKS

  const createElement = (name: string, namespace: html.NS, attributes: Token.Attribute[]): SourceElement => {
    count('element')
    const element: SourceElement =
      namespace === html.NS.SVG ? document.createElementNS(namespace, name) : document.createElement(name)
    element[source] = { name, namespace, attributes, place: null, depth: 0, content: undefined }
    setAttributes(element, attributes, limits)
    return element
  }
  const insert = (parent: SourceParent, node: SourceNode, before: SourceNode | null) => {
    if (!isElement(node)) {
      parent.insertBefore(node, before)
      return
    }
    const full = isElement(parent) && depthOf(parent) >= limits.depthMax ? parent.parentElement : null
    const holder = full ?? parent
    const known = node[source]
    if (known !== undefined) known.depth = depthOf(holder) + 1
    holder.insertBefore(node, before?.parentNode === holder ? before : null)
  }
  const insertText = (parent: SourceParent, text: string, before: Node | null) => {
    const last = before === null ? parent.lastChild : before.previousSibling
    if (last !== null && isText(last)) {
      last.data += text
      written(last)
      return
    }
    const node = document.createTextNode(text)
    parent.insertBefore(node, before)
    written(node)
  }

  return {
    createDocument: () => document,
    createDocumentFragment: () => document.createDocumentFragment(),
    createElement,
    createCommentNode(data) {
      count('other')
      return document.createComment(data)
    },
    createTextNode: (text) => document.createTextNode(text),
    appendChild: (parent, node) => insert(parent, node, null),
    insertBefore: insert,
    detachNode: (node) => node.remove(),
    insertText: (parent, text) => insertText(parent, text, null),
    insertTextBefore: insertText,
    adoptAttributes(element, attributes) {
      const known = element[source]?.attributes ?? []
      const names = new Set(known.map(({ name }) => name))
      const fresh = attributes
        .filter(({ name }) => !names.has(name))
        .slice(0, limits.attributesMax - known.length)
      known.push(...fresh)
      setAttributes(element, fresh, limits)
    },
    setTemplateContent(template, content) {
      const known = template[source]
      if (known !== undefined) known.content = content
    },
    getTemplateContent: (template) => template[source]?.content ?? document.createDocumentFragment(),
    getFirstChild: (node) => node.firstChild as SourceNode | null,
    getChildNodes: (node) => [...node.childNodes] as SourceNode[],
    getParentNode: (node) => node.parentNode as SourceParent | null,
    getAttrList: (element) => element[source]?.attributes ?? [],
    getTagName: (element) => element[source]?.name ?? element.localName,
    getNamespaceURI: (element) => element[source]?.namespace ?? html.NS.HTML,
    getTextNodeContent: (node) => node.data,
    getCommentNodeContent: (node) => node.data,
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    setDocumentType: () => {},
    setDocumentMode(_, next) {
      mode = next
    },
    getDocumentMode: () => mode,
    isTextNode: (node): node is Text => isText(node),
    isCommentNode: (node): node is Comment => node.nodeType === 8,
    isDocumentTypeNode: (node): node is DocumentType => node.nodeType === 10,
    isElementNode: (node): node is SourceElement => isElement(node),
    setNodeSourceCodeLocation(node, place) {
      if (!isElement(node) || node[source] === undefined) return
      node[source].place = place
    },
    getNodeSourceCodeLocation: (node) => (isElement(node) ? node[source]?.place : null),
    updateNodeSourceCodeLocation(node, end) {
      if (isElement(node) && node[source]?.place) Object.assign(node[source].place, end)
    },
  }
}

function depthOf(node: SourceParent): number {
  return isElement(node) ? (node[source]?.depth ?? 0) : 0
}

function setAttributes(
  element: SourceElement,
  attributes: readonly Token.Attribute[],
  limits: PageLimits,
): void {
  for (let at = 0; at < attributes.length && at < limits.attributesMax; at++) {
    const attribute = attributes[at]
    if (attribute === undefined) break
    const { name, prefix, value } = attribute
    const isClass = name === 'class' && !prefix
    const charsMax = isClass ? classCharsMax : limits.attributeCharsMax
    const written = value.length > charsMax ? value.slice(0, charsMax) : value
    if (isClass) setClass(element, written)
    else element.setAttribute(prefix ? `${prefix}:${name}` : name, written)
  }
}

/** As `setAttribute`, but the set of class names is not made until something asks for it. */
function setClass(element: Element, value: string): void {
  const attribute = element.ownerDocument.createAttribute('class')
  attribute.value = value
  element.setAttributeNode(attribute)
}

function emptyDocument(): Document {
  const document: object = new DOMParser().parseFromString('', 'text/html')
  if (!isDocument(document)) throw new Error('linkedom did not make a document')
  return document
}

/** linkedom's types are its own classes; they implement the DOM interfaces that all other code uses. */
function isDocument(value: object): value is Document {
  return 'createElement' in value && 'documentElement' in value
}

/**
 * Events are not used here, and the listener map that linkedom creates for each node takes a fifth of the parse time.
 * Its node class gets a base whose constructor does nothing. The prototypes of the nodes stay unchanged.
 */
function skipListenerMaps(): void {
  let nodeClass: object = emptyDocument().constructor
  const baseOf = (base: object): object => Object.getPrototypeOf(base)
  while (baseOf(baseOf(nodeClass)) !== Function.prototype) nodeClass = baseOf(nodeClass)
  Object.setPrototypeOf(nodeClass, class {})
}

skipListenerMaps()
