import colors from './colors.json'
import phraseTable from './phrases.json'
import { type Item, tokenize } from './tokenize.ts'

const phrases = new Map<string, { kind: string; value: string }>()
for (const table of [colors, phraseTable])
  for (const [kind, lists] of Object.entries(table))
    for (const [value, list] of Object.entries<string[]>(lists))
      for (const phrase of list) phrases.set(keyOf(tokenize(phrase)), { kind, value })
const phraseWordsMax = Math.max(...Array.from(phrases.keys(), (key) => key.split(' ').length))
const notInPhrases = new Set(['url', 'badUrl', 'logoFile', 'pin', 'slug', 'color', 'quote', 'openQuote'])

/** The longest phrase at each position of the text, from left to right. Linear, as the length of phrases is bounded. */
export function findPhrases(text: string): Item[] {
  const tokens = tokenize(text)
  const items: Item[] = []
  let next = 0
  let end = 0
  for (const [at, token] of tokens.entries()) {
    if (at < next) continue
    const lineEnd = text.slice(end, token.start).indexOf('\n') + end
    if (lineEnd >= end && at > 0) items.push({ kind: 'stop', value: '\n', start: lineEnd, end: lineEnd + 1 })
    const words = tokens.slice(at, at + phraseWordsMax)
    const phrase = longestPhrase(words) ?? { ...token, length: 1 }
    end = words[phrase.length - 1]?.end ?? token.end
    items.push({ kind: phrase.kind, value: phrase.value, start: token.start, end })
    next = at + phrase.length
  }
  return items
}

/** In the tables, `0` before another word matches any number. */
function longestPhrase(near: readonly Item[]) {
  const other = near.findIndex(({ kind }) => notInPhrases.has(kind))
  for (let length = other < 0 ? near.length : other; length > 0; length--) {
    const words = near.slice(0, length)
    const phrase = phrases.get(keyOf(words)) ?? phrases.get(keyOf(words).replace(/^[\d.]+(?= )/, '0'))
    if (phrase !== undefined)
      return { kind: phrase.kind, value: phrase.value || keyOf(words.slice(0, 1)), length }
  }
  return undefined
}

function keyOf(words: readonly Item[]): string {
  return words.map(({ value }) => value).join(' ')
}
