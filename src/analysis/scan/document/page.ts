/** UTF-16 code units of `Page.body`, end exclusive. */
export interface Span {
  start: number
  end: number
}

export type PageArea = 'nav' | 'header' | 'main' | 'footer' | 'aside'
export type HeadingLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** One visible text node, or the part of it between two tags. */
export interface TextRun {
  /** Decoded, whitespace collapsed, invisible and bidi characters removed; not trimmed to a length. */
  text: string
  span: Span
  element: Element
  /** Nearest block-level ancestor. */
  block: Element
  area: PageArea
  heading: HeadingLevel
}

/** The adjacent runs of one block. */
export interface TextBlock {
  text: string
  /** From the first run's start to the last one's end: the source between them, tags included. */
  span: Span
  runs: readonly TextRun[]
  block: Element
  area: PageArea
  heading: HeadingLevel
}

/** One JSON-LD object; `@graph` and nested top-level arrays are flattened, objects inside properties are not. */
export interface JsonLdItem {
  types: readonly string[]
  value: Readonly<Record<string, unknown>>
  /** The text inside the script element, without its tags. */
  script: Span
}

export interface PageLink {
  /** Absolute, resolved against `<base>` and the page's URL, without fragment. */
  url: string
  /** As written, decoded. */
  href: string
  text: string
  rel: string
  element: Element
  area: PageArea
  hrefSpan: Span | undefined
  visible: boolean
}

/** A parsed page, the input of all topics. It stays in the parse child; the DOM is not serialised. */
export interface Page {
  url: string
  label: string
  /** Decoded text of the fetched body: all spans are offsets in it. */
  body: string
  title: string
  description: string
  lang: string | undefined
  viaBrowser: boolean
  /** The `<html>` element; undefined only for an empty document. */
  root: Element | undefined
  /**
   * The DOM that a browser without scripts would build. Use simple selectors only: sibling and positional ones take
   * quadratic time.
   */
  document: Document
  /** `document.querySelectorAll`, cached: topics repeat the same queries. */
  all(selector: string): readonly Element[]
  headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The headers as `name: value\r\n` lines in received order; facts of method `header` quote from it. */
  headerBlock: string
  /** Visible text only, in document order. */
  blocks: readonly TextBlock[]
  links: readonly PageLink[]
  jsonLd: readonly JsonLdItem[]
  elements: number
  /** The page exceeded a limit and was cut. */
  truncated: boolean
  visibleTextLength: number
  /** The source of the whole element, tags included. */
  elementSpan(element: Element): Span | undefined
  startTagSpan(element: Element): Span | undefined
  /** The attribute's value as written, without quotes; undefined for an attribute without a value. */
  attributeSpan(element: Element, name: string): Span | undefined
  isVisible(element: Element): boolean
  /** The first occurrence of the needle inside `span`: verbatim, entity-encoded or JSON-escaped. */
  quoteIn(span: Span, needle: string): Span | undefined
}
