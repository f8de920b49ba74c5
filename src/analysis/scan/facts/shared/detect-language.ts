import { cyrillic, han, scripts, stopWords } from './stop-words.ts'

const textMax = 20_000
const wordsMin = 8
const lettersMin = 20
/** Share of a text's words that are stop-words of its language, at least. */
const shareMin = 0.12
/** By how much the best language must lead. */
const leadMin = 1.15

/** The primary language tag of a text, by its script or its little words; undefined where neither is clear. */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, textMax)
  return byScript(sample) ?? byStopWords(sample)
}

function byScript(text: string): string | undefined {
  const letters = count(text, /\p{L}/gu)
  if (letters < lettersMin) return undefined
  const kana = count(text, /[\u3040-\u30ff]/gu)
  const ideographs = count(text, han)
  if (kana + ideographs > 0.4 * letters) return kana > 0.05 * letters ? 'ja' : 'zh'
  for (const [language, pattern] of scripts) if (count(text, pattern) > 0.5 * letters) return language
  if (count(text, cyrillic) <= 0.5 * letters) return undefined
  if (count(text, /[їієґ]/giu) > 0.01 * letters) return 'uk'
  if (count(text, /[ъщ]/giu) > 0 && count(text, /[ыэё]/giu) === 0) return 'bg'
  return count(text, /[ыэё]/giu) > 0 ? 'ru' : undefined
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found++
  return found
}

let languagesOf: ReadonlyMap<string, readonly string[]> | undefined

function stopWordLanguages(): ReadonlyMap<string, readonly string[]> {
  if (languagesOf !== undefined) return languagesOf
  const built = new Map<string, string[]>()
  for (const [language, words] of stopWords)
    for (const word of new Set(words)) built.set(word, [...(built.get(word) ?? []), language])
  languagesOf = built
  return built
}

function byStopWords(text: string): string | undefined {
  const { words, first, second } = score(text)
  if (words < wordsMin || first === undefined || first[1] < shareMin * words) return undefined
  return second === undefined || first[1] >= leadMin * second[1] ? first[0] : undefined
}

/** The language that a short text rather seems to be in; a hint, no verdict. */
export function leaningOf(text: string): string | undefined {
  const { words, first, second } = score(text.slice(0, 1_000))
  if (words < 4 || first === undefined || first[1] < 1) return byScript(text.slice(0, 1_000))
  return second === undefined || first[1] > second[1] ? first[0] : undefined
}

interface Scores {
  words: number
  first: readonly [language: string, score: number] | undefined
  second: readonly [language: string, score: number] | undefined
}

function score(text: string): Scores {
  const scores = new Map<string, number>()
  const table = stopWordLanguages()
  let words = 0
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    words++
    // A single letter is rather a part of `E-Mail` or a formula than a word.
    if (word.length === 1) continue
    const languages = table.get(word) ?? []
    // A word of few languages says more than one of many.
    for (const language of languages)
      scores.set(language, (scores.get(language) ?? 0) + 1 / Math.sqrt(languages.length))
  }
  const [first, second] = [...scores].sort((a, b) => b[1] - a[1])
  return { words, first, second }
}

export const patterns = [/\p{L}+/gu, /\p{L}/gu, /[їієґ]/giu, /[ъщ]/giu, /[ыэё]/giu, /[\u3040-\u30ff]/gu]
