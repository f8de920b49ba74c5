import { normalWords } from '../../../text/normal-words.ts'

/** Where a phrase stands among the words of a text. */
export interface PhraseHit<T> {
  means: T
  phrase: string
  /** Index of its first word. */
  at: number
  words: number
}

interface Entry<T> {
  means: T
  phrase: string
  words: readonly string[]
}

const stemMin = 4
const stemMax = 20
/** A script that puts no spaces between its words. */
const unspaced = /[\u3040-\u30ff\u3400-\u9fff]/

/** Between the sentences of a text, its clauses and the parts of a title; no phrase holds it. */
export const sentenceBreak = '.'
const breaks = /[.!?;:|•·–—。、｜]\s?|\s-\s/

/** A text's words as phrases are compared; an elided article is a word of its own. */
export function spokenWords(text: string): readonly string[] {
  return text.split(breaks).flatMap((part, at) => {
    const words = normalWords(part.replaceAll(/['’]/g, ' '))
    return at === 0 ? words : [sentenceBreak, ...words]
  })
}

/**
 * Finds phrases among words, one look-up for each word. `zahnarzt*` is every word that begins so, `*kanzlei` every one that ends
 * so; phrases in Japanese are found inside of words.
 */
export function createPhraseIndex<T>(
  phrases: ReadonlyArray<readonly [phrase: string, means: T]>,
): (words: readonly string[]) => Array<PhraseHit<T>> {
  const [byFirst, byStart, byEnd] = [0, 1, 2].map(() => new Map<string, Array<Entry<T>>>()) as [
    Map<string, Array<Entry<T>>>,
    Map<string, Array<Entry<T>>>,
    Map<string, Array<Entry<T>>>,
  ]
  const inside: Array<Entry<T>> = []
  for (const [written, means] of phrases) {
    const words = spokenWords(written)
    const entry = { means, phrase: words.join(' '), words }
    const [first = ''] = words
    if (unspaced.test(written)) inside.push(entry)
    else if (written.endsWith('*')) addTo(byStart, first, entry)
    else addTo(written.startsWith('*') ? byEnd : byFirst, first, entry)
  }
  return (words) => {
    const hits: Array<PhraseHit<T>> = []
    for (const [at, word] of words.entries()) {
      const add = ({ means, phrase, words: own }: Entry<T>) =>
        hits.push({ means, phrase, at, words: own.length })
      for (const entry of byFirst.get(word) ?? [])
        if (entry.words.every((each, offset) => words[at + offset] === each)) add(entry)
      const most = Math.min(word.length, stemMax)
      for (let length = stemMin; length <= most; length++) {
        byStart.get(word.slice(0, length))?.forEach(add)
        byEnd.get(word.slice(-length))?.forEach(add)
      }
      if (unspaced.test(word)) inside.filter(({ phrase }) => word.includes(phrase)).forEach(add)
    }
    return hits
  }
}

function addTo<T>(index: Map<string, T[]>, key: string, entry: T): void {
  const same = index.get(key)
  if (same === undefined) index.set(key, [entry])
  else same.push(entry)
}
