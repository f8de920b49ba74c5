import type { Page, Span } from '../page.ts'
import { cleanText } from './clean-text.ts'
import { type FilledDocument, fillDocument } from './fill-document.ts'
import { readJsonLd } from './json-ld.ts'
import { defaultPageLimits, type PageLimits } from './limits.ts'
import { readBase, readLinks } from './links.ts'
import { attributeSpan, contentSpan, elementSpan, startTagSpan } from './positions.ts'
import { createQuoteFinder } from './quote.ts'
import { readHidingRules } from './style-rules.ts'
import { parseTree, type SourceElement } from './tree.ts'
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
  const filled = fillDocument(tree, limits)
  const { document, sourceOf } = filled
  const { styles, scripts, titles, metas } = pickElements(filled)
  const meta = (name: string) => metaContent(metas, name)

  const text = readVisibleText(body, tree, filled, readHidingRules(styleTexts(styles, limits)), limits)
  const scriptSpans = scripts
    .filter(isJsonLd)
    .map((script) => contentOf(body, sourceOf.get(script)))
    .filter((span) => span !== undefined)
  const jsonLd = readJsonLd(body, scriptSpans, limits)
  const title = cleanText(titleOf(document, titles))
  const links = readLinks(body, readBase(document, new URL(url)), text, limits.linksMax)
  const within = <T>(element: Element, read: (source: SourceElement) => T): T | undefined => {
    const source = sourceOf.get(element)
    return source === undefined ? undefined : read(source)
  }

  return {
    url,
    label: title === '' ? labelOf(url) : title.slice(0, 120),
    body,
    title,
    description: cleanText(meta('description') ?? meta('og:description') ?? ''),
    lang: languageOf(document.documentElement?.getAttribute('lang') ?? meta('content-language') ?? ''),
    viaBrowser,
    document,
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
    isVisible: (element) => !text.hidden.has(element),
    quoteIn: createQuoteFinder(body),
  }
}

/** In one walk: a document's own look-ups walk all of it each. */
function pickElements({ elementOf }: FilledDocument) {
  const picked: Record<'styles' | 'scripts' | 'titles' | 'metas', Element[]> = {
    styles: [],
    scripts: [],
    titles: [],
    metas: [],
  }
  for (const [source, element] of elementOf) {
    if (source.tagName === 'style') picked.styles.push(element)
    else if (source.tagName === 'script') picked.scripts.push(element)
    else if (source.tagName === 'title') picked.titles.push(element)
    else if (source.tagName === 'meta') picked.metas.push(element)
  }
  return picked
}

function contentOf(body: string, source: SourceElement | undefined): Span | undefined {
  return source === undefined ? undefined : contentSpan(body, source)
}

function isJsonLd(script: Element): boolean {
  return /^\s{0,9}application\/ld\+json/i.test(script.getAttribute('type')?.slice(0, 100) ?? '')
}

/** Style blocks for print say nothing about the screen. */
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

/** A drawing may have a title of its own, which is not the page's. */
function titleOf(document: Document, titles: readonly Element[]): string {
  const head = document.documentElement?.firstElementChild
  const own = titles.filter((title) => title.namespaceURI === 'http://www.w3.org/1999/xhtml')
  return (own.find((title) => title.parentElement === head) ?? own[0])?.textContent ?? ''
}

function metaContent(metas: readonly Element[], name: string): string | undefined {
  const key = (element: Element) =>
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
