import { findDate, namesWeekday } from '../compose/layouts/dates.ts'
import data from './missing-parts.json'
import { oneOf, wordEnd } from './one-of.ts'
import { isAboutPicture, wrapperOf } from './picture-requests.ts'
import { notEvent } from './sentences.ts'
import { isForWhom, isOccasion } from './take-eyebrow.ts'
import { capitalized } from './take-part.ts'

const words = data.sentence
/** What a sentence says of a campaign: who does what, when and where. */
export interface FactSentence {
  /** "Oakfield School" of "Oakfield School holds its open day". */
  owner?: string | undefined
  /** "Open day", with the case of its first letter. */
  thing: string
  /** What stands behind it: "Fahrradwerkstatt in Leipzig". */
  place?: string | undefined
  when?: string | undefined
}

const determiner = `(?:${oneOf([...words.articles, ...words.possessives])}\\s|[ld](?:el)?l?['’])`
const ahead = new RegExp(`^(?:${oneOf(words.leads)}\\s)?(?:${determiner})*`, 'iu')
const owned = new RegExp(`(?:^|[\\s'’])${oneOf(words.possessives)}${wordEnd}`, 'iu')
/** "Unsere neue Bäckerei" would be "neue Bäckerei": its ending is that of its case. */
const news = new RegExp(`^${oneOf(words.news)}\\s`, 'iu')
const behind = new RegExp(`\\s(?=(?:${oneOf([...words.places, ...words.reasons])}\\s|all['’]))`, 'giu')
const placed = new RegExp(`^(?:${oneOf(words.places)}\\s|all['’])`, 'iu')
const beforeDate = new RegExp(
  `(?:(?:^|(?<=[\\s,]))${oneOf(words.beforeDate)}\\s)?(?:(?<weekday>\\p{L}{4,14}(?:-feira)?),?\\s(?:${oneOf(words.betweenDayAndDate)}\\s)?)?$`,
  'iu',
)
const lastDay = new RegExp(`(?:^|(?<=[\\s,]))${oneOf([...data.date.until, ...data.date.before])}\\s$`, 'iu')
const clock = `\\d{1,2}(?:[:.h]\\d\\d)?(?: ?${oneOf(words.hours)}(?!\\p{L}))?`
const noon = `${oneOf(words.noons)}${wordEnd}`
const marked = `(?:\\d{1,2}(?:[:.]\\d\\d)? ?${oneOf(words.hours)}(?!\\p{L})|\\d{1,2}[:h]\\d\\d|${noon})`
const toHour = `\\s?${oneOf(words.toHour)}\\s?`
const hours = new RegExp(
  `,?\\s(?:${oneOf(words.fromHour)}\\s)?(?<time>(?:${clock}${toHour})?${marked}(?:${toHour}(?:${clock}|${noon}))?)(?![\\p{L}\\p{N}])`,
  'iu',
)
const we = `(?:${oneOf(words.we)}(?:['’]re|\\sare|['’]ll|\\swill)?(?:\\sbe)?)`
const notDoing = `(?!${oneOf(words.notDoing)}${wordEnd})`
/** "Feiern wir", "we are hiring", "lanzamos". */
const doing = [
  new RegExp(`^${notDoing}\\p{L}+\\s${oneOf(words.we)}\\s(?<thing>.+)$`, 'iu'),
  new RegExp(`^${we}\\s${notDoing}\\p{L}+\\s(?<thing>.+)$`, 'iu'),
  new RegExp(`^${notDoing}\\p{L}{2,}(?:[aei]mos|iamo)\\s(?<thing>.+)$`, 'iu'),
]
const holds = new RegExp(`^(?<owner>\\S+(?:\\s\\S+){0,6}?)\\s${oneOf(words.holds)}\\s(?<thing>.+)$`, 'iu')
const returns = new RegExp(
  `^(?<thing>\\S+(?:\\s\\S+){1,8}?)\\s${oneOf(words.returns)}${wordEnd}(?<rest>.*)$`,
  'iu',
)
const detached = new RegExp(`\\s${oneOf(words.detached)}$`, 'iu')
const thingCharsMax = 40

