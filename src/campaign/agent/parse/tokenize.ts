import { pairQuotes } from './pair-quotes.ts'
import spellingTable from './spellings.json'

export interface Token {
  kind: 'word' | 'number' | 'mark' | 'color' | 'url' | 'quote' | 'openQuote'
  /** Comparable: lower case, compatibility forms and British spelling folded; of a quotation its content. */
  text: string
  start: number
  end: number
}

const spellings = new Map(Object.entries(spellingTable))
const url = /[a-z][a-z\d+.-]{1,9}:\/\/[^\s<>"“”„«»「」]*[^\s<>"“”„«»「」.,;:!?'’)\]}*]/iy
/** Tried in this order; one of them always matches. */
const patterns = [
  { kind: 'gap', pattern: /\s+|(?<=[\p{L}\p{N}])[-\u2011](?=[\p{L}\p{N}])/uy },
  { kind: 'url', pattern: url },
  { kind: 'color', pattern: /#(?:[\da-f]{6}|[\da-f]{3})(?![\p{L}\p{N}])/iuy },
  { kind: 'number', pattern: /\d+(?:[.,]\d+)?|\.\d+/y },
  { kind: 'word', pattern: /[\p{L}\p{M}\p{N}\p{Cf}_]+(?:['’][\p{L}\p{M}]+)*/uy },
  { kind: 'mark', pattern: /\S/uy },
] as const

/** Replaces each control character and unusual space by one space, so that offsets remain valid. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\u2028\u2029]/g, '\n')
    .replace(/[\p{Cc}\p{Zs}\u202d\u202e]/gu, (char) => (char === '\n' ? char : ' '))
}

/** Splits a text; white space and the hyphens inside words are left out. Linear, as tokens follow each other. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const quotations = new Map(pairQuotes(text).map((quotation) => [quotation.start, quotation]))
  for (let start = 0; start < text.length; ) {
    const quotation = quotations.get(start)
    if (quotation !== undefined) {
      const content = quotation.content.trim()
      const isUrl = content !== '' && matchAt(url, content, 0) === content
      const kind = isUrl ? 'url' : quotation.isClosed ? 'quote' : 'openQuote'
      tokens.push({ kind, text: content, start, end: quotation.end })
      start = quotation.end
      continue
    }
    for (const { kind, pattern } of patterns) {
      const found = matchAt(pattern, text, start)
      if (found === '') continue
      const end = start + found.length
      if (kind !== 'gap') tokens.push({ kind, text: kind === 'url' ? found : fold(found), start, end })
      start = end
      break
    }
  }
  return tokens
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function fold(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()
  return spellings.get(plain) ?? plain.replace(/'s$/, '').replace(/^(\d+),/, '$1.')
}
