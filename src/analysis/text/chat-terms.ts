import list from './chat-words.json'
import { normalWords } from './normal-words.ts'

/** Function words: common in questions, useless for distinguishing them. */
const stopWords = new Set(list.stopWords.split(' '))

/** Lookup terms of a text: stems of its normal words without stop words; `e-mail` is one term. */
export function chatTerms(text: string): string[] {
  return normalWords(text)
    .join(' ')
    .replace(/\be mail/g, 'email')
    .split(' ')
    .filter((word) => word !== '' && !stopWords.has(word))
    .map(stemOf)
}

/** Strips common English endings, so that `invoices` finds `invoice` and `matching` finds `match`. */
export function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  let stem = word
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`
  else if (stem.endsWith('s') && !stem.endsWith('ss') && !stem.endsWith('us')) stem = stem.slice(0, -1)
  const ending = endings.find((one) => stem.endsWith(one) && stem.length - one.length >= 3)
  if (ending !== undefined) stem = undouble(stem.slice(0, -ending.length))
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

const endings = ['ing', 'ed', 'ly']

function undouble(stem: string): string {
  const last = stem.at(-1)
  return last !== undefined && last === stem.at(-2) && !'lsz'.includes(last) ? stem.slice(0, -1) : stem
}
