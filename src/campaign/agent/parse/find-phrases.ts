import colors from './colors.json'
import phraseTable from './phrases.json'
import { type Token, tokenize } from './tokenize.ts'

/** A phrase of the tables with its meaning, or another token, whose `kind` is its form. */
export interface Item {
  /** A key of the phrase table, a form, or what the rules make of it. */
  kind: string
  value: string
  start: number
  end: number
}

interface Meaning {
  kind: string
  value: string
}

const phrases = new Map<string, Meaning>()
for (const table of [colors, phraseTable])
  for (const [kind, lists] of Object.entries(table))
    for (const [value, list] of Object.entries<string[]>(lists))
      for (const phrase of list) {
        const words = tokenize(phrase).map(({ text }) => text)
        phrases.set(words.join(' '), { kind, value })
      }
const phraseWordsMax = Math.max(...Array.from(phrases.keys(), (key) => key.split(' ').length))
const breakMarks = ',;:()[]{}|•·–—*=>→…-_/'
const stopMarks = '.!?。！？'
const logoFile = /(?:logo|wordmark|brandmark)[^/]*$/i

/** The longest phrase at each position of the text, from left to right. Linear, as the length of phrases is bounded. */
export function findPhrases(text: string): Item[] {
  const tokens = tokenize(text)
  const items: Item[] = []
  for (let at = 0, end = 0; at < tokens.length; ) {
    const token = tokens[at]
    if (token === undefined) break
    const { start } = token
    const lineEnd = text.slice(end, start).indexOf('\n') + end
    if (lineEnd >= end && at > 0) items.push({ kind: 'stop', value: '\n', start: lineEnd, end: lineEnd + 1 })
    const { length, kind, value } = longestPhrase(tokens, at) ?? { length: 1, ...formOf(text, token) }
    end = tokens[at + length - 1]?.end ?? token.end
    items.push({ kind, value, start, end })
    at += length
  }
  return items
}

/** In the tables, `#` matches any number. */
function longestPhrase(tokens: readonly Token[], at: number): (Meaning & { length: number }) | undefined {
  const near = tokens.slice(at, at + phraseWordsMax)
  const other = near.findIndex(({ kind }) => kind !== 'word' && kind !== 'number' && kind !== 'mark')
  const words = near.slice(0, other < 0 ? near.length : other).map(({ text }) => text)
  for (let length = words.length; length > 0; length--) {
    const [first = '', ...rest] = words.slice(0, length)
    const meaning = phrases.get([first, ...rest].join(' '))
    if (meaning !== undefined) return { ...meaning, length }
    const unit = near[0]?.kind === 'number' ? phrases.get(['#', ...rest].join(' ')) : undefined
    if (unit !== undefined) return { kind: unit.kind, value: first, length }
  }
  return undefined
}

function formOf(text: string, { kind, text: value, start, end }: Token): Meaning {
  if (kind === 'color' && value.length === 4) return { kind, value: value.replace(/[\da-f]/g, '$&$&') }
  if (kind === 'number' && Number(value) <= 1) return { kind: 'smallNumber', value }
  if (kind === 'url' && (!/^https?:/i.test(value) || !URL.canParse(value))) return { kind: 'badUrl', value }
  if (kind === 'url' && logoFile.test(value)) return { kind: 'logoFile', value }
  if (kind === 'word')
    return { kind: /(?:ly|ed)$/.test(value) ? 'adverb' : kind, value: text.slice(start, end).toLowerCase() }
  if (kind !== 'mark') return { kind, value }
  if (stopMarks.includes(value.charAt(0)))
    return { kind: /^[\s.!?。！？]?$/.test(text.charAt(end)) ? 'stop' : 'word', value }
  return { kind: breakMarks.includes(value.charAt(0)) ? 'break' : 'word', value: value === '=' ? ':' : value }
}
