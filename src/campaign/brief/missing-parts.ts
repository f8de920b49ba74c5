import currencyCodes from '../compose/currency-codes.json'
import { findDate } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import data from './missing-parts.json'
import { oneOf, wordStart } from './one-of.ts'
import { type Brief, is } from './rules.ts'
import type { Item } from './tokenize.ts'

const { calls, titled, notTitles, said, asks, notSaid, price, date } = data
const notHeadlines = ['copy.action', 'copy.eyebrow', 'copy.legal', 'copy.badge']
const amount = /\d[\d.,]* ?%?/u
const figures = String.raw`\d+(?:[.,\u00a0’']\d+)*`
const money = `(?:(?:[€$£¥₹]|${oneOf(currencyCodes)}) ?${figures}|${figures} ?(?:[€$£¥₹]|${oneOf([...currencyCodes, ...price.names])}(?!\\p{L})))`
const rate = `(?: ${oneOf(price.rate)} ${oneOf(price.per)}(?!\\p{L})| ?/ ?${oneOf(price.per)}(?!\\p{L})| one way)?`
const anyMoney = new RegExp(money, 'giu')
const measure = String.raw`\d+ ?${oneOf(price.units)}`
/** Discounts, and prices alone where they say what they are, with the words around it that belong to it. */
const offers = [
  `${wordStart}(?<offer>${oneOf(price.deals)})(?!\\p{L})`,
  `${wordStart}(?<offer>\\d{1,3} ?% ${oneOf(price.discounts)})(?!\\p{L})`,
  `${wordStart}(?<offer>\\d{1,3} ?%)(?= ${oneOf(price.discounted)} )`,
  `${wordStart}(?<offer>${oneOf([...price.least, ...price.just])} ${money}${rate})`,
  `${wordStart}(?<offer>${measure} ${oneOf(price.for)} ${money})`,
  `${wordStart}${oneOf(price.named)}(?: ?[:=]| is| ist)? (?<offer>${money}${rate})`,
  `${wordStart}${oneOf(price.for)} (?<offer>${money}${rate})`,
  `[,;:] (?<offer>${money}${rate})(?=[,;.!]|$)`,
].map((pattern) => new RegExp(pattern, 'iu'))
const notOffer = new RegExp(`${wordStart}${oneOf(price.notOffers)}(?!\\p{L})`, 'iu')
const beforeDate = new RegExp(`${wordStart}${oneOf(date.on)} $`, 'iu')
const deadline = new RegExp(`${wordStart}${oneOf(date.deadline)}(?: ${oneOf(date.on)})? ?$`, 'iu')
const beforeLastDay = new RegExp(`${wordStart}${oneOf(date.until)} $`, 'iu')
const beforePeriod = new RegExp(`${wordStart}${oneOf(date.from)} $`, 'iu')
const begins = new RegExp(`${wordStart}${oneOf(date.begins)} (?:${oneOf(date.on)} )?$`, 'iu')
const notEvent = new RegExp(`${wordStart}${oneOf(date.notEvents)}(?!\\p{L})(?! ${oneOf(date.about)} )`, 'iu')
const clauseMarks = ['.', '!', '?', ';', '\n']
const quoteMark = /^["“„«「『‹‘']/

/**
 * Fills parts of the copy with what a brief says without naming a part: the title of a work or an event where it has no other
 * copy, and beside a headline the date of an event, a discount or a price as the badge or eyebrow, and a call as the button.
 */
export function fillMissingParts(brief: Brief): void {
  if (!hasHeadline(brief)) takeTitle(brief)
  if (!hasHeadline(brief)) takeOfferLine(brief)
  if (!hasHeadline(brief)) takeSaidLine(brief)
  if (!hasHeadline(brief)) return
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
}

const hasHeadline = ({ settings }: Brief) =>
  settings.some(({ path }) => path === 'noCopy' || (path.startsWith('copy.') && !notHeadlines.includes(path)))

/** How far before a quotation stands what it is written on. */
const sceneWords = 4

function takeTitle({ text, items, settings }: Brief): void {
  const quotations = items.filter(({ kind, start }) => kind === 'word' && quoteMark.test(text.charAt(start)))
  const wordsBefore = (quotation: Item, count: number) => {
    const at = items.indexOf(quotation)
    return items.slice(Math.max(0, at - count), at).map(({ value }) => value)
  }
  const named = quotations.find((quotation) =>
    wordsBefore(quotation, 1).some((word) => titled.includes(word)),
  )
  const only = quotations.length === 1 ? quotations[0] : undefined
  // Part of the scene, as the words of a sign, or part of a longer name, as in: our "Night Shift" roast.
  const isPart =
    only !== undefined &&
    (is(items[items.indexOf(only) + 1], 'scene') ||
      wordsBefore(only, sceneWords).some((word) => notTitles.includes(word)))
  const title = named ?? (isPart ? undefined : only)
  if (title === undefined) return
  settings.push({ path: 'copy.headline', value: title.value })
  title.kind = 'used'
}

/** Words of a headline that an offer is in. */
const offerWordsMax = 8

/** Makes the clause with the first offer ("30% off all boots until Monday") the headline. */
function takeOfferLine(brief: Brief): void {
  const { text } = brief
  const offer = findOffer(brief)
  if (offer === undefined) return
  const end = offer.end + (/^[^,.!?;:\n]*/.exec(text.slice(offer.end))?.[0].trimEnd().length ?? 0)
  const before = clauseBefore(text, offer.valueStart, [...clauseMarks, ',', ':'])
  const clauseStart = offer.valueStart - before.trimStart().length
  const line = [
    { start: clauseStart, end },
    { start: offer.valueStart, end },
    { start: offer.valueStart, end: offer.end },
  ].find(({ start, end }) => {
    const words = text.slice(start, end).split(' ')
    const hasWords = /\p{L}{3}/u.test(text.slice(start, end).replace(anyMoney, ''))
    return hasWords && words.length <= offerWordsMax && !notSaid.includes(words[0]?.toLowerCase() ?? '')
  })
  if (line !== undefined) take(brief, 'copy.headline', line, line.start)
}

/** "Introducing Maps 3", or a first sentence that is called out: "We are moving!" */
const saidLine = new RegExp(
  `(?:(?:^|[.!?\\n] *)(?<said>${oneOf(said)}(?!\\p{L})[^.!?:;\\n]*!?)|^(?<called>\\p{Lu}[^.!?:;,\\n]* [^.!?:;,\\n]*!))`,
  'iu',
)

/** Makes a clause that speaks to readers the headline. */
function takeSaidLine(brief: Brief): void {
  const match = saidLine.exec(brief.text)
  const line = (match?.groups?.['said'] ?? match?.groups?.['called'])?.trimEnd()
  if (match === null || line === undefined) return
  const [first = '', ...others] = line.split(' ')
  const isCommand = match.groups?.['called'] !== undefined && asks.includes(first.toLowerCase())
  if (others.length >= offerWordsMax || isCommand) return
  const start = match.index + match[0].indexOf(line)
  take(brief, 'copy.headline', { start, end: start + line.length }, start)
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
  const before = clauseBefore(text, found.start)
  if (notEvent.test(before)) return
  const [isSale, isEvent] = [topics.has('sale'), topics.has('event')]
  const last = isSale ? beforeLastDay.exec(before)?.[0].length : undefined
  const isPeriod = found.isPeriod && (isSale || isEvent)
  const isDay = found.hasWeekday || found.hasTime || isEvent || begins.test(before)
  if (last === undefined && !isPeriod && (!isDay || deadline.test(before))) return
  const led = isPeriod ? beforePeriod.exec(before) : beforeDate.exec(before)
  const start = found.start - (last ?? led?.[0].length ?? 0)
  take(brief, `copy.${part}`, { start, end: found.end }, last === undefined ? found.start : start)
}

/**
 * Makes the first discount ("20% off"), or else the first price ("from €899", "Price €139"), the badge, or where that holds
 * the date the eyebrow, in which an amount alone would say nothing.
 */
function takeOffer(brief: Brief, part: 'badge' | 'eyebrow' | undefined): void {
  const offer = findOffer(brief)
  if (offer === undefined) return
  const value = brief.text.slice(offer.valueStart, offer.end)
  if (part === 'badge' || (part === 'eyebrow' && /\p{L}/u.test(value.replace(anyMoney, ''))))
    take(brief, `copy.${part}`, offer, offer.valueStart)
  else
    brief.warnings.push(`Left out "${value}", as the badge has the date: name a part for it, such as subline`)
}

function findOffer({ text, items, settings }: Brief) {
  const isSaid = (offer: string) => {
    const [core = offer] = amount.exec(offer) ?? []
    return settings.some(({ path, value }) => path.startsWith('copy.') && `${value}`.includes(core.trim()))
  }
  const discount = items.find(({ kind }) => kind === 'offer')
  if (discount !== undefined) {
    const { start, end } = discount
    return isSaid(text.slice(start, end)) ? undefined : { start, end, valueStart: start }
  }
  for (const pattern of offers) {
    const match = pattern.exec(text)
    const offer = match?.groups?.['offer']
    if (match === null || offer === undefined || isSaid(offer)) continue
    const end = match.index + match[0].length
    const sentence = `${clauseBefore(text, match.index)} ${/^[^.!?;\n]*/.exec(text.slice(end))?.[0]}`
    const found = { start: match.index, end, valueStart: end - offer.length }
    if (!notOffer.test(sentence) && isOpen(items, found)) return found
  }
  return undefined
}

/** Whether no part of the text is copy or an instruction already; a percentage of its own is not. */
function isOpen(items: Brief['items'], { start, end }: { start: number; end: number }): boolean {
  return !items.some(
    (item) => item.start < end && item.end > start && is(item, 'notScene') && item.kind !== 'percent',
  )
}

/** Makes a part of the text from `valueStart` on, unless it is copy already. */
function take(
  { text, items, settings }: Brief,
  path: string,
  { start, end }: { start: number; end: number },
  valueStart: number,
): void {
  if (!isOpen(items, { start, end })) return
  const value = text.slice(valueStart, end)
  const isLine = path !== 'copy.badge'
  settings.push({ path, value: isLine ? value.charAt(0).toUpperCase() + value.slice(1) : value })
  for (const item of items) if (item.start < end && item.end > start) item.kind = 'used'
}

function clauseBefore(text: string, end: number, ends: readonly string[] = clauseMarks): string {
  const marks = ends.map((mark) => text.lastIndexOf(mark, end - 1))
  return text.slice(Math.max(-1, ...marks) + 1, end)
}

/** A quotation with the mark of its sentence. */
const sentenceQuoted = /[.!?…]["”“»«’‘›‹'」』]$/u

/** Words of a call at most. */
const callWordsMax = 5

/** Makes a clause that calls readers to do something ("book a test drive") the button. */
function takeCall({ text, items, settings }: Brief): void {
  for (const [at, item] of items.entries()) {
    const before = items[at - 1]
    const isAfterSentence = before !== undefined && sentenceQuoted.test(text.slice(before.start, before.end))
    if (!is(before, 'clauseEnd') && !is(before, 'quotes') && !isAfterSentence) continue
    const wordAt = (index: number) =>
      text.slice(items[index]?.start ?? 0, items[index]?.end ?? 0).toLowerCase()
    if (!calls.some(([verbs, next]) => verbs?.includes(wordAt(at)) && next?.includes(wordAt(at + 1))))
      continue
    let end = at + 2
    while (end <= at + callWordsMax && !is(items[end], 'clauseEnd')) end++
    if (end > at + callWordsMax) continue
    const value = text.slice(item.start, items[end - 1]?.end)
    settings.push({ path: 'copy.action', value: value.charAt(0).toUpperCase() + value.slice(1) })
    for (const used of items.slice(at, end)) used.kind = 'used'
    return
  }
}
