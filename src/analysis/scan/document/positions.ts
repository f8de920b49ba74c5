import type { Token } from 'parse5'
import { placeOf, type SourceElement } from './dom-tree.ts'
import type { Span } from './page.ts'

export function elementSpan(body: string, source: SourceElement): Span | undefined {
  const place = placeOf(source)
  return place ? { start: place.startOffset, end: endOf(body, place) } : undefined
}

export function startTagSpan(source: SourceElement): Span | undefined {
  const tag = placeOf(source)?.startTag
  return tag ? { start: tag.startOffset, end: tag.endOffset } : undefined
}

/** The source between an element's tags. */
export function contentSpan(body: string, source: SourceElement): Span | undefined {
  const place = placeOf(source)
  if (!place?.startTag) return undefined
  return { start: place.startTag.endOffset, end: place.endTag?.startOffset ?? endOf(body, place) }
}

/** For an unclosed script or title the parser's end offset is before its start. */
function endOf(body: string, { endOffset, startTag }: Token.ElementLocation): number {
  return startTag && endOffset < startTag.endOffset ? body.length : endOffset
}

/** The value as written, without quotes; undefined for an attribute without a value. */
export function attributeSpan(body: string, source: SourceElement, name: string): Span | undefined {
  const attributes = placeOf(source)?.attrs
  const place = attributes?.[name] ?? attributes?.[name.toLowerCase()]
  if (place === undefined) return undefined
  // Only the first character of an attribute name can be an equals sign.
  const equals = body.indexOf('=', place.startOffset + 1)
  if (equals === -1 || equals >= place.endOffset) return undefined
  const { start, end } = withoutSpace(body, { start: equals + 1, end: place.endOffset })
  const quote = body[start]
  if (quote !== '"' && quote !== "'") return { start, end }
  return { start: start + 1, end: body[end - 1] === quote && end > start + 1 ? end - 1 : end }
}

/** A span without the white space at its edges. */
export function withoutSpace(body: string, span: Span): Span {
  let { start, end } = span
  while (start < end && isSpace(body.charCodeAt(start))) start++
  while (end > start && isSpace(body.charCodeAt(end - 1))) end--
  return { start, end }
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)
