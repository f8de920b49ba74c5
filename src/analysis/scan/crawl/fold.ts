const marks = /\p{M}+/gu
const separators = /[^\p{L}\p{N}]+/gu

const folded = /^[a-z0-9]+(?: [a-z0-9]+)*$/

export const patterns = [marks, separators, folded]

const letters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
])

/** Lower case without accents, words apart by one space: `Über uns!` and `uber-uns` are one. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (folded.test(lower)) return lower
  const bare = lower.normalize('NFKD').replace(marks, '')
  const plain = Array.from(bare, (letter) => letters.get(letter) ?? letter).join('')
  return plain.replace(separators, ' ').trim()
}
