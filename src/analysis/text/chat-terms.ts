import { normalWords } from './normal-words.ts'

/** Function words: common in questions, useless for distinguishing them. */
const stopWords = new Set(
  `a about all also am an and any anybody anyone anything are as at be been being but by can could did do does doing
  done else ever everybody everyone explain for from get give go got had happen happens has have having hello help hey
  hi how i if in into is it its just know let like me might mine my need no not of on one or our ours out over please
  possible really s say shall she should show so some somebody someone something tell than thank thanks that the their
  them then there these they thing things this those through to too up us use uses using very want was way we were what
  when where whether which while who whom whose why will with without work working works would yes yet you your yours
  im ive id ill dont doesnt isnt cant wont youre whats hows whos thats theres let lets agent agents much many`.split(
    /\s+/,
  ),
)

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
