import data from './missing-parts.json'
import { oneOf, pattern, wordEnd, wordStart } from './one-of.ts'
import { capitalized, type Span } from './take-part.ts'

const { date, message } = data
const sublineWordsMax = 42
/** Beside a badge. */
export const sublineCharsMax = 136

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('de', { month: 'long' }),
)
/** "Our clinic is looking", "opens the season with" say nothing without what follows. */
const { articles, beforeDate, leads, places } = data.sentence
const unended = [
  ...[message.incomplete, message.dangling, message.cuts, message.ands, message.owners],
  ...[
    date.begins,
    date.starts,
    date.deadline,
    date.to,
    data.price.just,
    data.sentence.returns,
    articles,
    beforeDate,
    leads,
    places,
  ],
]
const incomplete = pattern`(?:^| )${unended.flat()}$`
/** Whether a text can end there. */
export const isReadable = (text: string) => !incomplete.test(text)

const unspacedLetter = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]'
const closing = `["”“»’'›」』]`
/** The point of an ordinal ("15. November", not of the hour "6.30") or of an abbreviation does not end it. */
const sentence = new RegExp(
  `[^.!?;。！？\\n]+(?:(?:(?<!${unspacedLetter})[.!?;](?!${closing}*(?:\\s|$|${unspacedLetter}))|(?<=\\d)(?<![.:](?:00|1[3-9]|[2-5]\\d))\\.(?= ${oneOf([...months, ...date.to])})|(?<=${wordStart}${oneOf(date.ordinals)} \\d{1,2})\\.(?= \\p{L})|(?<=${wordStart}${oneOf(message.abbreviations)}|\\p{L}str)\\.(?= ))[^.!?;。！？\\n]*)*[.!?。！？]*`,
  'gu',
)
/** Two words with capitals. */
export const properName = /\p{Lu}[\p{L}’'-]+ \p{Lu}\p{L}/u
/** What scenes hardly have: a figure, or a last day. */
export const fact = pattern`\p{N}|${wordStart}${date.until}${wordEnd}`
/** Of dates that readers need not know. */
export const notEvent = pattern`${wordStart}${date.notEvents}(?!\p{L})(?! ${date.about} )`
export const hour = pattern`${wordStart}\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|h|uhr)${wordEnd}`
/** What may stand before a sentence, such as the end of a quotation. */
const ahead = /^[\s"”“»«’'›」』)]*/u

const sentencesMax = 30

/** Where the sentences of a text stand, the first thirty. */
export function sentencesOf(text: string): Span[] {
  return Array.from(text.matchAll(sentence).take(sentencesMax), ({ 0: found, index }) => ({
    start: index + (ahead.exec(found)?.[0].length ?? 0),
    end: index + found.trimEnd().length,
  }))
}

/** As many of the texts as a subline holds, as sentences; first those that must be in it. */
export function sublineOf(
  texts: readonly string[],
  hasBadge: boolean,
  isNeeded = (_: string) => false,
): string {
  const fitting: string[] = []
  for (const text of texts.toSorted((one, other) => Number(isNeeded(other)) - Number(isNeeded(one)))) {
    const all = [...fitting, text].join('. ')
    if (wordsIn(all) <= sublineWordsMax && (!hasBadge || lengthOf(all) <= sublineCharsMax)) fitting.push(text)
  }
  const shown = texts.filter((text) => fitting.includes(text))
  return shown.map(asSentence).reduce((all, text) => `${all}${gapBetween(all, text)}${text}`, '')
}

/** Letters of scripts without spaces are twice as wide. */
export const lengthOf = (text: string) => text.length + (text.match(unspaced)?.length ?? 0)

/** Between sentences of a script without spaces stands the stop that the first has lost. */
function gapBetween(before: string, after: string): string {
  if (before === '') return ''
  return isUnspacedEnd.test(before) && isUnspacedStart.test(after) ? '。' : endsInAddress(before) ? '. ' : ' '
}

const unspaced = new RegExp(unspacedLetter, 'gu')
const closedEnd =
  /(?:[.!?。！？\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][)）])$/u
const isUnspacedEnd = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana})]$/u
const isUnspacedStart = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{N}]/u
const charsOfWord = 3
/** Scripts without spaces have about three characters in a word. */
export const wordsIn = (text: string) =>
  text.split(' ').length + Math.floor((text.match(unspaced)?.length ?? 0) / charsOfWord)
/** "shop.example/new", "Book: shop.example" */
const address = /^(?:[\p{L} ]{2,30}: )?(?:[^\s@]{1,40}@)?(?:[a-z\d-]{1,40}\.){1,3}[a-z]{2,12}(?:\/\S*)?$/u
const addressOnly = /^\S+$/u
const asSentence = (text: string) =>
  !address.test(text) ? withStop(text) : addressOnly.test(text) ? text : capitalized(text)
const withStop = (text: string) =>
  capitalized(text) + (closedEnd.test(text) || endsInAddress(text) ? '' : '.')
const endsInAddress = (text: string) => address.test(text.slice(text.lastIndexOf('. ') + 2))
