import { findDate } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import { isFreeOf } from './about-campaign.ts'
import { dayIn } from './find-day.ts'
import { deals, findOffer, type Offer, priceAhead, secondary } from './find-offer.ts'
import { form } from './forms.ts'
import data from './missing-parts.json'
import { oneOf, wordStart } from './one-of.ts'
import type { Brief } from './rules.ts'
import { isReadable, lengthOf, sublineCharsMax, wordsIn } from './sentences.ts'
import { settingOf } from './take-eyebrow.ts'
import { capitalized, isFree, isOpen, isSaid, takeAs } from './take-part.ts'

const { message } = data
const wholeWordsMin = 3
/** Where a day may stand already. */
const shown = ['eyebrow', 'headline', 'subline', 'badge', 'date'].map((part) => `copy.${part}`)
const badgeCharsMax = 26
/** Beside a longer headline and more than a short subline, layouts have no room for either part. */
const shortHeadlineMax = 40
const besideLongMax = 90

/** A piece of the brief that stands under the headline. */
export interface Piece {
  text: string
  start: number
  isFact?: true | undefined
}

/** Makes what is free or cheaper the badge, with the day of an event above the headline; else this day or a price. */
export function takeParts(brief: Brief, pieces: Piece[]): void {
  const offer = findOffer(brief, true)
  const said = brief.text.slice(offer?.start, offer?.end)
  const isReduced = offer && (isFreeOf(said) || deals.test(said) || (!offer.isSoft && said.includes('%')))
  const isSale = topicsOf(brief.text).has('sale')
  if (!isSale)
    takeDate(brief, pieces, dayIn(brief, false), isReduced && isFree(brief, 'eyebrow') ? 'eyebrow' : 'badge')
  if (isFree(brief, 'badge')) takeOffer(brief, pieces)
  if (isSale || offer !== undefined) takeDate(brief, pieces, dayIn(brief, true))
}

/** The part for an offer or a day; beside a badge, layouts have no room for more than a short subline. */
function freePart(brief: Brief, pieces: readonly Piece[], value: string, first = 'badge') {
  const isLong = `${settingOf(brief, 'copy.headline')?.value}`.length > shortHeadlineMax
  const rest = pieces.reduce((sum, { text }) => sum + lengthOf(text) + 2, -value.length)
  if (isLong && rest > besideLongMax) return undefined
  return [rest > sublineCharsMax ? 'eyebrow' : first, 'eyebrow'].find((part) => isFree(brief, part))
}

/** Makes the first discount ("20% off"), or else the first price ("from €899", "Price €139"), the badge. */
function takeOffer(brief: Brief, pieces: Piece[]): void {
  const found = findOffer(brief, true)
  if (found === undefined) return
  const whole = withItsThing(brief, found)
  const isGood =
    whole.end - whole.valueStart <= badgeCharsMax &&
    !isSaid(brief, brief.text.slice(whole.valueStart, found.start).trim())
  const offer = isGood ? whole : found
  const value = brief.text.slice(offer.valueStart, offer.end)
  const part = freePart(brief, pieces, value)
  if (value.length > badgeCharsMax || part === undefined) return
  const badge = form('leadsPrice').test(value) ? value : capitalized(value)
  const led = / \S+ $/.exec(brief.text.slice(0, offer.valueStart))?.[0].slice(1) ?? ''
  // "15% off" alone is not true of "15% off for members".
  const isOfSome = secondary.test(/^[^,.;:!?\n]*/.exec(brief.text.slice(offer.end))?.[0] ?? '')
  const lead =
    priceAhead.exec(` ${led}${value}`)?.index === 0
      ? led + value
      : brief.text.slice(offer.start, offer.end).replace(/^[^\p{L}\p{N}\p{Sc}-]+/u, '')
  const clause = clauseFrom(brief.text, offer)
  const isOnThings = clause !== undefined && form('onThings').test(brief.text.slice(offer.end + 1))
  const headline = `${settingOf(brief, 'copy.headline')?.value ?? ''}`.toLowerCase()
  // The headline says it already.
  if (headline.includes(value.toLowerCase())) lift(pieces, lead, true)
  else if (!isOfSome && !isOnThings && lift(pieces, lead, true)) takeAs(brief, `copy.${part}`, offer, badge)
  else if (clause !== undefined && lift(pieces, clause))
    takeAs(
      brief,
      `copy.${part}`,
      { start: offer.start, end: brief.text.indexOf(clause, offer.start) + clause.length },
      form('leadsPrice').test(clause) ? clause : capitalized(clause),
    )
  // A sentence that begins with it says it at once.
  else if (pieces.some(({ text }) => text.toLowerCase().startsWith(value.toLowerCase()))) return
  // What no line of the copy says may be a scene.
  else if (found.isSoft === true || isOfSome) return
  // An amount alone would be read as the price of what the headline says.
  else if (/[\p{L}%]/u.test(value)) brief.settings.push({ path: `copy.${part}`, value: badge })
}

