import { LRUCache } from 'lru-cache'
import { defaultTreeAdapter, parseFragment } from 'parse5'
import { plainText } from '../../text/clean-text.ts'
import { remembered } from '../../text/remembered.ts'
import type { Span } from './page.ts'

type Notation = 'markup' | 'json' | 'json-with-entities'

/** Text without white space, with the source offset of each code unit. */
interface Decoded {
  text: string
  starts: readonly number[]
  ends: readonly number[]
}

const decodedCharsMax = 1024 * 1024
const cachedMax = 32

/**
 * Finds text in the source: verbatim, else with tags inside and entities, else JSON-escaped. The latter two ignore
 * white space and invisible characters.
 */
export function createQuoteFinder(body: string): (span: Span, needle: string) => Span | undefined {
  const cache = new LRUCache<string, Decoded>({ max: cachedMax })

  const decoded = (span: Span, notation: Notation): Decoded => {
    const key = `${span.start}-${span.end}-${notation}`
    const known = cache.get(key) ?? decode(body, span, notation)
    cache.set(key, known)
    return known
  }

  return (span, needle) => {
    const source = body.slice(span.start, span.end)
    const plain = plainText(needle)
    if (plain === '') return undefined
    const at = source.indexOf(needle)
    if (at !== -1) return { start: span.start + at, end: span.start + at + needle.length }
    const compact = plain.replaceAll(' ', '')
    const notations: Notation[] = source.includes('\\')
      ? ['markup', 'json', 'json-with-entities']
      : ['markup', 'json-with-entities']
    for (const notation of notations) {
      const { text, starts, ends } = decoded(span, notation)
      const index = text.indexOf(compact)
      const [start, end] = [starts[index], ends[index + compact.length - 1]]
      if (start !== undefined && end !== undefined) return { start, end }
    }
    return undefined
  }
}

function decode(body: string, span: Span, notation: Notation): Decoded {
  const starts: number[] = []
  const ends: number[] = []
  const parts: string[] = []
  const end = Math.min(span.end, span.start + decodedCharsMax)
  for (let at = span.start; at < end; ) {
    const { text, length } = tokenAt(body, at, end, notation)
    if (text !== '') {
      parts.push(text)
      for (let unit = 0; unit < text.length; unit++) {
        starts.push(at)
        ends.push(at + length)
      }
    }
    at += length
  }
  return { text: parts.join(''), starts, ends }
}

/** The decoded text of the source at `at`, without white space, and its length in the source. */
function tokenAt(
  body: string,
  at: number,
  end: number,
  notation: Notation,
): { text: string; length: number } {
  const mark = body[at] ?? ''
  if (mark === '&' && notation !== 'json') {
    const written = entity.exec(body.slice(at, Math.min(end, at + 36)))?.[0]
    const meaning = written === undefined ? undefined : entityMeaning(written)
    if (written !== undefined && meaning !== undefined)
      return { text: compacted(meaning), length: written.length }
  }
  if (mark === '<' && notation === 'markup' && tagStart.test(body.slice(at, at + 2))) {
    return { text: '', length: tagEnd(body, at, end) - at }
  }
  if (mark === '\\' && notation !== 'markup') {
    const written = body.slice(at, at + 2)
    const code = unicodeEscape.exec(body.slice(at, at + 6))?.[1]
    if (code !== undefined)
      return { text: compacted(String.fromCharCode(Number.parseInt(code, 16))), length: 6 }
    return { text: whiteEscape.test(written) ? '' : written.slice(1), length: 2 }
  }
  const code = mark.charCodeAt(0)
  if (code <= 32) return { text: '', length: 1 }
  if (code < 127) return { text: mark, length: 1 }
  const point = String.fromCodePoint(body.codePointAt(at) ?? code)
  return { text: compacted(point), length: point.length }
}

const entity = /^&(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{1,31});?/i
const tagStart = /^<[a-z/!?]/i
const unicodeEscape = /^\\u([\da-f]{4})$/i
const whiteEscape = /^\\[bfnrt]$/

/** Halves of a surrogate pair may be escaped separately, so they stay. */
const compacted = remembered((text) =>
  /^[\ud800-\udfff]$/.test(text) ? text : plainText(text).replaceAll(' ', ''),
)

function tagEnd(body: string, at: number, end: number): number {
  if (body.startsWith('<!--', at)) {
    const close = body.indexOf('-->', at + 4)
    return close === -1 || close > end ? end : close + 3
  }
  let quote = ''
  for (let place = at + 1; place < end; place++) {
    const mark = body[place] ?? ''
    if (quote !== '') {
      if (mark === quote) quote = ''
    } else if (mark === '>') {
      return place + 1
    } else if (mark === '"' || mark === "'") {
      quote = mark
    }
  }
  return end
}

/** The parser resolves all names, with and without a semicolon; undefined for text that is not an entity. */
const entityMeaning = remembered((written) => {
  const [node] = parseFragment(written).childNodes
  const text = node !== undefined && defaultTreeAdapter.isTextNode(node) ? node.value : written
  return text === written ? undefined : text
})
