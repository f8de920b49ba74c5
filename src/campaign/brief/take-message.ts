import { findDate } from '../compose/layouts/dates.ts'
import { anyMoney, findOffer } from './find-offer.ts'
import data from './missing-parts.json'
import { anyWord, oneOf, wordEnd, wordStart } from './one-of.ts'
import type { Brief } from './rules.ts'
import { capitalized, isOpen, type Span } from './take-part.ts'

const { asks, date, message } = data
/** A sentence that nothing divides may be longer as a whole. */
const headlineWords = { min: 2, max: 9, whole: 11 }
const sublineWordsMax = 18
const sentenceCharsMax = 200
const sentencesMax = 30
const labelWordsMax = 4

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('de', { month: 'long' }),
)
/** The point of an ordinal ("15. November") or of an abbreviation does not end it. */
export const sentence = new RegExp(
  `[^.!?;。！？\\n]+(?:(?:[.!?;](?!\\s|$)|(?<=\\d)\\.(?= ${oneOf(months)})|(?<=${wordStart}${oneOf(message.abbreviations)})\\.(?= ))[^.!?;。！？\\n]*)*[.!?。！？]*`,
  'gu',
)
const label = /^[\p{L}\p{N}][^:"“„«]{1,60}: /u
const says = new RegExp(`^${oneOf(message.says)}${wordEnd}:? ?`, 'iu')
const invites = new RegExp(`^${oneOf(message.invites)} `, 'iu')
const asset = new RegExp(
  `^(?:\\S+ ){0,4}?${oneOf(message.assets)}(?:,|(?: \\S+){0,2}? ${oneOf(message.for)}) `,
  'iu',
)
const wish = new RegExp(`^we ${oneOf(message.wishes)}${wordEnd}`, 'iu')
const promoting = new RegExp(`^(?:\\S+ ){1,5}?${oneOf(message.promoting)} `, 'iu')
const wishAfter = new RegExp(`,? and (?:we |i )?${oneOf(message.wishes)}${wordEnd}.*$`, 'iu')
const owner = new RegExp(`^${oneOf(message.owners)} `, 'iu')
const assets = anyWord(message.assets)
const scene = anyWord(message.scene)
const speaking = anyWord([...message.readers, ...message.kinds])
const calling = new RegExp(`^${oneOf(message.verbs)} `, 'iu')
const speaks = (text: string) => speaking.test(text) || calling.test(text)
const occasion = new RegExp(`${wordStart}${oneOf(message.occasions)}$`, 'iu')
const occasionIn = anyWord(message.occasions)
const cut = new RegExp(`(?:[,:] | [–—-] | (?=${oneOf(message.cuts)} ))`, 'giu')
/** What scenes hardly have: a figure, or a last day. */
export const fact = new RegExp(`\\p{N}|${wordStart}${oneOf(date.until)}${wordEnd}`, 'iu')
/** Of dates that readers need not know. */
export const notEvent = new RegExp(
  `${wordStart}${oneOf(date.notEvents)}(?!\\p{L})(?! ${oneOf(date.about)} )`,
  'iu',
)
export const hour = new RegExp(`${wordStart}\\d{1,2}(?:[:.]\\d\\d)? ?(?:am|pm|h|uhr)${wordEnd}`, 'iu')
/** What may stand before a sentence, such as the end of a quotation. */
export const ahead = /^[\s"”“»«’'›」』)]*/u

interface Line extends Span {
  text: string
  /** Why it may be copy; undefined for one that may describe the scene. */
  reason: 'said' | 'invited' | 'spoken' | 'labelled' | 'advertised' | undefined
}

/** The first sentence for one of them is the best, in this order. */
const reasons = [['said'], ['invited', 'spoken', 'labelled'], ['advertised'], ['']]

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
  const accepted = isCampaign ? reasons : reasons.slice(0, -1)
  const best = accepted.flatMap((some) => lines.find(({ reason = '' }) => some.includes(reason)) ?? [])[0]
  if (best === undefined) return
  const [headline, rest] = split(best.text)
  if (wordsIn(headline) > headlineWords.whole) return
  brief.settings.push({ path: 'copy.headline', value: capitalized(headline) })
  brief.taken.push({ path: 'copy.headline', start: best.start, end: best.end })
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
  if (brief.isTitled) return
  const following = linesOf(brief, call).filter(({ start }) => start >= from)
  takeSubline(
    brief,
    following.flatMap((line) => tellable(line) ?? []),
  )
}

const tellable = ({ text, reason }: Line) =>
  reason === 'said' || reason === 'invited' || reason === 'spoken' || fact.test(text) ? text : undefined

function takeSubline({ settings, taken }: Brief, texts: readonly string[]): void {
  const value = sublineOf(texts)
  if (value === '' || settings.some(({ path }) => path === 'copy.subline')) return
  settings.push({ path: 'copy.subline', value })
  taken.push({ path: 'copy.subline', start: 0, end: 0 })
}

/** As many of the texts as a subline holds, as sentences. */
export function sublineOf(texts: readonly string[]): string {
  const fitting: string[] = []
  for (const text of texts) if (wordsIn([...fitting, text].join(' ')) <= sublineWordsMax) fitting.push(text)
  return fitting.map(asSentence).join(' ')
}

/** The sentences that no instruction holds, in their order. */
function linesOf({ text, items }: Brief, call: Span | undefined): Line[] {
  return Array.from(text.matchAll(sentence).take(sentencesMax)).flatMap(({ 0: found, index }) => {
    const start = index + (ahead.exec(found)?.[0].length ?? 0)
    const whole = index + found.trimEnd().length
    const isCall = call !== undefined && call.start < whole && call.end > start
    const end = isCall ? start + text.slice(start, call.start).replace(/[\s,]+$/, '').length : whole
    if (end <= start || end - start > sentenceCharsMax) return []
    const line = lineOf(text.slice(start, end), start === 0)
    if (line === undefined || !isOpen(items, { start: start + line.begin, end })) return []
    return [{ start, end, text: line.text, reason: line.reason }]
  })
}

/** What of a sentence may be copy: from `begin` on, without what asks for the picture. */
export function lineOf(
  whole: string,
  isFirst: boolean,
): (Pick<Line, 'text' | 'reason'> & { begin: number }) | undefined {
  const said = says.exec(whole)?.[0]
  const topic = said === undefined ? label.exec(whole)?.[0] : undefined
  // What else has a label is about the campaign.
  if (topic !== undefined && !isFirst) return undefined
  const isTitle =
    topic !== undefined && (assets.test(topic) ? isAdvertised(topic) : !isRequest(topic) && isOwnTitle(topic))
  const led = said ?? (isTitle ? '' : (topic ?? ''))
  const rest = whole.slice(led.length)
  const before = wrapperOf(rest)
  const begin = led.length + before.length
  const text = whole.slice(begin).replace(wishAfter, '').replace(/\.$/, '')
  if (!isCopy(text) || (!isTitle && label.test(text))) return undefined
  const isInvited = invites.test(before)
  if (said !== undefined) return { begin, text, reason: 'said' }
  // Behind a comma may stand what a cover or a poster in the scene is like.
  if (before !== '' && !isInvited && !before.endsWith(', ')) return { begin, text, reason: 'advertised' }
  const isFact = topic !== undefined && fact.test(text)
  if (isInvited) return { begin, text, reason: 'invited' }
  if (isFact || speaks(text) || findDate(text) !== undefined) return { begin, text, reason: 'spoken' }
  const isKind = topic !== undefined && !assets.test(topic) && !speaking.test(topic)
  return { begin, text, reason: isKind && wordsIn(topic.trimEnd()) <= labelWordsMax ? 'labelled' : undefined }
}

/** A label that names the campaign ("Volunteer day at the river: ..."), not its kind ("Real estate: ..."). */
const isOwnTitle = (topic: string) =>
  !/^(?:we|i) /i.test(topic) &&
  !occasionIn.test(topic) &&
  (speaking.test(topic) || wordsIn(topic.trimEnd()) > labelWordsMax)

/** A label that says what the campaign is for ("Ad for our new home insurance: ..."). */
function isAdvertised(topic: string): boolean {
  const wrapper = wrapperOf(topic)
  return wrapper !== '' && isCopy(topic.slice(wrapper.length).replace(/[\s:]+$/, ''))
}

/** What asks for the picture before what it is for ("Create a poster for our"). */
function wrapperOf(text: string): string {
  const invited = invites.exec(text)?.[0]
  const made = invited === undefined ? (asset.exec(text)?.[0] ?? '') : ''
  const rest = text.slice(made.length)
  const wrapper = invited ?? made + (made === '' ? '' : (promoting.exec(rest)?.[0] ?? ''))
  if (wrapper === '' || /that $/i.test(wrapper)) return wrapper
  return wrapper + (owner.exec(text.slice(wrapper.length))?.[0] ?? '')
}

function isRequest(text: string): boolean {
  const [first = ''] = text.toLowerCase().split(' ')
  return first === 'we' ? wish.test(text) : asks.includes(first)
}

/** Whether a sentence can be copy: neither a request, nor an offer alone, nor about the picture and its looks. */
function isCopy(text: string): boolean {
  const words = text.toLowerCase().split(/[\s,]+/)
  const isAboutLooks = words.every((each) => message.adjectives.includes(each))
  const isOffer = wordsIn(text.replace(anyMoney, '').trim()) < headlineWords.min
  const isAboutPicture = [assets, scene, occasion].some((about) => about.test(text))
  const isShort = wordsIn(text) < headlineWords.min
  return !(isShort || isRequest(text) || isAboutLooks || isOffer || isAboutPicture)
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
  const isOne = marked === undefined && dated === undefined
  const isWhole = wordsIn(text) <= (isOne ? headlineWords.whole : headlineWords.max)
  const place = isDated ? marked : isWhole ? undefined : (marked ?? places.at(-1))
  if (place === undefined) return [text, undefined]
  return [text.slice(0, place.index).trimEnd(), text.slice(place.index + place[0].length)]
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu
const closedEnd = /[.!?。！？\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u
const charsOfWord = 3
/** Scripts without spaces have about three characters in a word. */
const wordsIn = (text: string) =>
  text.split(' ').length + Math.floor((text.match(unspaced)?.length ?? 0) / charsOfWord)
const asSentence = (text: string) => capitalized(text) + (closedEnd.test(text) ? '' : '.')
