import { cleanText } from '../../text/clean-text.ts'
import { normalWords } from '../../text/normal-words.ts'
import { remembered } from '../../text/remembered.ts'
import { trimmed } from '../../text/trimmed.ts'
import { looksLikeInstruction } from '../document/instruction.ts'
import words from './company-name-words.json'

/**
 * Legal forms as normal words, joined without spaces: `S.à r.l.` is `sarl`, `GmbH & Co. KG` ends in several of them.
 */
const legalForms = new Set(words.legalForms)

/** Forms that some countries put first, as in `UAB Baltic Foods`. */
const leadingForms = new Set(words.leadingForms)

/** Comparison key of a name: normal words without the legal form at its end or start. */
export const nameKey = remembered((name) => nameWords(name).join(' '))

function nameWords(name: string): string[] {
  const words = formWords(name.replaceAll('&', ' & '))
  let end = words.length
  for (let length = formLength(words, end); length > 0; length = formLength(words, end)) end -= length
  let start = 0
  while (start < end - 1 && leadingForms.has(words[start] ?? '')) start++
  return words.slice(start, end)
}

const formWordsMax = 4

/** Number of words before `end` that form a legal form, three in `Sp. z o.o.`; the first word never counts. */
function formLength(words: readonly string[], end: number): number {
  for (let length = Math.min(formWordsMax, end - 1); length > 0; length--) {
    const form = words.slice(end - length, end).join('')
    if (legalForms.has(form) || form === 'and') return length
  }
  return 0
}

const betweenLetters = /(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu

/** The words of a name without points; consecutive single letters are one word: `s r l` becomes `srl`. */
function formWords(name: string): string[] {
  const words = normalWords(name.replace(/[.](?=\p{L}[.]|\s|$)/gu, ''))
  return words.length === 0 ? [] : words.join(' ').replace(betweenLetters, '').split(' ')
}

/** Whether a name ends in a legal form. */
export function hasLegalForm(name: string): boolean {
  const words = formWords(name)
  return words.at(-1) !== 'and' && formLength(words, words.length) > 0
}

const noNames = new Set(words.noNames)
const nameMax = 80
const wordsMax = 10

/** A company's name, ready to display; undefined for texts that are not names. */
export function cleanName(text: string): string | undefined {
  const name = trimName(cleanText(text))
  const words = normalWords(name)
  if (words.length === 0 || words.length > wordsMax || name.length > nameMax || name.length < 2)
    return undefined
  if (noNames.has(words.join(' ')) || looksLikeInstruction(name)) return undefined
  // `[Company Name]` is what a template has for one.
  if (!/\p{L}/u.test(name) || name.includes('@') || /^(?:https?:|\[.*\]$)/i.test(name)) return undefined
  return name
}

/** Removes greetings, trade marks and outer punctuation. */
export function trimName(text: string): string {
  const name = text
    .replace(/[®™©]/g, '')
    .replace(/\s{2,}/g, ' ')
    .trim()
  const low = name.toLowerCase()
  const welcome = words.welcomes.find((start) => low.startsWith(start)) ?? ''
  return trimmed(name.slice(welcome.length), ' |–—-·:,;»«"“”„\'!*•/', ' |–—-·:,;»«"“”„!*•/')
}
