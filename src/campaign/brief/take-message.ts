import { findDate } from '../compose/layouts/dates.ts'
import { beginsWithQuality, describesScene, isAboutCampaign } from './about-campaign.ts'
import { lineOf, speaking, speaks } from './copy-line.ts'
import { factsIn, thingIn } from './fact-sentence.ts'
import { deals, findOffer } from './find-offer.ts'
import data from './missing-parts.json'
import { oneOf } from './one-of.ts'
import { isAboutPicture, isRequest } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { type CopyLine, detailOnly } from './sentence-forms.ts'
import { fact, hour, notEvent, sentencesOf, sublineOf, wordsIn } from './sentences.ts'
import { settingOf, subjectIn, takeEyebrow } from './take-eyebrow.ts'
import { capitalized, isOpen, type Span } from './take-part.ts'
import type { Item } from './tokenize.ts'

/** Beside a colour, in a clause that is not about colours. */
const wordsOfName = 3
const clauseItemsMax = 12
/** Where longer ones can be cut: layouts may have no room for them. */
const headlineCharsMax = 60
/** A sentence that nothing divides may be longer as a whole. */
const headlineWords = { min: 2, max: 9, whole: 11 }
const sentenceCharsMax = 200
/** Of who or what a picture is for, above what is said of it. */
const ownerWordsMax = 5
const cut = new RegExp(`(?:[,:] | [–—-] | (?=${oneOf(data.message.cuts)} ))`, 'giu')
const conditional = new RegExp(`^ ${oneOf(data.message.ifs)} `, 'iu')
/** A comma of a list ("inspect, clean and adjust") divides nothing. */
const enumeration = new RegExp(`^, \\S+(?: \\S+)? ${oneOf(data.message.ands)} `, 'iu')
/** "Our clinic is looking" says nothing without what follows. */
const incomplete = new RegExp(` ${oneOf(data.message.incomplete)}$`, 'iu')
/** "Penny, an app that rounds up card payments and invests the change" */
const apposition = new RegExp(
  `^\\p{Lu}\\S*(?: \\p{Lu}\\S*){0,3}(?=, (?:${oneOf(data.message.indefinites)}|the|our) )`,
  'u',
)
/** "Our spring fair takes place on 3 May". */
const held = new RegExp(`^(\\S.*?) ${oneOf(data.message.held)} (.*?)(?: statt)?$`, 'iu')

/** `led` is what stands before it, such as a label. */
type Line = Span & Omit<CopyLine, 'begin'> & { led: string }

/** The first sentence for one of them is the best, in this order. */
const reasons = [['said'], ['invited', 'stated', 'spoken', 'labelled'], ['advertised']]
/** In a brief that is not a scene alone. */
const reasonsOfCampaign = [
  ['said'],
  ['named', 'invited', 'stated', 'spoken', 'labelled'],
  ['advertised'],
  ['', 'continued'],
]

/**
 * Makes the sentence of a brief that suits readers best the headline, with a warning, and what follows it the subline.
 * A brief that describes nothing but a scene has none.
 * @param call where readers are called to do something, which becomes the button
 */
export function takeMessage(brief: Brief, call: Span | undefined): void {
  if (brief.isTitled) return
  const lines = linesOf(brief, call)
  // A call to readers, an offer or a time shows that the brief is not a scene alone.
  const isCampaign = call !== undefined || findOffer(brief) !== undefined || hour.test(brief.text)
  const accepted = isCampaign ? reasonsOfCampaign : reasons
  const candidates = accepted.flatMap((some) => lines.filter(({ reason = '' }) => some.includes(reason)))
  const best = candidates.flatMap((line) => titleOf(subjectOf(lines, line)) ?? [])[0]
  if (best === undefined) return
  const { headline, rest, label } = best
  brief.settings.push({ path: 'copy.headline', value: capitalized(headline) })
  brief.taken.push({ path: 'copy.headline', start: best.start, end: best.end })
  const owner = lines.find(({ start, reason }) => reason === 'advertised' && start < best.start)
  takeEyebrow(brief, subjectIn(label))
  if (owner !== undefined && wordsIn(owner.text) <= ownerWordsMax) takeEyebrow(brief, owner.text)
  const others = lines.filter(({ start, reason }) => start !== best.start && reason !== 'advertised')
  const said = others.filter(isForReaders)
  const last = Math.max(call?.start ?? 0, ...said.map(({ start }) => start))
  // What stands between the headline and the last words to readers is about the campaign, too.
  const isBetween = ({ start, text }: Line) =>
    start > best.start && start < last && !describesScene(text, true) && !beginsWithQuality(text)
  const kept = others.filter((line) => said.includes(line) || isBetween(line))
  takeSubline(brief, [...(rest === undefined ? [] : [rest]), ...kept.map(({ text }) => text)])
  warnOfHeadline(brief, headline)
}

