import { findDate } from '../compose/layouts/dates.ts'
import { anyMoney } from './find-offer.ts'
import data from './missing-parts.json'
import { oneOf, wordStart } from './one-of.ts'
import type { Brief } from './rules.ts'
import { isOpen } from './take-part.ts'

const { asks, date, message } = data
const headlineWords = { min: 2, max: 9 }
const sublineWordsMax = 18
const sentenceCharsMax = 200
const sentencesMax = 30
const labelWordsMax = 4

const wordEnd = '(?![\\p{L}\\p{N}])'
const word = (words: readonly string[]) => new RegExp(`${wordStart}${oneOf(words)}${wordEnd}`, 'iu')
const months = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('de', { month: 'long' }),
)
/** The point of an ordinal does not end it ("15. November"). */
const sentence = new RegExp(
  `[^.!?;\\n]+(?:(?:[.!?;](?!\\s|$)|(?<=\\d)\\.(?= ${oneOf(months)}))[^.!?;\\n]*)*[.!?]*`,
  'gu',
)
const label = /^[\p{L}\p{N}][^:"“„«]{1,40}: /u
const says = new RegExp(`^${oneOf(message.says)}${wordEnd}:? ?`, 'iu')
const invites = new RegExp(`^${oneOf(message.invites)} `, 'iu')
const asset = new RegExp(
  `^(?:\\S+ ){0,4}?${oneOf(message.assets)}(?: \\S+){0,2}? ${oneOf(message.for)} `,
  'iu',
)
const wish = new RegExp(`^we ${oneOf(message.wishes)}${wordEnd}`, 'iu')
const owner = new RegExp(`^${oneOf(message.owners)} `, 'iu')
const assets = word(message.assets)
const scene = word(message.scene)
const speaks = word([...message.readers, ...message.kinds])
const occasion = new RegExp(`${wordStart}${oneOf(message.occasions)}$`, 'iu')
const cut = new RegExp(`(?:, | [–—-] | (?=${oneOf(message.cuts)} ))`, 'giu')
/** What scenes hardly have: a figure, or a last day. */
const fact = new RegExp(`\\p{N}|${wordStart}${oneOf(date.until)}${wordEnd}`, 'iu')
/** What may stand before a sentence, such as the end of a quotation. */
const ahead = /^[\s"”“»«’'›」』)]*/u

export type Span = { start: number; end: number }

interface Line extends Span {
  text: string
  /** Why it may be copy; undefined for one that may describe the scene. */
  reason: 'said' | 'spoken' | 'labelled' | 'advertised' | undefined
}

/** The first sentence for one of them is the best, in this order. */
const reasons = [['said'], ['spoken', 'labelled'], ['advertised'], ['']]

/**
 * Makes the sentence of a brief that suits readers best the headline, with a warning, and what follows it the subline.
 * A brief that describes nothing but a scene has none.
 * @param call where readers are called to do something, which becomes the button
 */
export function takeMessage(brief: Brief, call: Span | undefined): void {
  const lines = linesOf(brief, call)
  // A call to readers shows that the brief is not a scene alone.
  const accepted = call === undefined ? reasons.slice(0, -1) : reasons
  const best = accepted.flatMap((some) => lines.find(({ reason = '' }) => some.includes(reason)) ?? [])[0]
  if (best === undefined) return
  const [headline, rest] = split(best.text)
  if (wordsIn(headline) > headlineWords.max) return
  brief.settings.push({ path: 'copy.headline', value: capitalized(headline) })
  const following = lines.filter(({ start, reason }) => start > best.start && reason !== 'advertised')
  takeSubline(
    brief,
    [rest, ...following.map(tellable)].filter((each) => each !== undefined),
  )
  brief.warnings.push(
    `The brief names no headline, so "${headline}" was taken from it: send \`text.headline\`, or say "no text"`,
  )
}

/** Makes what speaks to readers or holds a figure, after a headline, the subline. */
export function takeFollowing(brief: Brief, from: number, call: Span | undefined): void {
  const following = linesOf(brief, call).filter(({ start }) => start >= from)
  takeSubline(
    brief,
    following.flatMap((line) => tellable(line) ?? []),
  )
}

const tellable = ({ text, reason }: Line) =>
  reason === 'said' || reason === 'spoken' || fact.test(text) ? text : undefined

function takeSubline({ settings }: Brief, texts: readonly string[]): void {
  const taken: string[] = []
  for (const text of texts) if (wordsIn([...taken, text].join(' ')) <= sublineWordsMax) taken.push(text)
  if (taken.length === 0 || settings.some(({ path }) => path === 'copy.subline')) return
  settings.push({ path: 'copy.subline', value: taken.map(asSentence).join(' ') })
}

/** The sentences that no instruction holds, in their order. */
function linesOf({ text, items }: Brief, call: Span | undefined): Line[] {
  return Array.from(text.matchAll(sentence).take(sentencesMax)).flatMap(({ 0: found, index }) => {
    const start = index + (ahead.exec(found)?.[0].length ?? 0)
    const end = index + found.trimEnd().length
    const isCall = call !== undefined && call.start < end && call.end > start
    if (isCall || end <= start || end - start > sentenceCharsMax || !isOpen(items, { start, end })) return []
    const line = lineOf(text.slice(start, end), start === 0)
    return line === undefined ? [] : [{ start, end, ...line }]
  })
}

function lineOf(whole: string, isFirst: boolean): Pick<Line, 'text' | 'reason'> | undefined {
  const said = says.exec(whole)?.[0]
  const led = said ?? label.exec(whole)?.[0] ?? ''
  const isTopic =
    said === undefined && led !== '' && wordsIn(led.trimEnd()) <= labelWordsMax && !speaks.test(led)
  // What else has a label is about the campaign.
  if (said === undefined && led !== '' && !(isFirst && isTopic)) return undefined
  const rest = whole.slice(led.length)
  const invited = invites.exec(rest)?.[0]
  const before = invited ?? asset.exec(rest)?.[0]
  const after = rest.slice(before?.length ?? 0)
  const bare = before === undefined || /that $/i.test(before) ? after : after.replace(owner, '')
  const text = bare.replace(/\.$/, '')
  const words = text.toLowerCase().split(/[\s,]+/)
  const [first = ''] = words
  const isRequest = first === 'we' ? wish.test(text) : asks.includes(first)
  const isAboutLooks = words.every((each) => message.adjectives.includes(each))
  const isOffer = text.replace(anyMoney, '').trim().split(' ').length < headlineWords.min
  if (words.length < headlineWords.min || isRequest || isAboutLooks || isOffer || label.test(text))
    return undefined
  if ([assets, scene, occasion].some((about) => about.test(text))) return undefined
  if (said !== undefined) return { text, reason: 'said' }
  if (before !== undefined && invited === undefined) return { text, reason: 'advertised' }
  if (invited !== undefined || speaks.test(text) || findDate(text) !== undefined)
    return { text, reason: 'spoken' }
  return { text, reason: isTopic && !assets.test(led) ? 'labelled' : undefined }
}

/** The first part of a sentence that is short enough for a headline, and the rest of it. */
function split(text: string): [string, string | undefined] {
  const places = Array.from(text.matchAll(cut)).filter(({ index }) => {
    const words = wordsIn(text.slice(0, index))
    return words >= headlineWords.min && words <= headlineWords.max
  })
  const marked = places.find(({ 0: mark }) => mark.trim() !== '')
  const dated = findDate(text)
  const isDated = marked !== undefined && dated !== undefined && dated.start > marked.index
  const place = isDated ? marked : wordsIn(text) <= headlineWords.max ? undefined : (marked ?? places.at(-1))
  if (place === undefined) return [text, undefined]
  return [text.slice(0, place.index), text.slice(place.index + place[0].length)]
}

const wordsIn = (text: string) => text.split(' ').length
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const asSentence = (text: string) => capitalized(text) + (/[.!?]$/.test(text) ? '' : '.')
