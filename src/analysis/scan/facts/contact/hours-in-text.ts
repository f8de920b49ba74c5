import { hasPhrase } from '../../../text/phrases.ts'
import words from './hours-words.json'

/** Opening times by day, Monday first: `['08:00-18:00']`. */
export type Week = readonly string[][]

export const emptyWeek = (): Week => Array.from({ length: 7 }, () => [])

const codes = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** `Mo-Fr 08:00-18:00; Sa 09:00-13:00`. */
export function writtenWeek(week: Week): string {
  const parts: string[] = []
  for (let from = 0; from < 7; from++) {
    const times = [...(week[from] ?? [])].sort().join(',')
    if (times === '') continue
    let to = from
    while (to < 6 && [...(week[to + 1] ?? [])].sort().join(',') === times) to++
    parts.push(`${codes[from]}${to > from ? `-${codes[to]}` : ''} ${times}`)
    from = to
  }
  return parts.join('; ')
}

/** Times within others of the same day, as of a slip such as `Saturday-Friday`, add nothing. */
export function addTimes(week: Week, days: Iterable<number>, times: string): void {
  for (const day of days) {
    const known = week[day]
    if (known === undefined || known.some((other) => isWithin(times, other))) continue
    known.splice(0, known.length, ...known.filter((other) => !isWithin(other, times)), times)
  }
}

/** Of times such as `08:00-12:30`; those past midnight are only within themselves. */
function isWithin(inner: string, outer: string): boolean {
  const [[from = '', to = ''], [start = '', end = '']] = [inner.split('-'), outer.split('-')]
  return inner === outer || (start <= from && from < to && to <= end)
}

/** `08:00` of an hour and minutes as written; undefined for invalid times. */
export function timeOf(hour: string, minute = '00', half = ''): string | undefined {
  const late = /p/i.test(half) && Number(hour) < 12 ? 12 : 0
  const early = /a/i.test(half) && Number(hour) === 12 ? -12 : 0
  const at = Number(hour) + late + early
  if (at > 24 || Number(minute) > 59 || (at === 24 && minute !== '00')) return undefined
  return `${String(at).padStart(2, '0')}:${minute}`
}

/** Days from one to another, also across the end of the week. */
export function daysBetween(from: number, to: number): number[] {
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => (from + step) % 7)
}

const everyDay = daysBetween(0, 6)
const longName = 5

export type DayNames = ReadonlyMap<string, readonly number[]>

const namesOf = new Map(['', ...Object.keys(words.days)].map((language) => [language, readNames(language)]))

/**
 * All names of the page's language and of English, and long names of other languages: short ones are words elsewhere.
 */
export function dayNames(language: string): DayNames {
  return namesOf.get(language) ?? namesOf.get('') ?? new Map()
}

const phrasesOf = new Map([...namesOf.values()].map((names) => [names, [...names.keys()]]))

/** Whether a line may name a day, given its phrase line. A cheap check that excludes most lines. */
export function mayNameDay(text: string, words: string, names: DayNames): boolean {
  return hasPhrase(words, phrasesOf.get(names) ?? []) || /\p{L}\d/u.test(text)
}

function readNames(language: string): DayNames {
  const names = new Map<string, readonly number[]>()
  for (const [name, days] of Object.entries(words.days))
    for (const [day, spellings] of days.entries())
      for (const spelling of spellings)
        if (name === language || (name === 'en' && spelling.length > 2) || spelling.length >= longName)
          if (name === language || !names.has(spelling)) names.set(spelling, [day])
  for (const word of words.every) names.set(word, everyDay)
  for (const word of words.working) names.set(word, daysBetween(0, 4))
  return names
}

const time = '(\\d{1,2})(?:[:.h](\\d{2}))? ?([ap]\\.?m\\.?|uhr|h)?'
const range = new RegExp(
  `(?<![\\d.:])${time} ?(?:-|–|—|~|～|bis|to|till|until|a|as|t/m|tot|do|til) ?${time}(?![\\d:])`,
  'g',
)
const token = /\p{L}+/gu
const joins = /^[\s.]{0,3}(?:feira)?\s?(?:-|–|—|bis|to|through|au|a|al|t\/m|tot|do|till|til)\s?(?:feira)?$/
const reachMax = 40
/** `We are open 9 am - 10 pm` names no day. */
const pronoun = /^we(?: |['’]re )(?:are|open|will|have|do|offer|work)(?!\p{L})/u
const pronounMax = 12

export interface LineHours {
  /** Days not followed by times yet. */
  open: readonly number[]
  found: ReadonlyArray<{ days: readonly number[]; times: string }>
}

/** The days and times of a line; times without a day apply to the open days of the previous line. */
export function hoursInLine(text: string, names: DayNames, before: readonly number[]): LineHours {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const ranges = [...plain.matchAll(range)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    times: timesOf(match),
  }))
  const days = [...plain.matchAll(token)].flatMap((match) => {
    const named = names.get(match[0])
    const inRange = ranges.some(({ from, to }) => match.index >= from && match.index < to)
    return named === undefined || inRange || pronoun.test(plain.slice(match.index, match.index + pronounMax))
      ? []
      : [{ from: match.index, to: match.index + match[0].length, named }]
  })
  const found: Array<{ days: readonly number[]; times: string }> = []
  let open = before
  let used = true
  let end = 0
  for (const event of [...ranges, ...days].sort((a, b) => a.from - b.from)) {
    const between = plain.slice(end, event.from)
    if ('named' in event) {
      const last = open.at(-1)
      const [first] = event.named
      if (used) open = event.named
      else if (last !== undefined && first !== undefined && joins.test(between))
        open = [...open, ...daysBetween(last, first).slice(1)]
      else open = [...open, ...event.named]
      used = false
      end = event.to
    } else {
      if (event.times !== undefined && open.length > 0 && between.length <= reachMax)
        found.push({ days: open, times: event.times })
      used = true
      end = event.to
    }
  }
  return { open: days.length > 0 ? open : [], found }
}

function timesOf([, hour = '', minute, half, toHour = '', toMinute, toHalf]: RegExpMatchArray):
  | string
  | undefined {
  const opens = timeOf(hour, minute, half ?? (Number(hour) < Number(toHour) ? toHalf : undefined))
  const closes = timeOf(toHour, toMinute, toHalf)
  return opens === undefined || closes === undefined || opens === closes ? undefined : `${opens}-${closes}`
}