function warnOfHeadline({ warnings }: Brief, headline: string): void {
  warnings.push(
    `The brief names no headline, so "${headline}" was taken from it: send \`text.headline\`, or say "no text"`,
  )
}

/** "Summer fair. Place: town hall": the line that a detail belongs to; other lines are their own. */
function subjectOf(lines: readonly Line[], line: Line): Line {
  const before = detailOnly.test(line.text) ? lines[lines.indexOf(line) - 1] : undefined
  const isSubject =
    before !== undefined && wordsIn(before.text) <= headlineWords.max && !describesScene(before.text, true)
  return isSubject ? before : line
}

/** A line as a headline with what follows it; undefined for one that is too long. */
function titleOf({ start, end, text, led }: Line) {
  // "Recruiting: we need five nurses".
  const [, label = '', labelled = ''] =
    /^([^\s:]+): (.*)$/s.exec(text) ?? /^([^:]{3,40}): (.*\?)$/s.exec(text) ?? []
  const isCalled = label !== '' && !speaks(labelled) && !speaking.test(label)
  const [headline, rest] = isCalled ? [label, labelled] : split(labelled || text)
  // "Hotel, midweek special: 3 nights, half board, ..."
  const [, owner, title] = /^(?:(.*), )?([^,]+): $/.exec(led) ?? []
  if (
    title?.includes(' ') &&
    rest !== undefined &&
    (countOnly.test(headline) || findDate(headline)?.start === 0)
  )
    return { start, end, headline: title, rest: text, label: owner ?? '' }
  return wordsIn(headline) > headlineWords.whole
    ? undefined
    : { start, end, headline, rest, label: isCalled ? '' : label }
}

const sentencesOfFact = 2

/**
 * Makes what an event sentence names the headline, its day the badge, who holds it the eyebrow, and its place with what follows
 * the subline: "Oakfield School holds its open day on 16 October in the gym".
 */
export function takeFactSentence(brief: Brief, call: Span | undefined): void {
  if (brief.isTitled) return
  const { text, items, settings, taken } = brief
  for (const { start, end } of sentencesOf(text).slice(0, sentencesOfFact)) {
    const whole = text.slice(start, end).replace(/[.!]$/, '')
    const found = factsIn(whole)
    if (found?.when === undefined || notEvent.test(whole) || isRequest(whole) || isAboutPicture(whole))
      continue
    if (!isOpen(items, { start, end })) continue
    const { thing, place, when, owner } = found
    takeFollowing(brief, end, call, place === undefined ? [] : [place])
    settings.push({ path: 'copy.headline', value: capitalized(thing) })
    taken.push({ path: 'copy.headline', start, end })
    if (settingOf(brief, 'copy.badge') === undefined)
      settings.push({ path: 'copy.badge', value: capitalized(when) })
    takeEyebrow(brief, owner)
    warnOfHeadline(brief, thing)
    return
  }
}

const countOnly = /^\p{N}+ \p{L}+$/u

/**
 * Makes the first sentence that is about a campaign the headline, cut where a clause of it ends, in a brief that has no other
 * copy: a picture of a campaign says something.
 */
export function takeFirstSentence(brief: Brief, call: Span | undefined): void {
  if (brief.isTitled) return
  const lines = linesOf(brief, call)
  const first = lines.find(({ text, reason }) => isOfCampaign(text) || isAboutCampaign(text, reason, false))
  if (first === undefined) return
  const { thing } = thingIn(first.text, headlineCharsMax) ?? { thing: first.text }
  const end = first.text.indexOf(thing) + thing.length
  const [headline, rest] = [first.text.slice(0, end), first.text.slice(end).replace(/^[\s,;:]+/, '')]
  const after = lines.filter(({ start }) => start > first.start).filter(isForReaders)
  brief.settings.push({ path: 'copy.headline', value: capitalized(headline) })
  brief.taken.push({ path: 'copy.headline', start: first.start, end: first.end })
  takeSubline(brief, [...(rest === '' ? [] : [rest]), ...after.map(({ text }) => text)])
  warnOfHeadline(brief, headline)
}

/** "Our studio repairs leather shoes": of the company that speaks. */
const ofCompany = new RegExp(`^(?:(?:o|a|os|as|il|la|i|le) )?${oneOf(data.sentence.possessives)} `, 'iu')
const isOfCampaign = (text: string) => ofCompany.test(text) && wordsIn(text) > headlineWords.max

