/** The words of a list separated by blanks. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
