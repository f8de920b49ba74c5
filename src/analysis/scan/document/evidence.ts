import type { FactMethod } from '../schema.ts'
import type { Line } from './lines.ts'
import type { JsonLdItem, Page, Span } from './page.ts'
import type { QuoteContext } from './quote-context.ts'

/** A verbatim piece of the fetched page or its headers. */
export interface Evidence {
  method: FactMethod
  /** `page.body.slice(start, end)`; for the method `header` the same slice of `page.headerBlock`. */
  quote: string
  start: number
  end: number
  context?: QuoteContext
}

export const quoteMax = 300

/** Evidence of a span, cut to the maximum length of a quote. Undefined for a span that is missing or empty. */
export function spanEvidence(page: Page, method: FactMethod, span: Span | undefined): Evidence | undefined {
  if (span === undefined || span.end <= span.start) return undefined
  let end = Math.min(span.end, span.start + quoteMax)
  if (end < span.end && isHighSurrogate(page.body.charCodeAt(end - 1))) end--
  return { method, quote: page.body.slice(span.start, end), start: span.start, end }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/** The source of an element after its start tag. */
export function innerSpan(page: Page, element: Element): Span | undefined {
  const whole = page.elementSpan(element)
  return whole && { start: page.startTagSpan(element)?.end ?? whole.start, end: whole.end }
}

export function attributeEvidence(
  page: Page,
  method: FactMethod,
  element: Element,
  name: string,
): Evidence | undefined {
  return spanEvidence(page, method, page.attributeSpan(element, name))
}

/** Evidence of a text inside a span; of the span itself when the text is not found in it. */
export function quoteEvidence(
  page: Page,
  method: FactMethod,
  span: Span | undefined,
  needle: string,
): Evidence | undefined {
  if (span === undefined) return undefined
  return spanEvidence(page, method, page.quoteIn(span, needle) ?? span)
}

/** Evidence of a JSON-LD value. Undefined when it cannot be found in the script. */
export function jsonEvidence(page: Page, item: JsonLdItem, value: string): Evidence | undefined {
  if (value === '') return undefined
  return spanEvidence(page, 'json-ld', page.quoteIn(item.script, value))
}

/** Evidence of the part [from, to) of a line. */
export function lineEvidence(
  page: Page,
  line: Line,
  from = 0,
  to = line.text.length,
  method: FactMethod = line.heading > 0 ? 'heading' : 'text',
): Evidence | undefined {
  return spanEvidence(page, method, lineSpan(page, line, from, to))
}

/** The source span of the part [from, to) of a line, with the tags between its runs. */
export function lineSpan(page: Page, line: Line, from: number, to: number): Span | undefined {
  const spans: Span[] = []
  for (const { run, text, at } of line.pieces) {
    const start = Math.max(from - at, 0)
    const end = Math.min(to - at, text.length)
    if (start >= end) continue
    const part = text.slice(start, end).trim()
    if (part === '') continue
    spans.push(page.quoteIn(run.span, part) ?? run.span)
  }
  const longest = spans.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0]
  return longest && wholeSpan(spans, longest)
}

/** From the start of the first span to the end of the last, when short enough to quote. */
export function wholeSpan(spans: readonly Span[], otherwise: Span): Span {
  const [start, end] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0]
  return end > start && end - start <= quoteMax ? { start, end } : otherwise
}

/** Evidence of adjacent lines; of the first one, when they are too long to quote. */
export function linesEvidence(page: Page, lines: readonly Line[]): Evidence | undefined {
  const spans = lines.flatMap((line) => lineSpan(page, line, 0, line.text.length) ?? [])
  return spanEvidence(page, 'text', spans[0] && wholeSpan(spans, spans[0]))
}
