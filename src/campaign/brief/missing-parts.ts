import { findDate } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import { askedFor } from './asked-for.ts'
import { anyMoney, findOffer, type Offer } from './find-offer.ts'
import { fillHeadline } from './missing-headline.ts'
import data from './missing-parts.json'
import { oneOf, wordStart } from './one-of.ts'
import { isAboutPicture } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { asked } from './sentence-forms.ts'
import { notEvent } from './sentences.ts'
import { takeDetails } from './take-details.ts'
import { capitalized, clauseBefore, isOpen, type Span, take, takeAs } from './take-part.ts'

const { calls, date, sites } = data
const beforeDate = new RegExp(`${wordStart}${oneOf(date.on)} $`, 'iu')
const deadline = new RegExp(`${wordStart}${oneOf(date.deadline)}(?: ${oneOf(date.on)})? ?$`, 'iu')
const beforeLastDay = new RegExp(`${wordStart}${oneOf(date.until)} $`, 'iu')
const beforePeriod = new RegExp(`${wordStart}${oneOf(date.from)} $`, 'iu')
const begins = new RegExp(`${wordStart}${oneOf(date.begins)} (?:${oneOf(date.on)} )?$`, 'iu')

/**
 * Fills parts of the copy with what a brief says without naming a part: the headline, and beside it the date of an event, a
 * discount or a price as the badge or eyebrow, and a call as the button.
 */
export function fillMissingParts(brief: Brief): void {
  const isClosed = brief.settings.some(({ path }) => path === 'noCopy' || path === 'copyOnly')
  if (isClosed || !fillHeadline(brief, findCall(brief))) return
  const isFree = (part: string) => brief.settings.every(({ path }) => path !== `copy.${part}`)
  const freePart = () => (isFree('badge') ? 'badge' : isFree('eyebrow') ? 'eyebrow' : undefined)
  const topics = topicsOf(brief.text)
  // At an event the day comes first, in a sale the discount.
  const isSale = topics.has('sale')
  const hasBadge = !isFree('badge')
  if (!isSale) takeDate(brief, freePart(), topics)
  if (!hasBadge) takeOffer(brief, freePart())
  if (isSale) takeDate(brief, freePart(), topics)
  if (isFree('action')) takeCall(brief)
  if (isFree('action')) takeAsked(brief)
  if (isFree('action')) takeSite(brief)
  takeDetails(brief)
  if (!hasBadge) warnOfOffer(brief)
}

/** Makes the first date of an event, or of a sale also its last day ("until 31 January"), a part, unless the copy has a date. */
function takeDate(brief: Brief, part: 'badge' | 'eyebrow' | undefined, topics: ReadonlySet<string>): void {
  const { text, settings } = brief
  const found = part === undefined ? undefined : findDate(text)
  if (
    found === undefined ||
    settings.some(({ path, value }) => path.startsWith('copy.') && findDate(`${value}`))
  )
    return
  // One of three days says too little.
  const second = findDate(text.slice(found.end))
  if (second !== undefined && findDate(text.slice(found.end + second.end)) !== undefined) return
  const before = clauseBefore(text, found.start)
  if (notEvent.test(before)) return
  const [isSale, isEvent] = [topics.has('sale'), topics.has('event')]
  const last = isSale ? beforeLastDay.exec(before)?.[0].length : undefined
  const isPeriod = found.isPeriod && (isSale || isEvent)
  const isDay = found.hasWeekday || found.hasTime || isEvent || begins.test(before)
  if (last === undefined && !isPeriod && (!isDay || deadline.test(before))) return
  const led = isPeriod ? beforePeriod.exec(before) : beforeDate.exec(before)
  const start = found.start - (last ?? led?.[0].length ?? 0)
  // "Du 10 au 31 janvier" is a line of its own.
  const isWhole = last !== undefined || (isPeriod && part === 'eyebrow')
  take(brief, `copy.${part}`, { start, end: found.end }, isWhole ? start : found.start)
}

/**
 * Makes the first discount ("20% off"), or else the first price ("from €899", "Price €139"), the badge, or where that holds
 * the date the eyebrow, in which an amount alone would say nothing.
 */
function takeOffer(brief: Brief, part: 'badge' | 'eyebrow' | undefined): void {
  const found = findOffer(brief)
  if (found === undefined) return
  const offer = withItsThing(brief, found)
  const value = brief.text.slice(offer.valueStart, offer.end)
  // "Free delivery" alone is not true of "free delivery on everything that is heavier than a kilogram".
  const isOfAll = /\d/.test(value) || !condition.test(brief.text.slice(offer.end))
  if (!isOfAll) return
  if (part === 'badge' || (part === 'eyebrow' && /\p{L}/u.test(value.replace(anyMoney, ''))))
    take(brief, `copy.${part}`, offer, offer.valueStart)
}

const condition = new RegExp(`^ ${oneOf(data.price.conditions)} `, 'iu')
/** One to three words that begin a clause, but not behind an abbreviation. */
const shortThing = new RegExp(
  `(?:[,;:!?\\n"”“»«’›」』]|(?<!${wordStart}${oneOf(data.message.abbreviations)})\\.) ((?=[^,;.:!?\\n]{1,16} $)[\\p{L}\\p{N}]\\S*(?: \\S+){0,2}) $`,
  'u',
)

