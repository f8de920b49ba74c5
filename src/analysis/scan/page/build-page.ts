import type { Page, PageElement } from '../page.ts'
import { cleanText } from './clean-text.ts'
import { createElementIndex } from './element-index.ts'
import { type FilledDocument, fillDocument } from './fill-document.ts'
import { readJsonLd } from './json-ld.ts'
import { defaultPageLimits, type PageLimits } from './limits.ts'
import { readBase, readLinks } from './links.ts'
import { attributeSpan, contentSpan, elementSpan, startTagSpan } from './positions.ts'
import { createQuoteFinder } from './quote.ts'
import { readHidingRules } from './style-rules.ts'
import { parseTree } from './tree.ts'
import { TreeElement } from './tree-element.ts'
import { readVisibleText } from './visible-text.ts'

export interface PageInput {
  url: string
  /** The whole decoded body: every span of the page is an offset in it. */
  body: string
  headers: ReadonlyArray<readonly [name: string, value: string]>
  viaBrowser: boolean
}

/**
 * Reads a fetched page. Whatever the body, the work is linear in its length and what is kept stays within the limits.
 * Scripts do not run and nothing is fetched.
 */
export function buildPage(input: PageInput, limits: PageLimits = defaultPageLimits): Page {
  const { url, body, headers, viaBrowser } = input
  const tree = parseTree(
    body.length > limits.bodyCharsMax ? body.slice(0, limits.bodyCharsMax) : body,
    limits,
  )
  const elements = createElementIndex(tree.root)
  const root = tree.root.childNodes.find((node) => node instanceof TreeElement)
  const metas = elements.named('meta')
  const meta = (name: string) => metaContent(metas, name)
  let filled: FilledDocument | undefined
  const fill = () => {
    filled ??= fillDocument(tree, limits)
    return filled
  }

  const text = readVisibleText(
    body,
    tree,
    readHidingRules(
      styleTexts(elements.named('style'), limits),
      meta('color-scheme') !== undefined || elements.named('link').some(isStylesheet),
    ),
    limits,
  )
  const scriptSpans = elements
    .named('script')
    .filter(isJsonLd)
    .map((script) => contentSpan(body, script))
    .filter((span) => span !== undefined)
  const jsonLd = readJsonLd(body, scriptSpans, limits)
  const title = cleanText(titleOf(root, elements.named('title')))
  const links = readLinks(body, readBase(elements.named('base'), new URL(url)), text, limits.linksMax)
  const sourceOf = (element: PageElement | Element): TreeElement | undefined =>
    element instanceof TreeElement ? element : isOfDom(element) ? filled?.sourceOf.get(element) : undefined
  const within = <T>(element: PageElement | Element, read: (source: TreeElement) => T): T | undefined => {
    const source = sourceOf(element)
    return source === undefined ? undefined : read(source)
  }

  return {
    url,
    label: title === '' ? labelOf(url) : title.slice(0, 120),
    body,
    title,
    description: cleanText(meta('description') ?? meta('og:description') ?? ''),
    lang: languageOf(root?.getAttribute('lang') ?? meta('content-language') ?? ''),
    viaBrowser,
    root,
    elementsNamed: elements.named,
    elementsWith: elements.withAttribute,
    get document() {
      return fill().document
    },
    headers,
    headerBlock: headers.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
    blocks: text.blocks,
    links,
    jsonLd: jsonLd.items,
    elements: tree.elements,
    truncated: tree.truncated || text.truncated || jsonLd.truncated || body.length > limits.bodyCharsMax,
    visibleTextLength: text.chars,
    elementSpan: (element) => within(element, (source) => elementSpan(body, source)),
    startTagSpan: (element) => within(element, startTagSpan),
    attributeSpan: (element, name) => within(element, (source) => attributeSpan(body, source, name)),
    isVisible: (element) => within(element, (source) => !text.hidden.has(source)) ?? true,
    quoteIn: createQuoteFinder(body),
  }
}

const isOfDom = (element: PageElement | Element): element is Element => 'ownerDocument' in element

function isJsonLd(script: PageElement): boolean {
  return /^\s{0,9}application\/ld\+json/i.test(script.getAttribute('type')?.slice(0, 100) ?? '')
}

function isStylesheet(link: PageElement): boolean {
  return /style/i.test(link.getAttribute('rel')?.slice(0, 100) ?? '')
}

/** Style blocks for print say nothing about the screen. */
function styleTexts(styles: readonly PageElement[], limits: PageLimits): string[] {
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

/** A drawing may have a title of its own, which is not the page's. */
function titleOf(root: TreeElement | undefined, titles: readonly TreeElement[]): string {
  const head = root?.childNodes.find((node) => node instanceof TreeElement)
  const own = titles.filter((title) => title.namespaceURI === 'http://www.w3.org/1999/xhtml')
  return (own.find((title) => title.parentElement === head) ?? own[0])?.textContent ?? ''
}

function metaContent(metas: readonly PageElement[], name: string): string | undefined {
  const key = (element: PageElement) =>
    element.getAttribute('name') ?? element.getAttribute('property') ?? element.getAttribute('http-equiv')
  const content = metas
    .filter((element) => key(element)?.trim().toLowerCase() === name)
    .map((element) => element.getAttribute('content') ?? '')
  return content.find((value) => value.trim() !== '')
}

const languageTag = /^[a-z]{2,8}(?:[-_][a-z\d]{1,8}){0,5}$/i

export const patterns = [languageTag]

function languageOf(written: string): string | undefined {
  const tag = written.split(',', 1)[0]?.trim().slice(0, 60) ?? ''
  return languageTag.test(tag) ? tag.replaceAll('_', '-') : undefined
}

function labelOf(url: string): string {
  const { host, pathname } = new URL(url)
  return cleanText(`${host}${pathname === '/' ? '' : pathname}`).slice(0, 120)
}
