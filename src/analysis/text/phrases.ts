import { normalWords } from './normal-words.ts'
import { remembered } from './remembered.ts'
import { createWordLists } from './word-lists.ts'

/** A text's normal words with one space around each, so that ` phrase ` can be looked up by `includes`. */
export function phraseLine(text: string): string {
  return text.length <= rememberedMax ? lineOfShort(text) : lineOf(text)
}

const rememberedMax = 200
const lineOf = (text: string) => ` ${normalWords(text).join(' ')} `
/** Many topics ask about the same headings, labels and items. */
const lineOfShort = remembered(lineOf)

/** Whether one of the phrases stands in a phrase line. One look-up per word, however many phrases there are. */
export function hasPhrase(line: string, phrases: readonly string[]): boolean {
  return placesOf(line, phrases, 1).length > 0
}

/** Those of the phrases that stand in a phrase line, in the line's order. */
export function phrasesIn(line: string, phrases: readonly string[]): string[] {
  return placesOf(line, phrases, placesMax).map(({ phrase }) => phrase)
}

const placesMax = 100

function placesOf(
  line: string,
  phrases: readonly string[],
  most: number,
): ReadonlyArray<{ phrase: string; at: number }> {
  const { byFirstWord, list } = indexOf(phrases)
  const words = lists.read(line, list)?.words
  if (words === undefined) return nowhere
  const found: Array<{ phrase: string; at: number }> = []
  // A phrase line begins and ends with a space, so the first and the last of its words are empty.
  let at = 0
  for (let index = 1; index < words.length - 1; index++) {
    const word = words[index] ?? ''
    for (const phrase of byFirstWord.get(word) ?? nowhere) {
      if (phrase.length > word.length && !line.startsWith(` ${phrase} `, at)) continue
      found.push({ phrase, at })
      if (found.length >= most) return found
    }
    at += word.length + 1
  }
  return found
}

const nowhere: readonly never[] = []
const lists = createWordLists((line) => ({ words: line.split(' ') }))

interface PhraseIndex {
  byFirstWord: ReadonlyMap<string, readonly string[]>
  list: number
}

/** Of every list that was ever looked for: lists are made when their modules are loaded, never per page. */
const indexes = new Map<readonly string[], PhraseIndex>()

function indexOf(phrases: readonly string[]): PhraseIndex {
  const before = indexes.get(phrases)
  if (before !== undefined) return before
  const byFirstWord = new Map<string, string[]>()
  for (const phrase of phrases) {
    const first = phrase.split(' ', 1)[0] ?? ''
    const same = byFirstWord.get(first)
    if (same === undefined) byFirstWord.set(first, [phrase])
    else same.push(phrase)
  }
  const index = { byFirstWord, list: lists.add(byFirstWord.keys()) }
  indexes.set(phrases, index)
  return index
}

/** A list of phrases in their languages' own spelling, separated by bars, as normal words. */
export function phraseList(list: string): readonly string[] {
  return [...new Set(list.split('|').map((phrase) => phraseLine(phrase).trim()))].filter(
    (phrase) => phrase !== '',
  )
}

const word = /[\p{L}\p{N}]+/gu

/** Where the first of the phrases begins in a text, given with its phrase line; -1 when none stands in it. */
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
  const [first] = placesOf(joined, phrases, 1)
  // A phrase over an apostrophe is split here: then the whole text counts.
  return first === undefined ? 0 : (places[first.at + 1] ?? 0)
}
