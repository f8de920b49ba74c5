import quoteTable from './quotes.json'
import spellingTable from './spellings.json'

export interface Token {
  kind: string
  /** Comparable: lower case, compatibility forms and British spelling folded; of a quotation its content. */
  text: string
  start: number
  end: number
}

type Marks = (typeof quoteTable)[number]

const spellings = new Map(Object.entries(spellingTable))
const quoteMarks = new Map(quoteTable.map((marks) => [marks.open, marks]))
const quoteStart = /(?<=^|[\s([{:=>/|–—,;.+-]).(?!\d\ds)(?=\S)/uy
const sentence = /[^]*?(?:[?!](?=\s|$)|(?=\.(?:\s|$)|\n|$))/y
const letterOrDigit = /[\p{L}\p{N}]/u
/** Tried in this order; a character that none of them matches is a mark. Beside `kit` a word with hyphens is an id. */
const forms = [
  { kind: 'gap', pattern: /\s+|(?<=[\p{L}\p{N}])[-\u2011](?=[\p{L}\p{N}])/uy },
  { kind: 'url', pattern: /[a-z][a-z\d+.-]{1,9}:\/\/[^\s<>"“”„«»「」]*[^\s<>"“”„«»「」.,;:!?'’)\]}*]/iy },
  { kind: 'pin', pattern: /(?<![\w.@+-])[a-z\d]+(?:-[a-z\d]+)*@\d+(?![\w@-]|\.\w)/iy },
  { kind: 'slug', pattern: /(?<![\w.@+-])[a-z\d]+(?:-[a-z\d]+)+(?=["'”’»“]?\s(?:brand[ -]?)?kits?\b)/iy },
  { kind: 'slug', pattern: /(?<=\bkit(?: id)?(?:\s?(?:[:=]|is|named|called))?\s?["'“‘«„]?)(?=[a-z]*[-\d])[a-z\d]+(?:-[a-z\d]+)*(?:@\d+)?(?![\w@%-])/iy },
  { kind: 'color', pattern: /#(?:[\da-f]{6}|[\da-f]{3})(?![\p{L}\p{N}])/iuy },
  { kind: 'number', pattern: /\d+(?:[.,]\d+)?|\.\d+/y },
  { kind: 'word', pattern: /[\p{L}\p{M}\p{N}\p{Cf}_]+(?:['’][\p{L}\p{M}]+)*/uy },
]

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
  for (let start = 0; start < text.length; ) {
    const token = quotationAt(text, start) ?? tokenAt(text, start)
    if (token.kind !== 'gap') tokens.push(token)
    start = token.end
  }
  return tokens
}

function tokenAt(text: string, start: number): Token {
  for (const { kind, pattern } of forms) {
    const found = matchAt(pattern, text, start)
    if (found !== '') return { kind, text: kind === 'url' ? found : fold(found), start, end: start + found.length }
  }
  const mark = String.fromCodePoint(text.codePointAt(start) ?? 0)
  return { kind: 'mark', text: fold(mark), start, end: start + mark.length }
}

/** A quotation inside another one belongs to it. Without a closing mark it ends with its sentence. */
function quotationAt(text: string, start: number): Token | undefined {
  const marks = quoteMarks.get(text.charAt(start))
  if (marks === undefined || !opensAt(text, start, marks)) return undefined
  const close = closeOf(text, start, marks)
  if (close === undefined) {
    const content = matchAt(sentence, text, start + 1)
    const end = start + 1 + content.length
    return marks.kind === 'single' ? undefined : { kind: 'openQuote', text: content.trim(), start, end }
  }
  const inner = tokenAt(text, start + 1)
  if (inner.end === close && (inner.kind === 'url' || inner.kind === 'slug'))
    return { ...inner, start, end: close + 1 }
  return { kind: 'quote', text: text.slice(start + 1, close).trim(), start, end: close + 1 }
}

const opensAt = (text: string, at: number, { kind }: Marks) =>
  kind === 'paired' || matchAt(quoteStart, text, at) !== ''

/**
 * A mark before a letter is an apostrophe; one after `s` may be a possessive if a later mark can close. Linear, as the
 * search does not go beyond the next opening mark.
 */
function closeOf(text: string, start: number, marks: Marks): number | undefined {
  const isSingle = marks.kind === 'single'
  let possessive: number | undefined
  for (let at = start + 1; at < text.length; at++) {
    const mark = text.charAt(at)
    const after = text.charAt(at + 1)
    if (mark === '\n' && (isSingle || after === '\n')) break
    if (marks.close.includes(mark) && !letterOrDigit.test(after)) {
      if (!isSingle || text.charAt(at - 1) !== 's' || after !== ' ') return at
      possessive ??= at
    } else if (mark === marks.open && opensAt(text, at, marks)) break
  }
  return possessive
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