/** An offer with the rest of its clause, where both are short: "4.6% AER for 12 months", "Price 149 € from 3 March". */
function clauseFrom(text: string, { start, valueStart, end }: Offer): string | undefined {
  const rest = /^ [^,;.:!?()\n]{1,22}(?=[,;.!?\n]|$)/u.exec(text.slice(end))?.[0]
  const from = [valueStart, start].find((at) => form('startsClause').test(text.slice(0, at)))
  const clause = text.slice(from, end) + (rest ?? '')
  return rest === undefined || from === undefined || clause.length > badgeCharsMax ? undefined : clause
}

/** Whether a price behind "A, B" may be of the last alone, unlike one behind "A, B and C" or "A: B". */
function isOpenList(text: string): boolean {
  const [last = '', ...others] = text.split(/[,;、，]\s*/).reverse()
  return others.length > 0 && !form('joinsLast').test(last)
}

/** Whether a text says something without what follows: not "50 stalls, doors open". */
const isWhole = (text: string) =>
  text.includes(' ') &&
  isReadable(text) &&
  (text.endsWith(',') ||
    !text.includes(',') ||
    wordsIn(text.slice(text.lastIndexOf(',') + 2)) >= wholeWordsMin)

/**
 * Takes a part out of the first piece that begins or ends with it and reads without it.
 * @param part with the words that lead to it
 * @param isClause behind a comma only as a whole clause
 */
function lift(pieces: Piece[], part: string, isClause = false): boolean {
  for (const [at, { text, start }] of pieces.entries()) {
    const from = text.toLowerCase().lastIndexOf(part.toLowerCase())
    if (from < 0) continue
    const before = text.slice(0, from).trimEnd()
    const after = text.slice(from + part.length).trimStart()
    const isMarked = /^$|[,;、，–—-]$/.test(before)
    const isCut = isClause && (isOpenList(before) || !before.includes(' '))
    const isEnd =
      after === '' &&
      (isMarked ||
        (!isCut &&
          before.includes(' ') &&
          /[^:：\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(before) &&
          isReadable(before)))
    const isStart =
      before === '' &&
      !form('inverted').test(after) &&
      (/^[,;、，–—-]/.test(after) ||
        form('there').test(after) ||
        (part.endsWith('%') && form('onThings').test(after)) ||
        (!isClause && form('atPlace').test(after)))
    const isBetween = isClause
      ? /^,/.test(after) && (/,$/.test(before) || (!isOpenList(before) && isWhole(before)))
      : (/^,/.test(after) ||
          (form('atPlace').test(after) && (/,$/.test(before) || form('weekly').test(part)))) &&
        isWhole(before)
    if (isBetween) {
      const rest = after.replace(/^,\s*/, '')
      pieces.splice(
        at,
        1,
        { text: before.replace(/[,:]$/, ''), start },
        { text: rest, start: start + text.lastIndexOf(rest) },
      )
      return true
    }
    if (!isEnd && !isStart) continue
    const left = (isEnd ? before : after.replace(form('there'), '')).replace(
      /^[,;、，–—-]\s*|[\s,;、，–—-]+$/gu,
      '',
    )
    if (left === '') pieces.splice(at, 1)
    else pieces[at] = { text: left, start: start + text.indexOf(left) }
    return true
  }
  return false
}

/** One to three words that begin a clause, but not behind an abbreviation. */
const shortThing = new RegExp(
  `(?:[,;:!?\\n"”“»«’›」』]|(?<!${wordStart}${oneOf(message.abbreviations)})\\.) ((?=[^,;.:!?\\n]{1,16} $)[\\p{L}\\p{N}]\\S*(?: \\S+){0,2}) $`,
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

/** Makes a day what is free of the badge and the eyebrow, where a piece begins or ends with it or reads without it. */
function takeDate(brief: Brief, pieces: Piece[], day: ReturnType<typeof dayIn>, first = 'badge'): void {
  const { text, settings } = brief
  const isDated = settings.some(({ path, value }) => shown.includes(path) && findDate(`${value}`))
  const part = freePart(brief, pieces, day?.value ?? '', first)
  if (day === undefined || isDated || part === undefined) return
  if (!lift(pieces, text.slice(day.start, day.end))) return
  takeAs(brief, `copy.${part}`, day, /^\d/.test(day.value) ? day.value : capitalized(day.value))
}