/** Makes what speaks to readers or holds a figure, after a headline, the subline. */
export function takeFollowing(
  brief: Brief,
  from: number,
  call: Span | undefined,
  ahead: readonly string[] = [],
): void {
  if (brief.isTitled) return
  const following = linesOf(brief, call).filter(({ start }) => start >= from)
  takeSubline(brief, [...ahead, ...following.filter(isForReaders).map(({ text }) => text)])
}

const spoken: readonly (string | undefined)[] = ['said', 'invited', 'stated', 'spoken', 'continued']
const isForReaders = ({ text, reason }: Line) =>
  spoken.includes(reason) || fact.test(text) || (!deals.test(text) && isAboutCampaign(text, reason, false))

function takeSubline({ settings, taken }: Brief, texts: readonly string[]): void {
  const value = sublineOf(texts)
  if (value === '' || settings.some(({ path }) => path === 'copy.subline')) return
  settings.push({ path: 'copy.subline', value })
  taken.push({ path: 'copy.subline', start: 0, end: 0 })
}

/** The sentences that no instruction holds, in their order. */
function linesOf({ text, items: all }: Brief, call: Span | undefined): Line[] {
  // "With a bottle on top" places nothing, the colour in "olive oil" is not one of the picture.
  const items = all.filter(({ kind, value }, at) =>
    kind === 'color' ? clauseAround(all, at) < wordsOfName : kind !== 'place inside' || value !== 'top',
  )
  return sentencesOf(text).flatMap(({ start, end: whole }) => {
    const isCall = call !== undefined && call.start < whole && call.end > start
    const end = isCall ? start + text.slice(start, call.start).replace(/[\s,]+$/, '').length : whole
    if (end <= start || end - start > sentenceCharsMax) return []
    const line = lineOf(text.slice(start, end), start === 0)
    if (line === undefined) return []
    const isOfFormat = is(
      all.find((item) => item.start >= start + line.begin),
      'askedFormat',
    )
    // "Carousel cover, landscape: ..."
    const ahead = isOfFormat ? (/^[^:]{1,30}: /.exec(line.text)?.[0].length ?? 0) : 0
    if (!isOpen(items, { start: start + line.begin + ahead, end })) return []
    return [
      {
        start,
        end,
        text: line.text.slice(ahead),
        reason: line.reason,
        led: text.slice(start, start + line.begin),
      },
    ]
  })
}

/** How many words of a scene the clause around an item has. */
function clauseAround(items: readonly Item[], at: number): number {
  const isEdge = (item: Item | undefined) => is(item, 'boundary')
  let [from, to] = [at, at]
  while (from > at - clauseItemsMax && !isEdge(items[from - 1])) from--
  while (to < at + clauseItemsMax && !isEdge(items[to + 1])) to++
  return items.slice(from, to + 1).filter((item) => is(item, 'scene')).length
}

/** The first part of a sentence that is short enough for a headline, and the rest of it. */
export function split(text: string): [string, string | undefined] {
  const [, event, when] = held.exec(text) ?? []
  if (event !== undefined && wordsIn(event) <= headlineWords.max) return [event, when]
  const [name] = apposition.exec(text) ?? []
  if (name !== undefined && wordsIn(text) > headlineWords.max) return [name, text.slice(name.length + 2)]
  const dated = findDate(text)
  const all = Array.from(text.matchAll(cut)).filter(({ 0: mark, index }) => {
    if (dated !== undefined && index > dated.start && index < dated.end) return false
    if (mark === ', ' && enumeration.test(text.slice(index))) return false
    if (incomplete.test(text.slice(0, index))) return false
    const words = wordsIn(text.slice(0, index))
    return words >= headlineWords.min && words <= headlineWords.max
  })
  const near = all.filter(({ index }) => index <= headlineCharsMax)
  const places = near.length > 0 ? near : all
  const marked = places.find(({ 0: mark }) => mark.trim() !== '')
  const isDated = marked !== undefined && dated !== undefined && dated.start > marked.index
  const isOne = marked === undefined && dated === undefined
  const isList = all.filter(({ 0: mark }) => mark === ', ').length > 1
  const isWhole =
    !isList &&
    wordsIn(text) <= (isOne ? headlineWords.whole : headlineWords.max) &&
    text.length <= headlineCharsMax
  const condition = places.find(({ index }) => conditional.test(text.slice(index)))
  const place = isDated ? marked : isWhole ? undefined : (marked ?? condition ?? places.at(-1))
  if (place === undefined) return [text, undefined]
  return [text.slice(0, place.index).trimEnd(), text.slice(place.index + place[0].length)]
}
