import { cleanText } from '../../text/clean-text.ts'
import { attributesOf, isElement, isHtml } from './dom-tree.ts'
import { readJsonLd } from './json-ld.ts'
import { defaultPageLimits, type PageLimits } from './limits.ts'
import { readBase, readLinks } from './links.ts'
import { readMetas } from './metas.ts'
import type { Page } from './page.ts'
import { attributeSpan, contentSpan, elementSpan, startTagSpan } from './positions.ts'
import { createQuoteFinder } from './quote.ts'
import { readHidingRules } from './style-rules.ts'
import { parseTree } from './tree.ts'
import { readVisibleText } from './visible-text.ts'

export interface PageInput {
  url: string
  /** The whole decoded body; all spans are offsets in it. */
  body: string
  headers: ReadonlyArray<readonly [name: string, value: string]>
  viaBrowser: boolean
}

/** Reads a fetched page in time linear in its length and within the limits. Does not run scripts or fetch anything. */
export function buildPage(input: PageInput, limits: PageLimits = defaultPageLimits): Page {
  const { url, body, headers, viaBrowser } = input
  const tree = parseTree(
    body.length > limits.bodyCharsMax ? body.slice(0, limits.bodyCharsMax) : body,
    limits,
  )
  const { document } = tree
  const root = [...document.childNodes].find(isElement)
  const all = cachedQueries(document)
  const metas = readMetas(all('meta'))
  const meta = (name: string) => metas.find((one) => one.name === name)?.content
  const text = readVisibleText(
    body,
    tree,
    readHidingRules(
      styleTexts(all('style'), limits),
      meta('color-scheme') !== undefined || all('link').some(isStylesheet),
    ),
    limits,
  )
  const scriptSpans = all('script')
    .filter(isJsonLd)
    .flatMap((script) => contentSpan(body, script) ?? [])
  const jsonLd = readJsonLd(body, scriptSpans, limits)
  const title = cleanText(titleOf(root, all('title')))
  const links = readLinks(body, readBase(all('base'), new URL(url)), text, limits.linksMax)

  return {
    url,
    label: title === '' ? labelOf(url) : title.slice(0, 120),
    body,
    title,
    description: cleanText(meta('description') ?? meta('og:description') ?? ''),
    lang: languageOf(root?.getAttribute('lang') ?? meta('content-language') ?? ''),
    viaBrowser,
    root,
    document,
    all,
    headers,
    headerBlock: headers.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
    blocks: text.blocks,
    links,
    jsonLd: jsonLd.items,
    elements: tree.elements,
    truncated: tree.truncated || text.truncated || jsonLd.truncated || body.length > limits.bodyCharsMax,
    visibleTextLength: text.chars,
    elementSpan: (element) => elementSpan(body, element),
    startTagSpan,
    attributeSpan: (element, name) => attributeSpan(body, element, name),
    isVisible: (element) => !text.hidden.has(element),
    quoteIn: createQuoteFinder(body),
  }
}

/** Answers tag names and `[attribute]` selectors from one walk; other selectors are queried once each. */
function cachedQueries(document: Document): (selector: string) => readonly Element[] {
  const known = new Map<string, Element[]>()
  const byAttribute = new Map<string, Element[]>()
  const add = (to: Map<string, Element[]>, name: string, element: Element) => {
    const elements = to.get(name)
    if (elements === undefined) to.set(name, [element])
    else elements.push(element)
  }
  const addBelow = (parent: Node) => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (!isElement(node)) continue
      add(known, node.localName, node)
      for (const { name } of attributesOf(node)) add(byAttribute, name, node)
      if (node.localName !== 'template') addBelow(node)
    }
  }
  addBelow(document)
  for (const [name, elements] of byAttribute) known.set(`[${name}]`, elements)
  return (selector) => {
    const before = known.get(selector)
    if (before !== undefined) return before
    const found = nameOrAttribute.test(selector) ? [] : [...document.querySelectorAll(selector)]
    known.set(selector, found)
    return found
  }
}

const nameOrAttribute = /^(?:[a-z][a-z\d]{0,30}|\[[a-z\d-]{1,40}\])$/

function isJsonLd(script: Element): boolean {
  return /^\s{0,9}application\/ld\+json/i.test(script.getAttribute('type')?.slice(0, 100) ?? '')
}

function isStylesheet(link: Element): boolean {
  return /style/i.test(link.getAttribute('rel')?.slice(0, 100) ?? '')
}

/** Style blocks for print and narrow screens are left out. */
function styleTexts(styles: readonly Element[], limits: PageLimits): string[] {
  let left = limits.styleCharsMax
  const texts: string[] = []
  for (const style of styles) {
    const media = style.getAttribute('media')?.trim().toLowerCase() ?? ''
    if (!['', 'all', 'screen'].includes(media)) continue
    const text = style.textContent.slice(0, left)
    left -= text.length
    texts.push(text)
  }
  return texts
}

/** An SVG element may have its own title. */
function titleOf(root: Element | undefined, titles: readonly Element[]): string {
  const head = root?.firstElementChild
  const own = titles.filter(isHtml)
  return (own.find((title) => title.parentElement === head) ?? own[0])?.textContent ?? ''
}

const languageTag = /^[a-z]{2,8}(?:[-_][a-z\d]{1,8}){0,5}$/i

function languageOf(written: string): string | undefined {
  const tag = written.split(',', 1)[0]?.trim().slice(0, 60) ?? ''
  return languageTag.test(tag) ? tag.replaceAll('_', '-') : undefined
}

function labelOf(url: string): string {
  const { host, pathname } = new URL(url)
  return cleanText(`${host}${pathname === '/' ? '' : pathname}`).slice(0, 120)
}
