import { anyMoney, findOffer } from './find-offer.ts'
import data from './missing-parts.json'
import { anyWord, oneOf } from './one-of.ts'
import { type Brief, is } from './rules.ts'
import { split, takeFactSentence, takeFirstSentence, takeFollowing, takeMessage } from './take-message.ts'
import { capitalized, clauseBefore, clauseMarks, type Span, take, takeAs } from './take-part.ts'

const { titled, notTitles, said, asks, notSaid } = data
const notHeadlines = ['copy.action', 'copy.eyebrow', 'copy.legal', 'copy.badge', 'copy.date', 'copy.place']
const quoteMark = /^["“„«「『‹‘']/
const capital = /^\p{Lu}/u
/** Words of a clause that becomes the headline. */
const wordsMax = 8

/**
 * Takes the headline that a brief has without saying so: a title, a clause with an offer, one that speaks to readers, or the
 * sentence that suits them best, and what follows it as the subline.
 * @param call where the brief calls readers to do something
 * @returns whether the copy has a headline now
 */
export function fillHeadline(brief: Brief, call: Span | undefined): boolean {
  const ways = [
    () => takeLine(brief, brief.title),
    () => takeTitle(brief, call),
    () => takeFactSentence(brief, call),
    () => takeOfferLine(brief, false, call),
    () => takeSaidLine(brief, call),
    () => takeLine(brief, brief.topic),
    () => takeMessage(brief, call),
    () => takeOfferLine(brief, true, call),
    () => takeFirstSentence(brief, call),
  ]
  for (const takeFrom of ways) if (!hasHeadline(brief)) takeFrom()
  return hasHeadline(brief)
}

const hasHeadline = ({ settings }: Brief) =>
  settings.some(({ path }) => path.startsWith('copy.') && !notHeadlines.includes(path))

/** Makes a line "Message: ..." or "Event: ..." the headline, a long one with a subline. */
function takeLine({ settings }: Brief, line: string | undefined): void {
  if (line === undefined) return
  const [headline, subline] = split(line)
  settings.push({ path: 'copy.headline', value: capitalized(headline) })
  if (subline !== undefined) settings.push({ path: 'copy.subline', value: capitalized(subline) })
}

/** How far before a quotation stands what it is written on. */
const sceneWords = 4

/** Makes the title of a work or an event, or the only name in quotation marks, the headline. */
function takeTitle(brief: Brief, call: Span | undefined): void {
  const { text, items } = brief
  const quotations = [...items.keys()].filter((at) => {
    const { kind, start } = items[at] ?? { kind: '', start: 0 }
    return kind === 'word' && quoteMark.test(text.charAt(start))
  })
  const wordsBefore = (at: number, count: number) =>
    items.slice(Math.max(0, at - count), at).map(({ value }) => value)
  const named = quotations.find((at) => titled.includes(items[at - 1]?.value ?? ''))
  const only = quotations.length === 1 ? quotations[0] : undefined
  // Part of the scene, as the words of a sign, or part of a longer name, as in: our "Night Shift" roast.
  const isPart =
    only !== undefined &&
    (is(items[only + 1], 'scene') || wordsBefore(only, sceneWords).some((word) => notTitles.includes(word)))
  const title = items[named ?? (isPart ? undefined : only) ?? items.length]
  if (title === undefined) return
  takeAs(brief, 'copy.headline', title, title.value)
  takeFollowing(brief, title.end, call)
}

const listed = new RegExp(` ${oneOf(data.message.ands)} `, 'iu')
/** "Everything is half price" */
const unfinished = / (?:is|are|now|at|for|only|ist|sind|jetzt|nur|est|sont|es|son|è|sono)$/iu
const discountWord = anyWord(['off', ...data.price.discounts])
const isDiscount = (text: string) => text.includes('%') || discountWord.test(text)

/** The point of "2. bis 6. April" does not end a clause. */
const clauseRest = /^(?:[^,.!?;:\n]|(?<=\d)\.(?= \p{Ll}))*/u

/**
 * Makes the clause with the first offer ("30% off all boots until Monday") the headline.
 * @param isAlone also where the clause says nothing else
 */
function takeOfferLine(brief: Brief, isAlone: boolean, call: Span | undefined): void {
  const { text } = brief
  const offer = findOffer(brief)
  if (offer === undefined) return
  // What is sold stands before what it costs.
  const isLater = /[.!?]\s/.test(text.slice(0, offer.start))
  const said = clauseBefore(text, offer.start, [...clauseMarks, ':'])
  const isBehindName = said.includes(', ') && !listed.test(said)
  if (!isAlone && (isLater || isBehindName) && !isDiscount(text.slice(offer.start, offer.end))) return
  const end = offer.end + (clauseRest.exec(text.slice(offer.end))?.[0].trimEnd().length ?? 0)
  const clause = clauseBefore(text, offer.valueStart, [...clauseMarks, ',', ':'])
  // "Three courses, bread and a drink for €13" are one thing.
  const before = listed.test(clause) ? clauseBefore(text, offer.valueStart, [...clauseMarks, ':']) : clause
  const clauseStart = offer.valueStart - before.trimStart().length
  // A price or an extra alone says less than what it is for.
  if (!isAlone && offer.start <= clauseStart && !isDiscount(text.slice(offer.start, end))) return
  const line = [
    { start: clauseStart, end },
    { start: offer.valueStart, end },
    { start: offer.valueStart, end: offer.end },
  ].find(({ start, end }) => {
    const clause = text.slice(start, end)
    const words = clause.split(' ')
    const isPriced = clause.replace(anyMoney, '') !== clause
    const beside = isPriced && !isAlone ? text.slice(start, offer.start) + text.slice(offer.end, end) : clause
    const hasWords = /\p{L}{3}/u.test(beside.replace(anyMoney, ''))
    return hasWords && words.length <= wordsMax && !notSaid.includes(words[0]?.toLowerCase() ?? '')
  })
  if (line === undefined) return
  const name = { start: line.start, end: line.start + text.slice(line.start, offer.start).trimEnd().length }
  const isNamed = text.slice(name.start, name.end).includes(' ') && line.end === offer.end
  const hasBadge = brief.settings.some(({ path }) => path === 'copy.badge')
  const isUnfinished = unfinished.test(text.slice(name.start, name.end))
  if (isNamed && !isUnfinished && !hasBadge && !isDiscount(text.slice(offer.start, offer.end))) {
    take(brief, 'copy.headline', name, name.start)
    take(brief, 'copy.badge', offer, offer.valueStart)
  } else take(brief, 'copy.headline', line, line.start)
  takeFollowing(brief, line.end, call)
}

/** "Introducing Maps 3", or a first sentence that is called out: "We are moving!" */
const saidLine = new RegExp(
  `(?:(?:^|[.!?\\n] *)(?<said>${oneOf(said)}(?!\\p{L})[^.!?:;\\n]*!?)|^(?<called>\\p{L}[^.!?:;,\\n]{1,80}!))`,
  'iu',
)

const thanks = /^(?:thank|danke|merci|gracias|grazie)/iu

/** Makes a clause that speaks to readers the headline. */
function takeSaidLine(brief: Brief, call: Span | undefined): void {
  const match = saidLine.exec(brief.text)
  const line = (match?.groups?.['said'] ?? match?.groups?.['called'])?.trimEnd()
  if (match === null || line === undefined) return
  const [first = '', ...others] = line.split(' ')
  const isCalled = match.groups?.['called'] !== undefined
  const isRequest = isCalled && (asks.includes(first.toLowerCase()) || !capital.test(line))
  // Thanks stand behind what they are for.
  const isThanks = /[.!?]\s*$/.test(brief.text.slice(0, match.index + 1)) && thanks.test(line)
  if (others.length === 0 || others.length >= wordsMax || isRequest || isThanks) return
  const start = match.index + match[0].indexOf(line)
  take(brief, 'copy.headline', { start, end: start + line.length }, start)
  takeFollowing(brief, start + line.length, call)
}
