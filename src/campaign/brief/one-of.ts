/** Where a word begins, in a regular expression with the flag `u`. */
export const wordStart = '(?<![\\p{L}\\p{N}])'
/** Where it ends. */
export const wordEnd = '(?![\\p{L}\\p{N}])'

/** One of some words, the longest that fits, as a part of a regular expression. */
export function oneOf(words: readonly string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  return `(?:${longestFirst.map((word) => word.replaceAll('.', String.raw`\.`)).join('|')})`
}

/** Finds one of some words, whole. */
export function anyWord(words: readonly string[]): RegExp {
  return new RegExp(wordStart + oneOf(words) + wordEnd, 'iu')
}
