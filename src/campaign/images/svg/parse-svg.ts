import { SaxesParser, type SaxesTagNS } from 'saxes'
import { countText, imageRejected } from '../../errors.ts'
import { type SvgElement, svgRejected } from './svg-element.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'
const xincludeNamespace = 'http://www.w3.org/2001/XInclude'

export const elementsMax = 20_000
const nestingMax = 200

/**
 * Parses an SVG strictly as XML. Elements and attributes of other namespaces, which draw nothing, are left out, as
 * are elements for extensions that nothing here has. Entities are those of XML and `declaredEntities`.
 * @throws image_rejected that names the line
 */
export function parseSvg(text: string): SvgElement {
  // Hand-written files often lack the declaration of this prefix.
  const parser = new SaxesParser({ xmlns: true, additionalNamespaces: { xlink: xlinkNamespace } })
  const open: { element: SvgElement; isDrawn: boolean }[] = []
  let root: SvgElement | undefined
  let elements = 0

  parser.on('error', (error) => {
    throw imageRejected(`is not well-formed XML (${error.message})`, 'send an intact SVG', error)
  })
  parser.on('doctype', (doctype) => {
    for (const [name, value] of declaredEntities(parser, doctype, text)) parser.ENTITIES[name] = value
  })
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') {
      throw svgRejected(parser, 'an external style sheet (xml-stylesheet)', 'put its rules into the SVG')
    }
  })
  parser.on('opentag', (tag) => {
    elements += 1
    if (elements > elementsMax) {
      throw imageRejected('has too many elements', `at most ${countText(elementsMax)} elements are drawn`)
    }
    if (open.length >= nestingMax) {
      throw svgRejected(parser, 'elements nested too deeply', `nest at most ${nestingMax} elements`)
    }
    const isSvg = tag.uri === svgNamespace || tag.uri === ''
    if (tag.uri === xincludeNamespace)
      throw svgRejected(parser, `a <${tag.name}> element`, 'include its content')
    if (tag.local === 'script') throw svgRejected(parser, `a <${tag.name}> element`, 'remove scripts')
    const parent = open.at(-1)
    const element = toElement(tag, parser.line)
    const isForExtension = (tag.attributes['requiredExtensions']?.value ?? '').trim() !== ''
    const isDrawn = isSvg && !isForExtension && parent?.isDrawn !== false
    if (parent === undefined) root = element
    else if (isDrawn) parent.element.children.push(element)
    open.push({ element, isDrawn })
  })
  const addText = (more: string) => {
    const element = open.at(-1)?.element
    if (element?.name === 'style') element.text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()

  if (root === undefined || root.name !== 'svg') {
    throw imageRejected('has no <svg> element at its root', 'send an SVG')
  }
  return root
}

function toElement(tag: SaxesTagNS, line: number): SvgElement {
  const attributes = new Map<string, string>()
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    if (uri === xlinkNamespace && local === 'href' && !attributes.has('href')) attributes.set('href', value)
    if (uri === '') attributes.set(local, value)
  }
  return { name: tag.local, attributes, children: [], text: '', line }
}

const entitiesMax = 100
const valueCharsMax = 1_000
const expandedCharsMax = 1_000_000

/**
 * The entities that a document type declares, as editors do for their namespaces: plain texts, without markup and without
 * other entities.
 * @param text the whole document
 * @throws image_rejected for all others, and where they stand for too much text
 */
function declaredEntities(
  at: Pick<SvgElement, 'line'>,
  doctype: string,
  text: string,
): ReadonlyMap<string, string> {
  const declared = doctype.replace(/<!--[\s\S]*?-->/g, '')
  const entities = new Map<string, string>()
  if (/<!ENTITY\s+%|%[\w.:-]+;/i.test(declared))
    throw svgRejected(at, 'a document type with parameter entities', 'save it without entities')
  const plain = /^<!ENTITY\s+([\w.:-]+)\s+(?:"([^"<&]*)"|'([^'<&]*)')\s*>/i
  for (const { index } of declared.matchAll(/<!ENTITY/gi)) {
    const [, name, double, single] = plain.exec(declared.slice(index, index + 2 * valueCharsMax)) ?? []
    const value = double ?? single
    if (name === undefined || value === undefined || value.length > valueCharsMax) {
      throw svgRejected(
        at,
        'a document type that declares entities other than short plain texts',
        'save it without entities',
      )
    }
    if (!entities.has(name)) entities.set(name, value)
    if (entities.size > entitiesMax)
      throw svgRejected(at, 'too many entities', `declare at most ${entitiesMax}`)
  }
  let expanded = 0
  if (entities.size > 0)
    for (const [, name = ''] of text.matchAll(/&([\w.:-]+);/g)) expanded += entities.get(name)?.length ?? 0
  if (expanded > expandedCharsMax) {
    throw svgRejected(
      at,
      'entities that stand for too much text',
      `at most ${countText(expandedCharsMax)} characters are inserted`,
    )
  }
  return entities
}
