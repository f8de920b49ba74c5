const marks = /\p{M}+/gu
const separators = /[^\p{L}\p{N}]+/gu

const folded = /^[a-z0-9]+(?: [a-z0-9]+)*$/

const ligatures = /[ßøæœłđı]/g

const letters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
])

const plainLetters = /^[\x20-\x7e]*$/
const plainSeparators = /[^a-z0-9]+/g

/** Lower case without accents, words apart by one space: `Über uns!` and `uber-uns` are one. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (folded.test(lower)) return lower
  if (plainLetters.test(lower)) return lower.replace(plainSeparators, ' ').trim()
  const bare = lower.normalize('NFKD').replace(marks, '')
  return bare
    .replace(ligatures, (letter) => letters.get(letter) ?? letter)
    .replace(separators, ' ')
    .trim()
}
