import { once } from '../../kernel/runtime/once.ts'
import { layoutNames } from '../compose/controls.ts'
import colors from './colors.json'
import phraseTable from './phrases.json'
import properties from './properties.json'
import { type Item, tokenize } from './tokenize.ts'
import translations from './translations.json'

/** Kinds and values of all phrases by their words, and the first words of the longer ones. */
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
  const starts = new Set<string>()
  for (const key of phrases.keys())
    for (let end = key.indexOf(' '); end > 0; end = key.indexOf(' ', end + 1)) starts.add(key.slice(0, end))
  return { phrases, starts }
})

const notInPhrases = new Set(['url', 'badUrl', 'logoFile', 'pin', 'slug', 'color', 'quote', 'openQuote'])

/** The longest phrase at each position of the text, from left to right. Linear, as the length of phrases is bounded. */
export function findPhrases(text: string): Item[] {
  const tokens = tokenize(text)
  const items: Item[] = []
  for (const [at, token] of tokens.entries())
    if (token.start >= (items.at(-1)?.end ?? 0)) items.push(longestPhrase(tokens, at, token))
  return items
}

/** The longest phrase that begins with a token, else the token. In the tables, `0` before another word is any number. */
function longestPhrase(tokens: readonly Item[], at: number, token: Item): Item {
  const { phrases, starts } = tables()
  let longest = token
  let key = ''
  for (let to = at; to < tokens.length; to++) {
    const { kind, value, end } = tokens[to] ?? token
    if (notInPhrases.has(kind)) break
    key = to === at ? value : `${key} ${value}`
    const ofAnyNumber = key.replace(firstNumber, '0')
    const phrase = phrases.get(key) ?? (to > at ? phrases.get(ofAnyNumber) : undefined)
    if (phrase !== undefined)
      longest = { ...token, kind: phrase.kind, value: phrase.value || token.value, end }
    if (!starts.has(key) && !starts.has(ofAnyNumber)) break
  }
  return longest
}

const firstNumber = /^\d*\.?\d+(?= |$)/

const keyOf = (words: readonly Item[]) => words.map(({ value }) => value).join(' ')
