import { once } from '../../../../kernel/runtime/once.ts'
import { normalWords } from '../../../text/normal-words.ts'
import { remembered } from '../../../text/remembered.ts'

/** The position of a phrase in the words of a text. */
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
/** Scripts without spaces between words. */
const unspaced = /[\u3040-\u30ff\u3400-\u9fff]/

/** Between sentences, clauses and parts of a title; phrases do not contain it. */
export const sentenceBreak = '.'
const breaks = /[.!?;:|•·–—。、｜]\s?|\s-\s/

/** `مطعم` of `المطعم` and `والمطعم`. */
const arabicArticle = /^و?(?:ال|لل)(?=\p{L}{3})/u
const withoutArticle = (word: string) => word.replace(arabicArticle, '')

/** A text's words in the form of phrases; elided articles become separate words. */
export function phraseWords(text: string): readonly string[] {
  return text.split(breaks).flatMap((part, at) => {
    const words = normalWords(part.replaceAll(/['’]/g, ' ')).map(withoutArticle)
    return at === 0 ? words : [sentenceBreak, ...words]
  })
}

/**
 * Finds phrases, separated by bars, among words, with one lookup per word. `zahnarzt*` matches by prefix, `*kanzlei` by suffix; phrases in
 * Japanese match inside of words.
 */
export function createPhraseIndex<T>(
  phrases: () => ReadonlyArray<readonly [phrases: string, means: T]>,
): (words: readonly string[]) => Array<PhraseHit<T>> {
  const index = once(() => indexOf(phrases()))
  /** The entries that a word matches or, for phrases of several words, begins. */
  const entriesOf = remembered((word): ReadonlyArray<Entry<T>> => {
    const { byFirst, byStart, byEnd, inside, edges } = index()
    const found = [...(byFirst.get(word) ?? [])]
    const mayMatch = edges.has(word.slice(0, stemMin)) || edges.has(word.slice(-stemMin))
    for (let length = stemMin; mayMatch && length <= Math.min(word.length, stemMax); length++)
      found.push(...(byStart.get(word.slice(0, length)) ?? []), ...(byEnd.get(word.slice(-length)) ?? []))
    if (unspaced.test(word)) found.push(...inside.filter(({ phrase }) => word.includes(phrase)))
    return found
  })
  return (words) => {
    const hits: Array<PhraseHit<T>> = []
    for (let at = 0; at < words.length; at++)
      for (const { means, phrase, words: own } of entriesOf(words[at] ?? ''))
        if (own.length === 1 || own.every((each, offset) => words[at + offset] === each))
          hits.push({ means, phrase, at, words: own.length })
    return hits
  }
}

function indexOf<T>(phrases: ReadonlyArray<readonly [phrases: string, means: T]>) {
  const entries = phrases.flatMap(([list, means]) =>
    list.split('|').map((written) => {
      const words = phraseWords(written)
      return { means, phrase: words.join(' '), words, written }
    }),
  )
  const byWord = (kind: RegExp) =>
    Map.groupBy(
      entries.filter(({ written }) => kind.test(written) && !unspaced.test(written)),
      ({ words: [first = ''] }) => first,
    )
  const [byFirst, byStart, byEnd] = [byWord(/^[^*]+$/), byWord(/\*$/), byWord(/^\*.*[^*]$/)]
  const edges = new Set([
    ...[...byStart.keys()].map((stem) => stem.slice(0, stemMin)),
    ...[...byEnd.keys()].map((stem) => stem.slice(-stemMin)),
  ])
  return { byFirst, byStart, byEnd, inside: entries.filter(({ written }) => unspaced.test(written)), edges }
}
