import { once } from '../../../kernel/runtime/once.ts'

/** A badge in the parts that are set in different sizes, from top to bottom; without one it is empty. */
export interface BadgeParts {
  before: string
  main: string
  after: string
}

const languages = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ar']
export const isWeekday = namesOf('weekday', 7)
export const isMonth = namesOf('month', 12)

const ordinal = `(?:st|nd|rd|th|er|[.ºª°])?`
/** "5", "5–7", "5 and 6", or "5, 6 and 7". */
const day = String.raw`(?:\d{1,2}(?:, \d{1,2}){1,3}\s(?:and|und|et|y|e|en)\s\d{1,2}|\d{1,2}${ordinal}(?:(?:\s?[–&+/-]\s?|\s(?:to|and|bis|und|au|et|al|a|y|e|en|tot(?: en met)?|t/m|do|til|till)\s)\d{1,2}${ordinal})?)`
const word = String.raw`\p{L}[\p{L}\p{M}]*\.?`
const gap = String.raw`(?:\s*[,·•|]\s*|\s+)`
const month = String.raw`(?:(?:de|of)\s+)?(?<month>${word})`
const year = String.raw`(?:,?\s(?:de\s)?\d{4})?`
/** "20 September" or "September 20". */
const dayOfMonth = String.raw`(?:(?<days>${day})\s?(?<named>${month}${year})|(?<monthFirst>${word})\s(?<daysAfter>${day})(?![.,:]?\p{N})(?<yearAfter>${year}))`
const joiner = String.raw`(?:\s?[–-]\s?|\s(?:to|till|until|bis(?: zum)?|à|au|al|a|tot(?: en met)?|t/m|às)\s)`
const dated = new RegExp(
  String.raw`^(?:(?<weekday>${word}(?:\s?[–&+/-]\s?${word})?)${gap})?(?:${dayOfMonth}|(?<numeric>\d{1,2}[./]\d{1,2}(?:[./](?:\d{4}|\d\d)?)?))(?:(?<gap>\s*[,·•|]\s*|\s+[–-]\s+|\s+)(?<rest>.+))?$`,
  'iu',
)
const dateInText = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?:(?<weekday>${word})${gap})?${dayOfMonth}`,
  'giu',
)
const lastDay = new RegExp(`${joiner}${dayOfMonth}`, 'iuy')
const clock = String.raw`(?:\d{1,2}(?:[:.h]\d{2})?(?:\s?(?:[ap]\.?m\.?|h|uhr))?|midnight|mitternacht|minuit|medianoche|mezzanotte|middernacht)`
const timeJoiner = String.raw`(?:${joiner}|\s(?:and|und|et|y|e|en|&)\s)`
const zone = String.raw`(?-i:\s(?:[A-Z]{2,4}T|UTC|GMT)(?![\p{L}]))?`
const atTime = '(?:(?:at|from|um|von|ab|à|de|dès|a las|desde las|alle|dalle|às|om|van|@)\\s?)?'
const time = new RegExp(
  String.raw`^(?=.*(?:[:.h]\d\d|\dh|\s?[ap]\.?m|\sh$|uhr))${atTime}${clock}(?:${timeJoiner}${clock})?${zone}$`,
  'iu',
)
const timeInText = new RegExp(
  String.raw`(?:\s*[,·•|]\s*|\s+[–-]\s+|\s+)(?<time>${atTime}${clock}(?:${timeJoiner}${clock})?${zone})(?![\p{L}\p{N}])`,
  'iuy',
)
const exact = String.raw`\d{1,2}(?:[:.h]\d{2}(?![\p{N}%])(?:\s?[ap]\.?m(?!\p{L}))?|\s?(?:[ap]\.?m|h|uhr)(?![\p{L}/]))`
/** Times of a day, each with the one that it lasts to. */
export const times = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:])(?:${clock}${timeJoiner})?${exact}(?:${timeJoiner}${clock})?`,
  'giu',
)

/** From one full hour to another. */
const hours =
  /^(?:(?:from|von|de|dalle|van|das|od)\s)?(?:1?\d|2[0-4])(?:\s?[–-]\s?|\s(?:to|till|until|bis|à|a|alle|tot|às|do)\s)(?:1?\d|2[0-4])$/i

/**
 * A date with weekday, day, month, and a time or a place, in this order: the day is the main part, with the month between a
 * weekday and a time. Undefined where any of the text is not recognized.
 */
