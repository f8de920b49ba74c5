import { isDate } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import {
  beginsWithQuality,
  describesScene,
  free,
  isAboutCampaign,
  isFactual,
  isShort,
  light,
} from './about-campaign.ts'
import { lineOf, oneWord } from './copy-line.ts'
import { advertisedIn, closed, gap, leftOf, type Sentence, sentenceAt, titleLabel } from './cut-sentence.ts'
import { subjectOf } from './fact-sentence.ts'
import data from './missing-parts.json'
import { anyWord } from './one-of.ts'
import { isAboutPicture } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { aside } from './sentence-forms.ts'
import { fact, sentencesOf, sublineOf } from './sentences.ts'
import { settingOf, subjectIn, takeEyebrow, topicOf, weeklyOf } from './take-eyebrow.ts'
import { capitalized, isOpen, type Span } from './take-part.ts'
import type { Item } from './tokenize.ts'

const { message } = data
const sentenceCharsMax = 300
const nameWordsMax = 6
const titleBeforeGap = /^([^:\0]{2,60}?) ?: ?\0(.*)$/su
const quoteMark = /["“„«‘'「『]/
const view = anyWord(message.views)
/** "Early light" is what a picture is like, not a light that is for sale. */
const lightWordsMax = 2
/** Warnings of facts that the copy has no room for. */
const leftOutMax = 3
/**
 * Makes what a brief says about its campaign beside the parts that it names or that were found in it ("Poster for our charity
 * run, 10 km, Phoenix Park. Headline: ...") the subline, and a name before the headline ("Webinar: ...") the eyebrow.
 */
export function takeDetails(brief: Brief): void {
  const { text, settings, taken } = brief
  const before = settingOf(brief, 'copy.subline')
  const isFound = (path: string) => taken.some((one) => one.path === path)
  if (brief.isTitled) return
  const isNamed = before !== undefined && !isFound('copy.subline')
  if (isNamed) takeEyebrow(brief, weeklyOf(brief) ?? topicOf(brief))
  const subject = isFound('copy.headline') ? undefined : subjectBeside(brief)
  if (isNamed) takeEyebrow(brief, subject)
  // What stands between a headline in quotation marks and a call that the brief does not name is about the campaign, too.
  const isQuoted = ({ kind, start }: Item) => kind === 'line' && quoteMark.test(text.charAt(start))
  const from = brief.items.find(isQuoted)?.end ?? text.length
  const to = taken.find(({ path }) => path === 'copy.action')?.start ?? 0
  const read = sentencesOf(text).map(({ start, end }) => {
    const one = sentenceAt(brief, { start, end })
    // The sentences after a headline that was found have been read.
    const isRead = before !== undefined || (isFound('copy.headline') && one.cuts.length === 0)
    const isOut = end <= start || end - start > sentenceCharsMax || (isRead && !isNamed && !one.hasHeadline)
    const found = isOut ? [] : detailsIn(brief, one)
    const isPlain = !isOut && found.length === 0
    return { one, found: isPlain && start >= from && end <= to ? plainLine(brief, one) : found, isPlain }
  })
  // Of a list with semicolons all is about the campaign, or nothing.
  const isListed = (at: number) =>
    read[at] !== undefined && read[at].found.length > 0 && text[read[at].one.end] === ';'
  const details = read.flatMap(({ one, found, isPlain }, at) =>
    isPlain &&
    found.length === 0 &&
    (isListed(at - 1) ||
      (text[one.end] === ';' && read.slice(at + 1, at + 2).some((next) => next.found.length > 0)))
      ? plainLine(brief, one)
      : found,
  )
  const others = settings
    .filter(({ path }) => path.startsWith('copy.'))
    .map(({ value }) => `${value}`.toLowerCase())
  const unsaid = details
    .map((each) => withoutSaid(withoutLooks(brief, each), others))
    .filter((each) => each !== '' && !takeKind(brief, each))
  if (isNamed) {
    warnOfFacts(brief, unsaid)
    return
  }
  const topic = topicOf(brief) ?? purposeOf(brief)
  if (!unsaid.some((each) => topic !== undefined && each.includes(topic))) takeEyebrow(brief, topic)
  if (unsaid.length === 0) takeEyebrow(brief, subject)
  if (unsaid.length === 0) return
  const texts = [...unsaid, ...(before === undefined ? [] : [`${before.value}`])]
  const value = sublineOf(texts)
  if (before === undefined) settings.push({ path: 'copy.subline', value })
  else before.value = value
  warnOfFacts(brief, texts)
}

const sentencesOfSubject = 2

/** What the sentences before copy in quotation marks name, and its day. */
function subjectBeside(brief: Brief): string | undefined {
  const { text, items, settings } = brief
  const copy = settings.flatMap(({ path, value }) => (path.startsWith('copy.') ? [`${value}`] : [])).join(' ')
  for (const { start, end } of sentencesOf(text).slice(0, sentencesOfSubject)) {
    const part = items.find((item) => item.start >= start && is(item, 'notScene'))
    const to = Math.min(end, part?.start ?? end)
    const subject = subjectOf(text.slice(start, to).replace(/[\s.,:;!?]+$/, ''), copy)
    if (
      subject !== undefined &&
      !items.some(
        (item) =>
          item.start < to &&
          item.end > start &&
          is(item, 'formatUse') &&
          subject.toLowerCase().includes(item.value),
      )
    )
      return subject
  }
  return undefined
}

/** "Ad for a webinar, 4 February": one word is the eyebrow. */
function takeKind(brief: Brief, text: string): boolean {
  const isKind = oneWord.test(text) && !free.test(text)
  if (isKind) takeEyebrow(brief, text)
  return isKind
}

/** Says which figures and days of the campaign no part of the copy has room for. */
function warnOfFacts({ settings, warnings }: Brief, texts: readonly string[]): void {
  const copy = settings.flatMap(({ path, value }) => (path.startsWith('copy.') ? [`${value}`] : [])).join(' ')
  const isSaid = (text: string) => {
    const figures = text.match(/\p{N}+/gu) ?? []
    const isWhole = copy.toLowerCase().includes(text.toLowerCase())
    return isWhole || (figures.length > 0 && figures.every((figure) => copy.includes(figure)))
  }
  for (const text of texts.filter((each) => fact.test(each) && !isSaid(each)).slice(0, leftOutMax))
    warnings.push(`Left out "${text}": name a part for it, such as subline or legal`)
}

/** What of a sentence is about the campaign; a name before its headline becomes the eyebrow, if there is none. */
function detailsIn(brief: Brief, one: Sentence): string[] {
  const { text } = brief
  const isFirst = text.slice(0, one.start).trim() === ''
  const [, label, colon] = titleLabel.exec(text.slice(one.start, one.quotedAt ?? one.start)) ?? []
  const name = label && ((colon === ':' ? subjectIn(label, nameWordsMax) : undefined) ?? advertisedIn(label))
  const at = one.start + (label?.indexOf(name ?? '') ?? 0)
  if (name !== undefined && isSubjectAt(brief, { start: at, end: at + name.length })) takeEyebrow(brief, name)
  const isLed = name !== undefined && settingOf(brief, 'copy.eyebrow')?.value === capitalized(name)
  const start = one.dashedAt ?? (isLed ? one.start + (label?.length ?? 0) : one.start)
  const left = leftOf(brief, { ...one, start })
  if (left === undefined) return []
  const isAfterTitle = isLed && (colon === ':' || isEvent(name ?? ''))
  const kept = (isAfterTitle || one.dashedAt !== undefined) && one.hasHeadline ? 'all' : one.kept
  const [, title, rest = ''] = (one.hasHeadline && titleBeforeGap.exec(left)) || []
  const topic = title === undefined ? undefined : nameOf(title, isFirst)
  if (topic === undefined) return detailsOf(left, isFirst, kept, brief)
  takeEyebrow(brief, topic)
  const isEyebrow = settingOf(brief, 'copy.eyebrow')?.value === capitalized(topic)
  return detailsOf(isEyebrow ? rest : `${topic}, ${rest.trim()}`, false, 'all', brief)
}

/** A sentence that describes neither a scene nor looks. */
function plainLine(brief: Brief, one: Sentence): string[] {
  const line = lineOf(closed(leftOf(brief, one) ?? ''), false)
  return line === undefined || describesScene(line.text, true) || beginsWithQuality(line.text)
    ? []
    : [line.text]
}

/** Whether the day of an event stands in the copy. */
const isDated = ({ settings }: Brief) =>
  settings.some(({ path, value }) => path.startsWith('copy.') && isDate(`${value}`))

/** Whether the picture is given, so that the brief need not describe one. */
const isPictured = ({ isPictured: isBeside, settings }: Brief) =>
  isBeside || settings.some(({ path }) => path === 'baseImageUrl')

/** Without the parts between commas that stand in other parts of the copy already. */
function withoutSaid(text: string, others: readonly string[]): string {
  const parts = text.split(', ')
  const isSaid = (part: string) =>
    others.some((other) => other === part || (part.includes(' ') && other.includes(part)))
  return parts.filter((part) => !isSaid(part.toLowerCase())).join(', ')
}

/** Without what the picture is like, behind a fact: "calm, sage green", "snowy mountains at dawn". */
function withoutLooks({ items, text: all }: Brief, text: string): string {
  const colors = items.filter(({ kind }) => kind === 'color').map(({ start, end }) => all.slice(start, end))
  const isLook = (part: string) => {
    const words = part.toLowerCase().split(' ')
    const isQuality = (word = '') => message.adjectives.includes(word)
    const isView = words.length > 1 && isQuality(words[0]) && message.views.includes(words.at(-1) ?? '')
    const isLight = light.test(part) && (view.test(part) || words.length <= lightWordsMax)
    return isLight || isView || words.every(isQuality) || colors.includes(part)
  }
  const parts = text.split(', ')
  return parts.filter((part, at) => at === 0 || !isLook(part)).join(', ')
}

/** What a headline is about, from the words before its colon: "Webinar", "Black Friday at Vanta Bikes". */
function nameOf(title: string, isFirst: boolean): string | undefined {
  if (isEvent(title)) return title
  const name = title.includes(' ') ? lineOf(title, isFirst)?.text : undefined
  return name !== undefined && name.split(' ').length <= nameWordsMax ? name : undefined
}

/** Whether words name a subject, not a channel or a format ("a visual for LinkedIn"). */
const isSubjectAt = ({ items }: Brief, { start, end }: Span) =>
  isOpen(items, { start, end }) &&
  !items.some((item) => item.start < end && item.end > start && is(item, 'formatUse'))

/** "Promo for a chess app." */
function purposeOf(brief: Brief): string | undefined {
  const { text } = brief
  const [first] = sentencesOf(text)
  const purpose = first && advertisedIn(text.slice(first.start, first.end).replace(/[.?!]$/, ''))
  const start = text.indexOf(purpose ?? '')
  return purpose !== undefined && isSubjectAt(brief, { start, end: start + purpose.length })
    ? purpose
    : undefined
}

const isEvent = (title: string) => title.split(' ').length <= 2 && topicsOf(title).has('event')

/** What of a sentence, with gaps, is about the campaign. */
function detailsOf(left: string, isFirst: boolean, kept: Sentence['kept'], brief: Brief): string[] {
  // "Context: audit conference, Frankfurt, 24 September": an aside with the day of the event is about it.
  const label = aside.exec(left)?.[0]
  if (label !== undefined && !left.includes(gap)) return []
  const whole = closed(left.slice(label?.length ?? 0))
  if (kept !== 'said' && free.test(whole) && !whole.includes(' ')) return [whole]
  const parts = whole.split(', ')
  const line =
    lineOf(whole, isFirst) ??
    (kept === 'all' ? lineOf(parts.filter((part) => !isAboutPicture(part)).join(', '), isFirst) : undefined)
  if (line === undefined) return []
  if (kept === 'said') {
    const isOfEvent = isDated(brief)
    const isNote = isOfEvent && isShort(line.text) && (isFirst || isFactual(line.text))
    const isOfPicture = !isPictured(brief) || describesScene(line.text, isFirst)
    return isNote || !isOfPicture || isAboutCampaign(line.text, line.reason, isOfEvent) ? [line.text] : []
  }
  if (kept === 'all' || line.reason !== undefined) return [line.text]
  // Of words that may describe the scene, those around what was taken, and what scenes do not have.
  const factual = left
    .split(/[,;]/)
    .filter((part) => closed(part) !== '' && (part.includes(gap) || isFactual(part)))
  const text = lineOf(factual.map(closed).join(', '), isFirst)?.text
  return text === undefined ? [] : [text]
}