/** A price with what it is for, where both are a clause of their own: "cars from €29", "first month half price". */
function withItsThing({ text, items }: Brief, offer: Offer): Offer {
  const [, thing] = shortThing.exec(text.slice(0, offer.start)) ?? []
  const endsClause = /^ ?(?:[,;.:!?\n]|$)/.test(text.slice(offer.end))
  if (thing === undefined || !endsClause || text.slice(offer.valueStart, offer.end).includes('%'))
    return offer
  const start = offer.start - thing.length - 1
  return isOpen(items, { start, end: offer.end }) ? { start, end: offer.end, valueStart: start } : offer
}

function warnOfOffer(brief: Brief): void {
  const offer = findOffer(brief)
  if (offer === undefined) return
  const value = brief.text.slice(offer.valueStart, offer.end)
  // The sentence that has it may have been named.
  if (brief.warnings.some((warning) => warning.includes(value))) return
  brief.warnings.push(`Left out "${value}", as the badge is taken: name a part for it, such as subline`)
}

/** A call may follow a quotation without a mark between them. */
const quotation = /^["“„«»’‘'‹›「『].*["”“»«’‘›‹'」』]$/su

/** Words of a call at most. */
const callWordsMax = 5
const callItemsMax = 12
/** Behind a call and a comma. */
const moreWordsMax = 4

/** Makes a clause that calls readers to do something ("book a test drive") the button. */
function takeCall(brief: Brief): void {
  const call = findCall(brief)
  if (call === undefined) return
  takeAs(brief, 'copy.action', call, capitalized(brief.text.slice(call.start, call.end)))
}

/** Makes what people are asked to do the button: "something that makes people sign up". */
function takeAsked({ text, items, settings, taken }: Brief): void {
  const match = asked.exec(text)
  const wanted = match === null ? askedFor(text) : undefined
  if (wanted !== undefined && isOpen(items, wanted))
    settings.push({ path: 'copy.action', value: capitalized(wanted.call) })
  if (match === null) return
  const [whole, call = ''] = match
  const span = { start: match.index + whole.length - call.length, end: match.index + whole.length }
  if (isAboutPicture(call) || !isOpen(items, span)) return
  settings.push({ path: 'copy.action', value: capitalized(call) })
  taken.push({ path: 'copy.action', ...span })
}

/** A site's address with the words that lead to it: "Link: lakehouse.example". */
const site = new RegExp(
  `${wordStart}${oneOf(sites)}(?: ?:)? (?<host>(?:[a-z\\d](?:[a-z\\d-]{0,60}[a-z\\d])?\\.){1,3}[a-z]{2,12}(?:/[a-z\\d-]{1,40})?)(?![\\p{L}\\p{N}@/])`,
  'iu',
)

/** Makes the address of the campaign's site the button. */
function takeSite(brief: Brief): void {
  const match = site.exec(brief.text)
  const host = match?.groups?.['host']
  if (match === null || host === undefined) return
  const span = { start: match.index, end: match.index + match[0].length }
  if (!isOpen(brief.items, span)) return
  takeAs(brief, 'copy.action', span, match[0].includes(' at ') ? capitalized(match[0]) : host)
}

/** "Get in touch: garden@club.example" */
const contact = /^: ?(?:[^\s@]{1,40}@[^\s@]{1,40}[\p{L}\p{N}]|\+?\d[\d ()-]{5,18}\d)/u

function findCall({ text, items }: Brief): Span | undefined {
  for (const [at, item] of items.entries()) {
    const before = items[at - 1]
    const isAfterQuote = before !== undefined && quotation.test(text.slice(before.start, before.end))
    const wordAt = (index: number) =>
      text.slice(items[index]?.start ?? 0, items[index]?.end ?? 0).toLowerCase()
    const isOnButton = before?.kind === 'det' && wordAt(at + 2) === 'button'
    if (!is(before, 'clauseEnd') && !is(before, 'quotes') && !isAfterQuote && !isOnButton) continue
    // A "sign-up" is not a call.
    if (text.charAt(item.end) === '-') continue
    if (!calls.some(([verbs, next]) => verbs?.includes(wordAt(at)) && next?.includes(wordAt(at + 1))))
      continue
    if (isOnButton) return { start: item.start, end: items[at + 1]?.end ?? item.end }
    let to = at + 2
    while (to < at + callItemsMax && (!is(items[to], 'clauseEnd') || items[to]?.kind === 'and')) to++
    const ended = items[to - 1]?.end ?? item.end
    const end = ended + (contact.exec(text.slice(ended))?.[0].length ?? 0)
    const isShort = text.slice(item.start, ended).split(' ').length <= callWordsMax
    // "Buy a day for two (149 euros) and get ..." and "Order by six, warm rolls by seven" say more than a button.
    const more = /^, [^.!?;:\n]*/.exec(text.slice(end))?.[0] ?? ''
    const isWhole =
      is(items[to], 'clauseEnd') && items[to]?.value !== '(' && more.trim().split(' ').length <= moreWordsMax
    if (isShort && (end > ended || isWhole)) return { start: item.start, end }
  }
  return undefined
}
