import { normalWords } from '../../../normal-words.ts'

/** A text's normal words with one space around each, so that ` phrase ` can be looked up by `includes`. */
export function phraseLine(text: string): string {
  return ` ${normalWords(text).join(' ')} `
}

export function hasPhrase(line: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => line.includes(` ${phrase} `))
}
