import { hasPhrase } from '../../../text/phrases.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import { type JsonObject, objectsOf, stringOf, stringsOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { candidateInLine, candidatesOfOrganisations } from '../candidates.ts'
import { settle } from '../merge/settle.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import {
  addTimes,
  dayNames,
  daysBetween,
  emptyWeek,
  hoursInLine,
  mayNameDay,
  timeOf,
  type Week,
  writtenWeek,
} from './hours-in-text.ts'
import words from './hours-words.json'

/** Opening hours, as `Mo-Fr 08:00-18:00; Sa 09:00-13:00`. */
export const openingHours: Topic = {
  topics: ['opening-hours'],
  read: (page) => [...inStructuredData(page), ...inText(page)],
  decide,
}

const stated = (value: string) => ({ topic: 'opening-hours' as const, value })
const english = dayNames('en')

function inStructuredData(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (value) => {
    const week = emptyWeek()
    for (const written of stringsOf(value['openingHours'])) addWritten(week, written)
    for (const spec of objectsOf(value['openingHoursSpecification'])) addSpecification(week, spec)
    const [spec] = objectsOf(value['openingHoursSpecification'])
    const written = stringOf(value['openingHours']) || stringOf(spec?.['opens'])
    return [{ ...stated(writtenWeek(week)), written }]
  })
}

function addWritten(week: Week, written: string): void {
  const names = new Map([
    ...english,
    ...['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((name, day) => [name, [day]] as const),
  ])
  for (const { days, times } of hoursInLine(written.slice(0, 200), names, []).found)
    addTimes(week, days, times)
}

function addSpecification(week: Week, spec: JsonObject): void {
  // Hours of holidays are temporary.
  if (stringOf(spec['validFrom']) !== '') return
  const days = stringsOf(spec['dayOfWeek']).flatMap(
    (day) => english.get(day.replace(/^.*\//, '').toLowerCase()) ?? [],
  )
  const [opens, closes] = ['opens', 'closes'].map((name) => {
    const [hour = '', minute] = stringOf(spec[name]).split(':')
    return /^\d{1,2}$/.test(hour) ? timeOf(hour, minute) : undefined
  })
  if (opens === undefined || closes === undefined || opens === closes) return
  addTimes(week, days.length === 0 ? daysBetween(0, 6) : days, `${opens}-${closes}`)
}

const lineMax = 160
/** Number of lines without hours that end a table. */
const gapMax = 2
const headingReach = 3
/** Number of days that need no heading to count as opening hours. */
const daysEnough = 5

function inText(page: Page): Candidate[] {
  const kind = pageKind(page)
  if (kind === 'article' || kind === 'others' || kind === 'careers' || kind === 'imprint') return []
  const names = dayNames((page.lang ?? '').slice(0, 2).toLowerCase())
  const found: Candidate[] = []
  let week = emptyWeek()
  let first: Line | undefined
  let open: readonly number[] = []
  let gap = 0
  let sinceHeading = headingReach + 1
  let headed = false
  /** The area with hours of something else than the business, such as a happy hour. */
  let others: Line['area'] | undefined
  const finish = () => {
    if (first === undefined) return
    const days = week.filter((times) => times.length > 0).length
    if (headed || days >= daysEnough) found.push(...candidateInLine(page, stated(writtenWeek(week)), first))
    week = emptyWeek()
    first = undefined
    headed = false
  }
  for (const line of linesOf(page)) {
    if (first !== undefined && line.area !== first.area) finish()
    const isShort = line.text.length <= lineMax
    const isHeading = isShort && hasPhrase(wordsOf(line), words.headings)
    sinceHeading = isHeading ? 0 : sinceHeading + 1
    if (isShort && hasPhrase(wordsOf(line), words.others)) {
      finish()
      others = line.area
    } else if (isHeading || line.heading > 0) others = undefined
    const isRead =
      isShort && others !== line.area && (open.length > 0 || mayNameDay(line.text, wordsOf(line), names))
    const read = isRead ? hoursInLine(line.text, names, open) : { open: [], found: [] }
    gap = read.found.length > 0 || read.open.length > 0 ? 0 : gap + 1
    if (gap > gapMax) finish()
    open = read.open
    for (const { days, times } of read.found) {
      first ??= line
      headed ||= sinceHeading <= headingReach
      addTimes(week, days, times)
    }
  }
  finish()
  return found
}

const hoursMax = 3

/** Hours contained in others are left out; values of structured data exclude each other. */
function decide(candidates: readonly SiteCandidate[]): Decision[] {
  const byValue = [...Map.groupBy(candidates, ({ value }) => value)]
  const decisions = byValue
    .filter(([value]) => !byValue.some(([other]) => other.length > value.length && other.includes(value)))
    .slice(0, hoursMax)
    .map(([value, support]): Decision => {
      return { topic: 'opening-hours', key: value, value, text: `Opening hours: ${value}`, support }
    })
  const isStructured = ({ support }: Decision) => support.some(({ place }) => place === 'json-ld')
  return [
    ...settle(decisions.filter(isStructured), 'the opening hours'),
    ...decisions.filter((decision) => !isStructured(decision)),
  ]
}
