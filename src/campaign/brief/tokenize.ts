import { oneOf } from './one-of.ts'
import properties from './properties.json'
import quoteTable from './quotes.json'
import spellingTable from './spellings.json'

/** A token, or a phrase of several. */
export interface Item {
  /** The form of a token, the kind of a phrase, or what the rules make of it. */
  kind: string
  /** Of a word comparable: in lower case, compatibility forms and British spelling folded; of a quotation its content. */
  value: string
  start: number
  end: number
}

type Marks = (typeof quoteTable)[number]

const spellings = new Map(Object.entries(spellingTable))
const quoteMarks = new Map(quoteTable.map((marks) => [marks.open, marks]))
const quoteStart = /(?<=^|[\s([{:=>/|–—,;.+-]).(?!\d\ds)(?=\S)/uy
const sentence = /[\s\S]*?(?:[?!](?=\s|$)|(?=\.(?:\s|$)|\n|$))/y
const id = '[a-z\\d]+(?:-[a-z\\d]+)'
const afterKit = '(?<=\\bkits?(?: id)?(?:\\s?(?:[:=]|is|named|called))?\\s?["\'“‘«„]?)'
const abbreviation = `(?<![\\p{L}.])${oneOf(properties.abbreviations)}`
/** Tried in this order. Beside `kit` a word with hyphens or digits is an id; unspaced scripts give a word per character. */
const forms: readonly [kind: string, pattern: RegExp][] = [
  ['newline', /\s*\n\s*/y],
  ['gap', /\s+|(?<=[\p{L}\p{N}])[-\u2011](?=[\p{L}\p{N}])/uy],
  ['url', /[a-z][a-z\d+.-]{1,9}:\/\/[^\s<>"“”„«»「」]*[^\s<>"“”„«»「」.,;:!?'’)\]}*]/iy],
  ['pin', new RegExp(`(?<![\\w.@+-])${id}*@\\d+(?![\\w@-]|\\.\\w)`, 'iy')],
  ['slug', new RegExp(`(?<![\\w.@+-])${id}+(?=["'”’»“]?\\s(?:brand[ -]?)?kits?\\b)`, 'iy')],
  ['slug', new RegExp(`${afterKit}(?=[a-z]*[-\\d])${id}*(?:@\\d+)?(?![\\w@%-])`, 'iy')],
  ['color', /#(?:[\da-f]{6}|[\da-f]{3})(?![\p{L}\p{N}])/iuy],
  ['offer', /(?<=^|[\s(])[-−–]\d{1,3} ?%/y],
  ['smallNumber', /(?:0[.,]\d+|\.\d+|[01])(?![.,]?\d)/y],
  ['dimensions', /\d{2,5} ?[x×] ?\d{2,5}(?: ?px)?(?![\p{L}\p{N}])/iuy],
  ['number', /\d+(?:[.,]\d+)?|\.\d+/y],
  ['word', /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/uy],
  ['adverb', /[a-z]+(?:ly|ed)(?![\p{L}\p{M}\p{N}\p{Cf}_'’])/iuy],
  [
    'word',
    /[[\p{L}\p{M}\p{N}\p{Cf}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]]+(?:['’][\p{L}\p{M}]+)*/vy,
  ],
  ['stop', new RegExp(`[。！？]|(?<!${abbreviation})[.…!?؟](?=[\\s.!?؟]|$)`, 'iuy')],
  ['break', /[,;:()[\]{}|•·–—*=>→\-_/，；：（）、・،؛]/y],
  ['mark', /./suy],
]

/** Marks of Markdown: of strong text and of a heading. */
const markdown = /\*\*|(?<![\p{L}\p{N}])__|__(?![\p{L}\p{N}])|^ {0,3}#{1,6}(?= )/gmu

/**
 * Replaces each control character, unusual space and mark of Markdown by spaces, " // " between sentences by a full stop,
 * and the sign of "name = " by a colon, so that offsets remain valid.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\u2028\u2029]/g, '\n')
    .replace(/[\p{Cc}\p{Zs}\u202d\u202e]/gu, (char) => (char === '\n' ? char : ' '))
    .replace(/ \/\/(?= )/g, '.  ')
    .replace(/(?<=(?:^|[\n.;,-] ?)[\p{L} ]{3,20} )=(?= (?!\S+:\/\/)[\p{L}\p{N}])/gu, ':')
    .replace(markdown, (marks) => ' '.repeat(marks.length))
}

/** Splits a text; white space and the hyphens inside words are left out. Linear, as tokens follow each other. */
export function tokenize(text: string): Item[] {
  const tokens: Item[] = []
  for (let start = 0; start < text.length; ) {
    const token = quotationAt(text, start) ?? tokenAt(text, start)
    if (token.kind !== 'gap') tokens.push(token)
    start = token.end
  }
  return tokens
}

function tokenAt(text: string, start: number): Item {
  for (const [kind, pattern] of forms) {
    const value = matchAt(pattern, text, start)
    const end = start + value.length
    if (kind === 'url' && value !== '') return { kind: kindOfUrl(value), value, start, end }
    if (value !== '') return { kind, value: fold(value), start, end }
  }
  return { kind: 'gap', value: '', start, end: start + 1 }
}

function kindOfUrl(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return 'badUrl'
  return /logo|wordmark|brandmark/i.test(url.slice(url.lastIndexOf('/'))) ? 'logoFile' : 'url'
}

const opens = (text: string, at: number, { kind }: Marks) =>
  kind === 'paired' || kind === 'bracket' || matchAt(quoteStart, text, at) !== ''

/** A quotation inside another one belongs to it. Without a closing mark it ends with its sentence. */
function quotationAt(text: string, start: number): Item | undefined {
  const marks = quoteMarks.get(text.charAt(start))
  if (marks === undefined || !opens(text, start, marks)) return undefined
  const close = closeOf(text, start, marks)
  if (close === undefined && marks.kind === 'single') return undefined
  const content = close === undefined ? matchAt(sentence, text, start + 1) : text.slice(start + 1, close)
  const end = close === undefined ? start + 1 + content.length : close + 1
  const inner = tokenAt(text, start + 1)
  if (inner.end === close && /url|logoFile|slug/i.test(inner.kind)) return { ...inner, start, end }
  return { kind: close === undefined ? 'openQuote' : 'quote', value: content.trim(), start, end }
}

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
    if (marks.close.includes(mark) && (marks.kind === 'bracket' || !/[\p{L}\p{N}]/u.test(after))) {
      if (!isSingle || text.charAt(at - 1) !== 's' || after !== ' ') return at
      possessive ??= at
    } else if (mark === marks.open && opens(text, at, marks)) break
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
    .replace(/^\s*\n\s*$/, '\n')
    .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
    .replace(/^(\d+) ?[x×] ?(\d+)(?: ?px)?$/, '$1x$2')
  return spellings.get(plain) ?? plain.replace(/'s$/, '').replace(/^(\d+),/, '$1.')
}
