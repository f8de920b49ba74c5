import { findDate, isWeekday } from '../compose/layouts/dates.ts'
import { priceAhead } from './find-offer.ts'
import { everywhere, form } from './forms.ts'
import data from './missing-parts.json'
import { anyWord, pattern } from './one-of.ts'
import { isReadable, wordsIn } from './sentences.ts'

const { message } = data
/** Of a headline that the brief does not name; scripts without spaces have fewer letters. */
export const limits = { words: 9, whole: 11, chars: 62, unspaced: 22, best: 52 }
export const wordsMin = 2
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u
/** Marks where a sentence divides, and words that begin a clause. */
const mark = everywhere(form('dividing'))
/** What a bracket holds: its marks divide nothing. */
const brackets = /\([^()]*\)/gu
const softBorder = everywhere(form('softBorder'))
export const apposed = pattern`^(?:${message.indefinites}|the|our) `
/** "No longer have to export anything" says more without "by hand". */
const denial = anyWord(message.denials)
const beforeDay = everywhere(form('beforeDay'))

export const fits = (text: string) =>
  /\p{L}{2}/u.test(text) &&
  (unspaced.test(text)
    ? text.length <= limits.unspaced
    : (wordsIn(text) <= limits.whole || text.length <= limits.best + 4) && text.length <= limits.chars)

/** The first part of a text that is short enough for a headline, and the rest of it. */
export function splitHeadline(text: string, wordsMax = limits.words): [string, string | undefined] {
  const date = findDate(text)
  const isInDate = (index: number) => date !== undefined && index > date.start && index < date.end
  const held = Array.from(
    text.matchAll(brackets),
    ({ 0: whole, index }) => [index, index + whole.length] as const,
  )
  const isHeld = (index: number) => held.some(([start, end]) => index >= start && index < end)
  const marks = Array.from(text.matchAll(mark)).filter(
    ({ 0: sign, index }) => !isInDate(index) && !isHeld(index) && !(sign === ', ' && isInList(text, index)),
  )
  const max = unspaced.test(text) ? limits.unspaced : limits.chars
  const near = marks.filter(({ 0: sign, index }) => {
    const words = wordsIn(text.slice(0, index))
    return (
      (words >= wordsMin || (sign === ': ' && index >= 5) || unspaced.test(text) || isName(text, index)) &&
      (words <= (sign === ': ' ? limits.whole : limits.words) || index <= limits.best + 4) &&
      index <= max
    )
  })
  const first = near[0]
  const priceAt = priceAhead.exec(text)?.index ?? 0
  // "Due pizze a 15 euro" is one offer.
  const price = form('counted').test(text.slice(0, priceAt)) ? 0 : priceAt
  if (
    price > 0 &&
    (first === undefined || price < first.index) &&
    wordsIn(text.slice(0, price)) >= wordsMin &&
    fits(text.slice(0, price))
  )
    return [text.slice(0, price), text.slice(price + 1)]
  // A short sentence that nothing divides, or only once, stays whole.
  const isShort =
    fits(text) &&
    wordsMax === limits.words &&
    marks.length <= 1 &&
    !text.includes(': ') &&
    text.length <= limits.best &&
    wordsIn(text) <= limits.words &&
    date === undefined
  if (isShort || (marks.length === 0 && fits(text) && wordsMax === limits.words)) return [text, undefined]
  const led = date && form('beforeDateSplitHeadline').exec(text.slice(0, date.start))
  // "Summer fete on Saturday 12 July, Rectory Lane"
  const isDated = led && led[0] !== ' ' && first?.[0] === ', ' && first.index > led.index
  if (isDated && wordsIn(text.slice(0, led.index)) >= wordsMin && isReadable(text.slice(0, led.index)))
    return [text.slice(0, led.index), text.slice(led.index + 1)]
  if (first !== undefined)
    return [text.slice(0, first.index).trimEnd(), text.slice(first.index + first[0].length)]
  const borders = [
    ...Array.from(text.matchAll(softBorder), ({ index }) => index),
    ...(led ? [led.index] : []),
    ...Array.from(text.matchAll(beforeDay)).flatMap(({ 1: day = '', index }) =>
      isWeekday(day) ? [index] : [],
    ),
  ]
  const soft = borders
    .toSorted((one, other) => one - other)
    .filter((index) => {
      const head = text.slice(0, index)
      return (
        !isInDate(index) &&
        !isHeld(index) &&
        wordsIn(head) >= wordsMin &&
        fits(head) &&
        isReadable(head) &&
        !denial.test(head)
      )
    })
  const place = soft.findLast((index) => wordsIn(text.slice(0, index)) <= wordsMax) ?? soft.at(-1)
  return place === undefined || (!date && fits(text) && wordsIn(text.slice(0, place)) <= wordsMin + 1)
    ? [text, undefined]
    : [text.slice(0, place).replace(/[,;:]$/, ''), text.slice(place + 1).replace(form('startsWithIs'), '')]
}

/** "Penny, an app that ..." */
const isName = (text: string, index: number) => /^\p{Lu}/u.test(text) && apposed.test(text.slice(index + 2))

/** Whether a comma divides "A, B and C" or "A, B, C". */
const isInList = (text: string, index: number) =>
  form('listed').test(text.slice(index + 2).split(', ', 1)[0] ?? '')
