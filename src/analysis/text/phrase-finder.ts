import { createWordLists, holds, type ReadText } from './word-lists.ts'

/** A phrase found in a text, with its position. */
export interface PhraseHit<T> {
  means: T
  text: string
  start: number
  end: number
}

/**
 * Letters with their marks, digits and joining characters: `C#` and `Re:amaze` begin with a word, `$crisp` does not.
 */
const word = /[\p{L}\p{M}\p{N}]+/gu

const typeset = /[’\u2011]/

const letter = /^[\p{L}\p{M}\p{N}]/u

/**
 * Finds whole phrases in a text, the longest at each position. Linear in the text's length: each word is looked up
 * once, and only phrases that begin with it are compared.
 */
export function createPhraseFinder<T>(
  phrases: ReadonlyArray<readonly [phrase: string, means: T]>,
  options: { caseSensitive?: boolean } = {},
): (text: string) => Array<PhraseHit<T>> {
  const fold = (text: string) => (options.caseSensitive ? text : foldCase(text))
  const lists = options.caseSensitive ? writtenLists : foldedLists
  const byWord = Map.groupBy(
    phrases.map(([phrase, means]) => ({ phrase: fold(phrase), means })),
    ({ phrase }) => {
      const first = phrase.match(word)?.[0] ?? ''
      if (first === '' || !phrase.startsWith(first))
        throw new Error(`Cannot look for "${phrase}" as it does not begin with a word`)
      return first
    },
  )
  for (const known of byWord.values()) known.sort((one, other) => other.phrase.length - one.phrase.length)

  const list = lists.add(byWord.keys())

  return (text) => {
    const hits: Array<PhraseHit<T>> = []
    const read = lists.read(text, list)
    if (read === undefined) return hits
    const { folded, words } = read.text
    let from = 0
    let end = 0
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? ''
      const start = folded.indexOf(word, end)
      end = start + word.length
      if (start < from || !holds(read.beginning[at], list)) continue
      const found = byWord
        .get(word)
        ?.find(({ phrase }) => folded.startsWith(phrase, start) && endsWord(folded, start + phrase.length))
      if (found === undefined) continue
      from = start + found.phrase.length
      hits.push({ means: found.means, text: text.slice(start, from), start, end: from })
    }
    return hits
  }
}

interface FoldedText extends ReadText {
  folded: string
}

const readWords = (folded: string): FoldedText => ({ folded, words: folded.match(word) ?? [] })

const writtenLists = createWordLists(readWords)
const foldedLists = createWordLists((text) => readWords(foldCase(text)))

/** Whether a word ends before `at`. */
function endsWord(text: string, at: number): boolean {
  return !letter.test(text.slice(at, at + 2)) || !letter.test(text.slice(at - 1, at))
}

/** Lower case of equal length, so that offsets stay valid; apostrophes are unified. */
export function foldCase(text: string): string {
  const low = text.toLowerCase()
  const lower = typeset.test(low) ? low.replaceAll('’', "'").replaceAll('\u2011', '-') : low
  if (lower.length === text.length) return lower
  return Array.from({ length: text.length }, (_, at) => {
    const small = text.charAt(at).toLowerCase()
    return small.length === 1 ? small : text.charAt(at)
  }).join('')
}
