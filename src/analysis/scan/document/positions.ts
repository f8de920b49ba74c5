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
  let { startOffset: start, endOffset: end } = place
  // Only the first character of an attribute name can be an equals sign.
  const equals = body.indexOf('=', start + 1)
  if (equals === -1 || equals >= end) return undefined
  start = equals + 1
  while (start < end && isSpace(body.charCodeAt(start))) start++
  const quote = body[start]
  if (quote !== '"' && quote !== "'") return { start, end }
  start++
  if (body[end - 1] === quote && end > start) end--
  return { start, end }
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)