/** The day and the hours of a sentence, and the sentence without them. */
export function whenIn(sentence: string): { when: string | undefined; rest: string } {
  const timed = hours.exec(sentence)
  const time = timed?.groups?.['time']
  const untimed = sentence.replace(timed?.[0] ?? '', '')
  const date = findDate(untimed)
  if (date === undefined) return { when: undefined, rest: sentence }
  const lead = beforeDate.exec(untimed.slice(0, date.start))
  const { weekday } = lead?.groups ?? {}
  const isDay = weekday !== undefined && namesWeekday(weekday)
  const last = lastDay.exec(untimed.slice(0, date.start))?.index
  const from = last ?? (weekday === undefined || isDay ? (lead?.index ?? date.start) : date.start)
  const before = untimed.slice(0, from).replace(/[\s,]+$/, '')
  const after = untimed.slice(date.end).replace(/^[\s,]+/, '')
  const day = untimed.slice(last ?? date.start, date.end)
  const parts = [isDay && last === undefined ? weekday : undefined, day, time]
  const when = parts.filter((part) => part !== undefined).join(', ')
  return { when, rest: `${before} ${after}`.trim() }
}

/** What a sentence without its final mark says; undefined for other sentences. */
export function factsIn(sentence: string): FactSentence | undefined {
  const { when, rest } = whenIn(sentence)
  const held = (holds.exec(rest) ?? returns.exec(rest))?.groups
  const said = held ?? doing.map((form) => form.exec(rest)?.groups).find((groups) => groups !== undefined)
  if (said === undefined) return undefined
  const { thing = '', owner, rest: more = '' } = said
  const named = thingIn(`${thing.replace(detached, '')}${more}`)
  return named && { ...named, when, owner: owner && nameOf(owner) }
}

/** What is named, up to the clause that is too long or says whose it is, and the place behind it. */
export function thingIn(
  text: string,
  charsMax = thingCharsMax,
): Pick<FactSentence, 'thing' | 'place'> | undefined {
  const name = nameOf(text)
  const [clause = ''] = /^[^,;:.?!("“„«]*/u.exec(name) ?? []
  const ends = [...Array.from(clause.matchAll(behind), ({ index }) => index), clause.length]
  const fits = (end: number) => end <= charsMax && !owned.test(clause.slice(0, end))
  const end = ends.findLast(fits)
  if (end === undefined || end === 0) return undefined
  const thing = clause.slice(0, end).trimEnd()
  const place = name
    .slice(end)
    .trim()
    .replace(/^[,;:]\s*/, '')
  return { thing, place: place === '' ? undefined : nameOf(place.replace(placed, '')) }
}

/** Without its article and what says whose it is. */
const nameOf = (text: string) => text.replace(ahead, '').replace(news, '')

/** "Our customers in Leeds" */
const readers = new RegExp(
  `^(?:\\p{L}+ )?${oneOf([...data.message.people, ...data.message.audiences])}${wordEnd}`,
  'iu',
)
const german = new RegExp(`(?:^|\\s)${oneOf(words.german)}\\s`, 'iu')
const namesOf = (text: string) => text.match(/\p{Lu}[\p{L}\p{M}\p{N}’'-]*|\p{N}+/gu) ?? []
const germanPlace = /(?<=\s(?:in|bei|aus|nach|von) )\p{Lu}[\p{L}-]+|\p{N}+/gu

/**
 * A campaign's subject with its day, for readers of other copy, if that says no name, place or figure of it: "40 nurses in
 * Leeds", "Volt 2 running shoe, 14 March".
 */
export function subjectOf(sentence: string, copy: string): string | undefined {
  const { when, rest } = whenIn(sentence)
  const begin = wrapperOf(rest).length
  const { thing } = (begin > 0 ? thingIn(rest.slice(begin)) : factsIn(sentence)) ?? {}
  // "Mother's Day push" is a campaign, "Navidad" its season.
  const isOther = [isAboutPicture, isForWhom, isOccasion].some((is) => is(thing ?? ''))
  if (begin > 0 && readers.test(thing ?? '')) return undefined
  if (thing === undefined || !thing.includes(' ') || isOther || notEvent.test(sentence)) return undefined
  const isUnsaid = (name: string) => !copy.toLowerCase().includes(name.toLowerCase())
  const names = german.test(sentence) ? (thing.match(germanPlace) ?? []) : namesOf(thing)
  const day = when !== undefined && isUnsaid(when) ? when : undefined
  if (day === undefined && !names.some(isUnsaid)) return undefined
  const subject = capitalized(thing)
  const whole = day === undefined ? subject : `${subject}, ${day}`
  return whole.length <= thingCharsMax ? whole : subject
}
