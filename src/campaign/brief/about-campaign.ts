import { findDate, isDate, namesWeekday } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import { calling } from './copy-line.ts'
import { anyMoney, deals, notOffer } from './find-offer.ts'
import data from './missing-parts.json'
import { anyWord, oneOf, wordStart } from './one-of.ts'
import { fact, hour, notEvent, properName } from './sentences.ts'

const { date, message } = data
export const free = anyWord(message.free)
/** "From Friday in the taproom" */
const fromDay = new RegExp(`^${oneOf(date.deadline)} `, 'iu')
const startsFree = new RegExp(`^${oneOf(message.free)} `, 'iu')
const kinds = anyWord(message.kinds)
const pay = anyWord(data.price.pay)
/** "3.9 % interest", not a discount, which is an offer. */
const percentage = new RegExp(
  `%\\p{N}|\\p{N} ?%(?! ${oneOf(['off', ...data.price.discounts])}(?!\\p{L}))`,
  'iu',
)
const owned = anyWord(message.readers)
const news = anyWord(message.news)
const campaignOnly = anyWord([...message.campaignOnly, ...message.jobs])
/** A sentence of so few words that names a kind of campaign does not describe a scene. */
const kindWordsMax = 4
const lastDay = new RegExp(
  `${wordStart}${oneOf([...date.until, ...date.before])} (?=\\S*\\p{N}|(?-i:\\p{Lu})|${oneOf(date.end)} )`,
  'iu',
)
/** "Kids can sit in the engine", "each sign-up feeds a child". */
const states = new RegExp(
  `^${oneOf(message.every)} \\p{L}|${wordStart}${oneOf(message.modals)}(?! ${oneOf(message.seen)}(?!\\p{L}))(?!\\p{L})`,
  'iu',
)
const daily = anyWord(message.daily)
const every = anyWord(message.every)
/** A percentage, or a number of more than two digits that is not a year, which scenes do not have. */
const largeFigure = /(?<![\p{N}.,])(?!(?:19|20)\d\d(?!\p{N}))\p{N}[\p{N}.,]{2,}|%/u
/** "24.90 a month". */
const rated = new RegExp(`\\p{N} ${oneOf(data.price.rate)} ${oneOf(data.price.per)}(?!\\p{L})`, 'iu')
/** "Training for small companies". */
const audience = new RegExp(
  ` ${oneOf(message.forWhom)} (?:\\p{L}+ )?${oneOf(message.audiences)}(?!\\p{L})`,
  'iu',
)
/** A name and what it is: "PocketLedger, the bookkeeping app". */
const apposition = new RegExp(`^\\p{Lu}\\S*(?: \\p{Lu}\\S*){0,3}, (?:${oneOf(message.owners)}) `, 'u')

/** A company that says what it does, not what is seen. */
const company = /^(?:we|wir|nous|nosotros|noi) (?!see |look (?!for ))/iu
/** "Within 15 minutes", "two days". */
const timed = new RegExp(
  `(?:\\p{N}|${wordStart}${oneOf(message.numbers)}) ${oneOf(message.durations)}(?!\\p{L})`,
  'iu',
)

export const light = anyWord(message.lights)
const indefinite = new RegExp(`^${oneOf(message.indefinites)} `, 'iu')

export const isShort = (text: string) => text.split(' ').length <= kindWordsMax

/** Whether words beside those of a scene are about the campaign. */
export const isFactual = (text: string) =>
  fact.test(text) || free.test(text) || kinds.test(text) || properName.test(text)

/** "A woman in her kitchen", "a lake at dawn", a later "Calm sea": words that may describe what a picture shows. */
export function describesScene(text: string, isFirst: boolean): boolean {
  if (light.test(text)) return true
  return isFirst ? indefinite.test(text) && !text.includes(',') && !fact.test(text) : !isFactual(text)
}

const looks = anyWord([message.qualities, message.views, message.lights, message.tones, message.scene].flat())

/** Whether a sentence says what the picture is like: "Misty mountains", "cute but clean". */
export const hasLook = (text: string) => looks.test(text.split(', ')[0] ?? '') && !fact.test(text)

/** "Calm", "snowy mountains", "early light": nothing but that. */
export function isLook(text: string): boolean {
  const words = text.toLowerCase().replace(/[.!]$/, '').split(' ')
  const isView = words.length > 1 && message.views.includes(words.at(-1) ?? '')
  return (light.test(text) && !fact.test(text)) || (isView && isQuality(words[0])) || words.every(isQuality)
}

const qualities = new Set([...message.qualities, ...message.between])
export const isQuality = (word = '') => qualities.has(word)

/** "Minimal white studio" */
export const beginsWithQuality = (text: string) => isQuality(text.split(/[\s,]/)[0]?.toLowerCase())

/** Whether a whole sentence, in a brief that names its headline, is about the campaign and not about the scene. */
export function isAboutCampaign(text: string, reason: string | undefined, isOfEvent: boolean): boolean {
  const isAdvertised = reason === 'advertised'
  if (['said', 'invited', 'stated'].includes(reason ?? '') || (isAdvertised && apposition.test(text)))
    return true
  if (campaignOnly.test(text) || states.test(text)) return true
  // "Salary from €42,000" is not a price, but what a job is about.
  if (pay.test(text) && fact.test(text)) return true
  if (notEvent.test(text) || notOffer.test(text)) return false
  const isDated =
    isDate(text) ||
    findDate(text) !== undefined ||
    lastDay.test(text) ||
    (namesWeekday(text) && (hour.test(text) || every.test(text))) ||
    (hour.test(text) && daily.test(text)) ||
    (namesWeekday(text) && fromDay.test(text))
  const isPriced =
    text.replace(anyMoney, '') !== text || [rated, deals, percentage].some((each) => each.test(text))
  const isEventOf = (fact.test(text) || isOfEvent) && topicsOf(text).has('event')
  const isOwn = owned.test(text)
  const isKind =
    kinds.test(text) && (isAdvertised || isOwn || fact.test(text) || properName.test(text) || isShort(text))
  return (
    isDated ||
    isPriced ||
    timed.test(text) ||
    company.test(text) ||
    isEventOf ||
    isKind ||
    audience.test(text) ||
    (free.test(text) && (reason === 'labelled' || fact.test(text) || startsFree.test(text))) ||
    (isOwn && [calling, largeFigure, news, free].some((each) => each.test(text))) ||
    (isOwn && isAdvertised && properName.test(text))
  )
}
