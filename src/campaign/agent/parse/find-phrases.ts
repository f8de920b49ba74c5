import colorTable from './colors.json'
import phraseTable from './phrases.json'
import { type Token, tokenize } from './tokenize.ts'

type PhraseKind = keyof typeof phraseTable

/** A phrase of the tables with its meaning, or other text, whose `kind` is its form. */
export interface Item {
  kind:
    | PhraseKind
    /** A scene word, as far as known; a quotation, an unclosed one, a URL, a number without unit. */
    | ('word' | 'quote' | 'openQuote' | 'url' | 'number')
    /** A comma or similar, the end of a sentence, and anything consumed by an instruction. */
    | ('break' | 'stop' | 'used')
  value: string
  start: number
  end: number
}

type Meaning = Pick<Item, 'kind' | 'value'>

const phrases = new Map<string, Meaning>()
for (const [name, value] of Object.entries(colorTable)) phrases.set(keyOf(name), { kind: 'color', value })
for (const [kind, lists] of Object.entries(phraseTable))
  for (const [value, list] of Object.entries(lists))
    if (isKind(kind)) for (const phrase of list) phrases.set(keyOf(phrase), { kind, value })
const phraseWordsMax = Math.max(...Array.from(phrases.keys(), (key) => key.split(' ').length))
const breakMarks = ',;:()[]{}|•·–—*=>→…-_/'
const stopMarks = '.!?。！？'

/** The longest phrase at each position of the text, from left to right. Linear, as the length of phrases is bounded. */
export function findPhrases(text: string): Item[] {
  const tokens = tokenize(text)
  const items: Item[] = []
  for (let at = 0, textAt = 0; at < tokens.length; ) {
    const token = tokens[at]
    if (token === undefined) break
    const lineEnd = text.slice(textAt, token.start).indexOf('\n')
    if (lineEnd >= 0 && at > 0) {
      const start = textAt + lineEnd
      items.push({ kind: 'stop', value: '\n', start, end: start + 1 })
    }
    const { length, kind, value } = longestPhrase(tokens, at) ?? { length: 1, ...formOf(text, token) }
    textAt = tokens[at + length - 1]?.end ?? token.end
    items.push({ kind, value, start: token.start, end: textAt })
    at += length
  }
  return items
}

/** In the tables, `#` matches any number. */
function longestPhrase(tokens: readonly Token[], at: number): (Meaning & { length: number }) | undefined {
  const near = tokens.slice(at, at + phraseWordsMax)
  const end = near.findIndex(({ kind }) => kind !== 'word' && kind !== 'number' && kind !== 'mark')
  const words = near.slice(0, end < 0 ? near.length : end).map(({ text }) => text)
  for (let length = words.length; length > 0; length--) {
    const [first = '', ...rest] = words.slice(0, length)
    const meaning = phrases.get([first, ...rest].join(' '))
    if (meaning !== undefined) return { ...meaning, length }
    const unit = tokens[at]?.kind === 'number' ? phrases.get(['#', ...rest].join(' ')) : undefined
    if (unit !== undefined) return { kind: unit.kind, value: first, length }
  }
  return undefined
}

function formOf(text: string, { kind, text: value, end }: Token): Meaning {
  if (kind === 'color' && value.length === 4) return { kind, value: value.replace(/[\da-f]/g, '$&$&') }
  if (kind !== 'mark') return { kind, value }
  if (stopMarks.includes(value.charAt(0)))
    return { kind: /^[\s.!?。！？]?$/.test(text.charAt(end)) ? 'stop' : 'word', value }
  return { kind: breakMarks.includes(value.charAt(0)) ? 'break' : 'word', value: value === '=' ? ':' : value }
}

function keyOf(phrase: string): string {
  return tokenize(phrase)
    .map(({ text }) => text)
    .join(' ')
}

function isKind(kind: string): kind is PhraseKind {
  return kind in phraseTable
}
