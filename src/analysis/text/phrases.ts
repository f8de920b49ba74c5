import { normalWords } from './normal-words.ts'
import { oncePer, remembered } from './remembered.ts'
import { createWordLists, holds } from './word-lists.ts'

/** A text's normal words with one space around each, so that ` phrase ` can be looked up by `includes`. */
export const phraseLine = remembered((text) => ` ${normalWords(text).join(' ')} `)

/** Whether a phrase line contains one of the phrases. One lookup per word, for any number of phrases. */
export function hasPhrase(line: string, phrases: readonly string[]): boolean {
  return placeOf(line, phrases) !== -1
}

/** Offset of the space before the first phrase in a phrase line; -1 without one. */
function placeOf(line: string, phrases: readonly string[]): number {
  const { byFirstWord, list } = indexOf(phrases)
  const read = lists.read(line, list)
  if (read === undefined) return -1
  // The first word is empty, as a phrase line begins with a space.
  let at = -1
  const { words } = read.text
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (holds(read.beginning[index], list))
      for (const phrase of byFirstWord.get(word) ?? [])
        if (phrase.length === word.length || line.startsWith(` ${phrase} `, at)) return at
    at += word.length + 1
  }
  return -1
}

const lists = createWordLists((line) => ({ words: line.split(' ') }))

/** One index per list: lists are created when modules load, not per page. */
const indexOf = oncePer((phrases: readonly string[]) => {
  const byFirstWord = Map.groupBy(phrases, (phrase) => phrase.split(' ', 1)[0] ?? '')
  return { byFirstWord, list: lists.add(byFirstWord.keys()) }
})

/** A list of phrases separated by bars, as normal words. */
export function phraseList(list: string): readonly string[] {
  return [...new Set(list.split('|').map((phrase) => phraseLine(phrase).trim()))].filter(
    (phrase) => phrase !== '',
  )
}

const word = /[\p{L}\p{N}]+/gu

/** Offset of the first phrase in a text, given its phrase line; -1 without one. */
export function phraseAt(text: string, line: string, phrases: readonly string[]): number {
  if (!hasPhrase(line, phrases)) return -1
  const places: number[] = []
  let joined = ' '
  for (const match of text.matchAll(word)) {
    const [normal] = normalWords(match[0])
    if (normal === undefined) continue
    places[joined.length] = match.index
    joined += `${normal} `
  }
  // A phrase across an apostrophe cannot be located: then offset 0 is returned.
  return places[placeOf(joined, phrases) + 1] ?? 0
}
