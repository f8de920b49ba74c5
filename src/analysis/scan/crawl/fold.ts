import { normalWords } from '../../text/normal-words.ts'

/** Letters that addresses write without their stroke, which normal words keep. */
const letters: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/** Lower case without accents, words apart by one space: `Über uns!` and `uber-uns` are one. */
export const fold = (text: string): string =>
  normalWords(text.toLowerCase().replace(/[øæœłđı]/g, (letter) => letters[letter] ?? letter)).join(' ')
