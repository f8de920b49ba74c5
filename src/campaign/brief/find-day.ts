import { findDate, isWeekday, namesWeekday } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import { everywhere, form } from './forms.ts'
import type { Brief } from './rules.ts'
import { notEvent } from './sentences.ts'
import { clauseBefore, clauseMarks, isOpen, type Span } from './take-part.ts'

/** A day in a text, with the words that lead to it. */
interface Day extends Span {
  value: string
}

/**
 * The first date of an event, or else a weekday of every week.
 * @param isOfOffer also the last day of an offer: "until 31 January", "until Sunday"
 */
export function dayIn(brief: Brief, isOfOffer: boolean): Day | undefined {
  const { text } = brief
  const found = findDate(text)
  if (found === undefined) return (isOfOffer ? lastWeekdayIn(brief) : undefined) ?? weekdaysIn(brief)
  const before = clauseBefore(text, found.start)
  if (notEvent.test(before)) return undefined
  // "No fee until 30 June" is not free of one.
  if (
    form('beforeLastDay').test(before) &&
    form('negated').test(clauseBefore(text, found.start, [...clauseMarks, ',', ':']))
  )
    return undefined
  const isEvent = topicsOf(text).has('event')
  const last = isOfOffer ? form('beforeLastDay').exec(before)?.[0].length : undefined
  const isPeriod = found.isPeriod && (isOfOffer || isEvent)
  const led = form('weekdayBefore').exec(before)
  const weekday = led?.groups?.['weekday'] ?? ''
  const isNamed = isWeekday(weekday)
  const isDay = found.hasWeekday || found.hasTime || isEvent || isNamed
  if (last === undefined && !isPeriod && (!isDay || form('deadline').test(before))) return undefined
  const length =
    last ??
    (isNamed ? led : isPeriod ? form('beforePeriod').exec(before) : form('beforeDate').exec(before))?.[0]
      .length ??
    0
  const end = found.end + (form('hoursAfter').exec(text.slice(found.end))?.[0].length ?? 0)
  const value = text.slice(last === undefined ? found.start : found.start - last, end)
  return { start: found.start - length, end, value: isNamed ? `${weekday}, ${value}` : value }
}

/** "until Sunday" */
function lastWeekdayIn({ text, items }: Brief): Day | undefined {
  const { 0: value = '', index: start = 0, groups } = form('lastWeekday').exec(text) ?? {}
  const day = { start, end: start + value.length, value }
  return isWeekday(groups?.['weekday'] ?? '') && isOpen(items, day) ? day : undefined
}

/** "every Thursday and Friday", "Samstag" */
const weekdays = everywhere(form('weekdays'))
/** " until 11 pm", " between 9 and 14", " 8-13h" */
const hours =
  /^,?(?: \p{L}+){0,2} \d{1,2}(?!\d)(?:[:.h]\d\d)?(?: ?(?:[ap]m|uhr|h)(?!\p{L}))?(?: ?(?:[–-]|\p{L}{1,5}) ?\d{1,2}(?!\d)(?:[:.h]\d\d)?(?: ?(?:[ap]m|uhr|h)(?!\p{L}))?)?/iu
const daysCharsMax = 40

/** Weekdays with their hours, without a date. */
function weekdaysIn({ text, items }: Brief): Day | undefined {
  for (const { 0: whole, index: start, groups = {} } of text.matchAll(weekdays)) {
    const { first = '', last } = groups
    const time = hours.exec(text.slice(start + whole.length))?.[0]
    if (time === undefined || ![first, last ?? first].every(isDayName)) continue
    const day = { start, end: start + whole.length + time.length, value: whole + time }
    // "Monday to Friday 8 to 20, Saturday 9 to 14"
    if (namesWeekday(/^, \p{L}+/u.exec(text.slice(day.end))?.[0] ?? '')) return undefined
    if (day.value.length <= daysCharsMax && isOpen(items, day)) return day
  }
  return undefined
}

const isDayName = (word: string) => word.length > 2 && (isWeekday(word) || isWeekday(word.replace(/s$/u, '')))
