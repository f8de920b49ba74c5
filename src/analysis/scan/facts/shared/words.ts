import { normalWords } from '../../../normal-words.ts'

/** A text's normal words with one space around each, so that ` phrase ` can be looked up by `includes`. */
export function phraseLine(text: string): string {
  return ` ${normalWords(text).join(' ')} `
}

export function hasPhrase(line: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => line.includes(` ${phrase} `))
}

/** A list of phrases in their languages' own spelling, separated by bars, as normal words. */
export function phraseList(list: string): readonly string[] {
  return [...new Set(list.split('|').map((phrase) => phraseLine(phrase).trim()))].filter(
    (phrase) => phrase !== '',
  )
}

const word = /[\p{L}\p{N}]+/gu

/** Where the first of the phrases begins in a text; -1 when none stands in it. */
export function phraseAt(text: string, phrases: readonly string[]): number {
  const line = phraseLine(text)
  const found = phrases.filter((phrase) => line.includes(` ${phrase} `))
  if (found.length === 0) return -1
  const places: number[] = []
  let joined = ' '
  for (const match of text.matchAll(word)) {
    const [normal] = normalWords(match[0])
    if (normal === undefined) continue
    places[joined.length] = match.index
    joined += `${normal} `
  }
  const starts = found.map((phrase) => joined.indexOf(` ${phrase} `)).filter((at) => at !== -1)
  // A phrase over an apostrophe is split here: then the whole text counts.
  return starts.length === 0 ? 0 : (places[Math.min(...starts) + 1] ?? 0)
}

export const patterns = [word]