export function splitDate(text: string): BadgeParts | undefined {
  const { groups } = dated.exec(text.trim()) ?? {}
  if (groups === undefined || !(groups['numeric'] || hasMonth(groups))) return undefined
  const {
    weekday = '',
    days = '',
    named = '',
    gap = '',
    rest = '',
    monthFirst,
    daysAfter,
    yearAfter = '',
    numeric,
  } = groups
  const isPlace = /[,·•|]/.test(gap) && !/\p{N}/u.test(rest)
  if (!weekday.split(/[\s–&+/-]+/).every((name) => name === '' || isWeekday(name))) return undefined
  const isHours = (/[,·•|]/.test(gap) || /^\p{L}/u.test(rest)) && hours.test(rest)
  if (rest !== '' && !time.test(rest) && !isHours && !isPlace) return undefined
  // A number alone may be a fraction or a rate.
  if (numeric !== undefined)
    return weekday === '' && rest === '' ? undefined : { before: weekday, main: numeric, after: rest }
  if (monthFirst !== undefined) {
    const after = [yearAfter.replace(/^,?\s/, ''), rest].filter((line) => line !== '').join('\n')
    return { before: weekday, main: `${monthFirst} ${daysAfter}`, after }
  }
  if (weekday !== '' && rest !== '') return { before: weekday, main: `${days} ${named}`, after: rest }
  return { before: weekday, main: days, after: rest === '' ? named : `${named}\n${rest}` }
}

/** A part of a text. */
export interface Range {
  start: number
  end: number
}

/** Where a pattern matches. */
export const rangesOf = (pattern: RegExp, text: string): Range[] =>
  [...text.matchAll(pattern)].map(({ 0: all, index }) => ({ start: index, end: index + all.length }))

/** Whether a text has the name of a weekday. */
export const namesWeekday = (text: string) =>
  text.split(/[^\p{L}]+/u).some((word) => isWeekday(word) || isWeekday(word.replace(/s$/, '')))

type Groups = Partial<Record<string, string>>

const hasMonth = ({ month, monthFirst }: Groups) => isMonth(month ?? monthFirst ?? '')

/** Where a date stands in a text. */
interface FoundDate extends Range {
  /** From one day to another. */
  isPeriod: boolean
  /** Where the "to" of a period with two months begins. */
  lastDayAt: number | undefined
  hasWeekday: boolean
  hasTime: boolean
}

/** The first day with its month in a text, with the weekday before it, and the last day or the time after it. */
export function findDate(text: string): FoundDate | undefined {
  dateInText.lastIndex = 0
  for (let match = dateInText.exec(text); match !== null; match = dateInText.exec(text)) {
    const { 0: whole, index, groups = {} } = match
    const [first = ''] = /^[\p{L}\p{M}\p{N}]+/u.exec(whole) ?? []
    // A word before the date was taken for its weekday or its month.
    dateInText.lastIndex = index + Math.max(1, first.length)
    if (!hasMonth(groups)) continue
    const hasWeekday = isWeekday(groups['weekday'] ?? '')
    if (groups['weekday'] !== undefined && !hasWeekday) continue
    const end = index + whole.length
    const last = matchAt(lastDay, text, end)
    const hasLast = last !== undefined && hasMonth(last.groups ?? {})
    const to = hasLast ? end + last[0].length : end
    const after = matchAt(timeInText, text, to)
    const hasTime = after !== undefined && time.test(after.groups?.['time'] ?? '')
    const found = text.slice(index, hasTime ? to + after[0].length : to).replace(/\.$/, '')
    const lastDayAt = hasLast ? end : undefined
    const isPeriod = hasLast || /\d\D+\d/.test(groups['days'] ?? groups['daysAfter'] ?? '')
    return { start: index, end: index + found.length, isPeriod, lastDayAt, hasWeekday, hasTime }
  }
  return undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** Whether a text has a day with its month. */
export const isDate = (text: string) => /\d{1,2}月\d{1,2}日/.test(text) || findDate(text) !== undefined

/** Has the names of all languages, and their abbreviations. */
function namesOf(unit: 'weekday' | 'month', count: number): (name: string) => boolean {
  const named = (style: 'long' | 'short') =>
    languages.flatMap((language) => {
      const format = new Intl.DateTimeFormat(language, { [unit]: style, timeZone: 'UTC' })
      // January 2024 begins with a Monday.
      return Array.from({ length: count }, (_, index) =>
        fold(format.format(unit === 'month' ? Date.UTC(2024, index) : Date.UTC(2024, 0, index + 1))),
      )
    })
  const names = once(() => ({ long: named('long'), short: new Set(named('short')) }))
  return (name) => {
    const [folded, { long, short }] = [fold(name), names()]
    return short.has(folded) || (folded.length >= 3 && long.some((one) => one.startsWith(folded)))
  }
}

function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}|\.$/gu, '')
    .toLowerCase()
}
