import { once } from '../../kernel/runtime/once.ts'
import { layoutNames } from '../compose/controls.ts'
import colors from './colors.json'
import phraseTable from './phrases.json'
import properties from './properties.json'
import { type Item, tokenize } from './tokenize.ts'
import translations from './translations.json'

/** Kinds and values of all phrases by their words, and the number of words of the longest. */
const tables = once(() => {
  const phrases = new Map<string, { kind: string; value: string }>()
  const meaningOf = (phrase: string) => {
    const meaning = phrases.get(keyOf(tokenize(phrase)))
    if (meaning === undefined) throw new RangeError(`Cannot find "${phrase}" in the tables of phrases`)
    return meaning
  }
  for (const table of [colors, phraseTable])
    for (const [kind, lists] of Object.entries(table))
      for (const [value, list] of Object.entries<string[]>(lists))
        for (const phrase of list) phrases.set(keyOf(tokenize(phrase)), { kind, value })
  const affixes = new Map<string, { before?: string[]; after?: string[] }>(Object.entries(properties.affixes))
  for (const [language, table] of Object.entries(translations))
    for (const [phrase, list] of Object.entries<string[]>(table)) {
      const { before = [], after = [] } = affixes.get(language) ?? {}
      for (const other of list) {
        phrases.set(keyOf(tokenize(other)), meaningOf(phrase))
        for (const form of [...before.map((affix) => affix + other), ...after.map((affix) => other + affix)])
          if (!phrases.has(keyOf(tokenize(form)))) phrases.set(keyOf(tokenize(form)), meaningOf(phrase))
      }
    }
  for (const name of layoutNames)
    for (const phrase of [`${name} layout`, `layout ${name}`, `layout: ${name}`, `layout is ${name}`])
      phrases.set(keyOf(tokenize(phrase)), { kind: 'layout', value: name })
  return { phrases, wordsMax: Math.max(...Array.from(phrases.keys(), (key) => key.split(' ').length)) }
})

const notInPhrases = new Set(['url', 'badUrl', 'logoFile', 'pin', 'slug', 'color', 'quote', 'openQuote'])

/** The longest phrase at each position of the text, from left to right. Linear, as the length of phrases is bounded. */
export function findPhrases(text: string): Item[] {
  const { wordsMax } = tables()
  const tokens = tokenize(text)
  const items: Item[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.start < (items.at(-1)?.end ?? 0)) continue
    items.push(longestPhrase(token, tokens.slice(at, at + wordsMax)))
  }
  return items
}

/** The longest phrase that begins with a token, else the token. In the tables, `0` before another word is any number. */
function longestPhrase(token: Item, near: readonly Item[]): Item {
  const { phrases } = tables()
  const other = near.findIndex(({ kind }) => notInPhrases.has(kind))
  for (let length = other < 0 ? near.length : other; length > 0; length--) {
    const words = near.slice(0, length)
    const key = keyOf(words)
    const phrase = phrases.get(key) ?? phrases.get(key.replace(/^\d*\.?\d+(?= )/, '0'))
    const end = words.at(-1)?.end ?? token.end
    if (phrase !== undefined) return { ...token, kind: phrase.kind, value: phrase.value || token.value, end }
  }
  return token
}

function keyOf(words: readonly Item[]): string {
  return words.map(({ value }) => value).join(' ')
}
