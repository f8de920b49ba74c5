import type { Span } from '../page.ts'
import type { SourceElement } from './tree.ts'

export function elementSpan(body: string, source: SourceElement): Span | undefined {
  const place = source.sourceCodeLocation
  return place ? { start: place.startOffset, end: endOf(body, place) } : undefined
}

export function startTagSpan(source: SourceElement): Span | undefined {
  const tag = source.sourceCodeLocation?.startTag
  return tag ? { start: tag.startOffset, end: tag.endOffset } : undefined
}

/** What stands between an element's tags. */
export function contentSpan(body: string, source: SourceElement): Span | undefined {
  const place = source.sourceCodeLocation
  if (!place?.startTag) return undefined
  return { start: place.startTag.endOffset, end: place.endTag?.startOffset ?? endOf(body, place) }
}

type Place = NonNullable<SourceElement['sourceCodeLocation']>

/** The parser gives a script or a title that nothing closes an end before its beginning. */
function endOf(body: string, { endOffset, startTag }: Place): number {
  return startTag && endOffset < startTag.endOffset ? body.length : endOffset
}

/** The value as written, without quotes; undefined for an attribute without a value. */
export function attributeSpan(body: string, source: SourceElement, name: string): Span | undefined {
  const attributes = source.sourceCodeLocation?.startTag ? source.sourceCodeLocation.attrs : undefined
  const place = attributes?.[name] ?? attributes?.[name.toLowerCase()]
  if (place === undefined) return undefined
  let { startOffset: start, endOffset: end } = place
  // Only as its first character can the name itself hold an equals sign.
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
