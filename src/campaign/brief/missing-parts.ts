import { findDate, isMonth } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import { beginsWithQuality, describesScene, isAboutCampaign, isFactual, isShort } from './about-campaign.ts'
import { askedFor } from './asked-for.ts'
import {
  type Choice,
  chooseHeadline,
  introducesSelf,
  splitHeadline,
  thingIn,
  withoutSelf,
} from './choose-headline.ts'
import { anyMoney, findOffer, type Offer, priceAhead } from './find-offer.ts'
import { clausesOf, internal, isEvidence, isForReaders, isHardFact, type Line, linesOf } from './lines.ts'
import data from './missing-parts.json'
import { oneOf, wordStart } from './one-of.ts'
import { isAboutPicture } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { asked } from './sentence-forms.ts'
import {
  hour,
  isReadable,
  lengthOf,
  notEvent,
  sentencesOf,
  sublineCharsMax,
  sublineOf,
  wordsIn,
} from './sentences.ts'
import { settingOf, subjectIn, takeEyebrow, topicOf, weeklyOf } from './take-eyebrow.ts'
import { capitalized, clauseBefore, clauseMarks, isOpen, type Span, takeAs } from './take-part.ts'

const { calls, date, message, notTitles, sites, titled } = data
const notHeadlines = ['copy.action', 'copy.eyebrow', 'copy.legal', 'copy.badge', 'copy.date', 'copy.place']
const quoteMark = /^["“„«「『‹‘']/
const beforeDate = new RegExp(`${wordStart}${oneOf(date.on)} $`, 'iu')
const deadline = new RegExp(`${wordStart}${oneOf(date.deadline)}(?: ${oneOf(date.on)})? ?$`, 'iu')
const beforeLastDay = new RegExp(`${wordStart}${oneOf(date.until)} $`, 'iu')
const beforePeriod = new RegExp(`${wordStart}${oneOf(date.from)} $`, 'iu')
const begins = new RegExp(`${wordStart}${oneOf(date.begins)} (?:${oneOf(date.on)} )?$`, 'iu')
const badgeCharsMax = 26
/** Of a button that the brief does not name. */
const actionCharsMax = 30
/** Beside a longer headline and more than a short subline, layouts have no room for either part. */
const shortHeadlineMax = 40
const besideLongMax = 70
const eyebrowCharsMax = 40
const ownerWordsMax = 5
const labelWordsMax = 6
/** Warnings of facts that the copy has no room for. */
const leftOutMax = 12

/** A piece of the brief that stands under the headline. */
interface Piece {
  text: string
  start: number
  isFact?: true | undefined
}

/**
 * Fills parts of the copy with what a brief says without naming a part: the headline, an offer as the badge, the day of an event
 * as the badge or the eyebrow, a call as the button, and all else that readers should know as the subline.
 */
export function fillMissingParts(brief: Brief): void {
  const { settings } = brief
  if (settings.some(({ path }) => path === 'noCopy' || path === 'copyOnly')) return
  const call = findCall(brief)
  const isNamed = hasHeadline(brief)
  if (!isNamed) takeLine(brief, brief.title)
  if (!hasHeadline(brief)) takeTitle(brief)
  if (!hasHeadline(brief)) takeLine(brief, brief.topic)
  const lines = linesOf(brief, call === undefined || call.isCut ? brief.taken : [...brief.taken, call])
  const isQuoted = hasHeadline(brief)
  const choice = isQuoted || brief.isTitled ? undefined : chooseHeadline(lines, isCampaign(brief, call))
  if (choice !== undefined) takeHeadline(brief, choice)
  if (!hasHeadline(brief)) return
  const pieces = brief.isTitled ? [] : piecesOf(brief, lines, { choice, isNamed, call })
  takeParts(brief, pieces)
  if (isFree(brief, 'action')) takeCall(brief, call)
  if (isFree(brief, 'action')) takeAsked(brief)
  if (isFree(brief, 'action')) takeSite(brief, pieces)
  if (!brief.isTitled) takeSubline(brief, pieces)
}

const hasHeadline = ({ settings }: Brief) =>
  settings.some(({ path }) => path.startsWith('copy.') && !notHeadlines.includes(path))

const isFree = ({ settings }: Brief, part: string) => settings.every(({ path }) => path !== `copy.${part}`)

/** A call to readers, an offer or a time shows that the brief is not a scene alone. */
const isCampaign = (brief: Brief, call: Span | undefined) =>
  call !== undefined || findOffer(brief) !== undefined || hour.test(brief.text) || isEvidence(brief.text)

/** Makes a line "Message: ..." or "Event: ..." the headline, a long one with a subline. */
function takeLine({ settings }: Brief, line: string | undefined): void {
  if (line === undefined) return
  const [headline, subline] = splitHeadline(line)
  settings.push({ path: 'copy.headline', value: capitalized(headline) })
  if (subline !== undefined) settings.push({ path: 'copy.subline', value: capitalized(subline) })
}

/** How far before a quotation stands what it is written on. */
const sceneWords = 4

/** Makes the title of a work or an event, or the only name in quotation marks, the headline. */
function takeTitle(brief: Brief): void {
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
  if (title !== undefined) takeAs(brief, 'copy.headline', title, title.value)
}

function takeHeadline(brief: Brief, { line, headline }: Choice): void {
  const value = forReaders(headline)
  brief.settings.push({ path: 'copy.headline', value: capitalized(value) })
  brief.warnings.push(
    `The brief names no headline, so "${headline}" was taken from it: send \`text.headline\`, or say "no text"`,
  )
  brief.taken.push({ path: 'copy.headline', start: line.start, end: line.end })
}

/** "Get their flu jab" is said to the people who get it. */
const calling = new RegExp(`^${oneOf([...message.verbs, ...calls.verbs])} `, 'iu')
const forReaders = (text: string) => (calling.test(text) ? text.replace(/(?<= )their(?= )/u, 'your') : text)

/** What stands under the headline, in its order; a name or a label before the headline becomes the eyebrow. */
function piecesOf(
  brief: Brief,
  lines: readonly Line[],
  { choice, isNamed, call }: { choice: Choice | undefined; isNamed: boolean; call: Span | undefined },
): Piece[] {
  const { text } = brief
  const pieceOf = (line: Line, piece: string): Piece => ({
    text: piece,
    isFact: line.isFact,
    start: text.indexOf(piece, line.start),
  })
  const others = lines.filter((line) => line.start !== choice?.line.start || choice.isInside)
  const said = others.filter((line) =>
    isNamed
      ? isSaidBeside(brief, line, call)
      : line.reason === 'advertised' || isForReaders(line) || isTitleLabel(line),
  )
  const last = Math.max(call?.start ?? 0, ...said.map(({ start }) => start))
  const from = choice?.line.start ?? Number.POSITIVE_INFINITY
  const isPlain = ({ text: words }: Line) => !describesScene(words, true) && !beginsWithQuality(words)
  const isBetween = (line: Line) =>
    choice !== undefined && isPlain(line) && (line.start > from ? line.start < last : line.isWhole)
  const found = others.filter((line) => said.includes(line) || isBetween(line))
  // Who advertises comes last.
  const kept = [
    ...found.filter(({ text: words }) => !introducesSelf(words)),
    ...found.filter(({ text: words }) => introducesSelf(words)),
  ]
  const pieces: Piece[] = []
  if (choice !== undefined) {
    const label = subjectIn(choice.label, labelWordsMax)
    takeEyebrow(brief, label)
    if (label === undefined && (isHardFact(choice.label) || wordsIn(choice.label) > ownerWordsMax))
      pieces.push(pieceOf(choice.line, choice.label.trim()))
  }
  if (choice?.rest !== undefined && stub.test(choice.rest))
    brief.warnings.push(`Left out "${choice.rest}": name a part for it, such as subline or legal`)
  else if (choice?.rest !== undefined) pieces.push(pieceOf(choice.line, choice.rest))
  takeEyebrow(
    brief,
    choice === undefined ? topicOf(brief) : subjectIn(/^(.*?)\s*:\s*$/s.exec(choice.line.led)?.[1] ?? ''),
  )
  for (const line of kept) {
    const isLed =
      line.reason === 'advertised' ||
      line.isLabel ||
      (choice !== undefined && line.end <= choice.line.start && isShort(line.text))
    const isTitle =
      isLed && wordsIn(line.text) <= ownerWordsMax && isFree(brief, 'eyebrow') && !isHardFact(line.text)
    const self = withoutSelf(line.text)
    if (self !== undefined && self.length <= eyebrowCharsMax && isFree(brief, 'eyebrow'))
      takeEyebrow(brief, self)
    else if (isTitle) takeEyebrow(brief, line.text.replace(/[.。!]$/u, ''))
    else
      pieces.push(...(isLed ? piecesOfTopic(brief, line) : [line.text]).map((piece) => pieceOf(line, piece)))
  }
  return pieces
}

/** "After the refit" says nothing without the headline that it belongs to. */
const stub =
  /^(?:after|following|since|nach|seit|après|depuis|después de|tras|dopo|após|depois d[aeo]|sinds) [^\p{N}.,:;]{2,24}\.?$/iu

/** ", it takes 45 minutes" */
const taking = new RegExp(
  `(?:^|, )(?:and )?it (?:takes|lasts) (?=\\p{N}|${oneOf(message.numbers)} ${oneOf(message.durations)}(?=[,.]|$))`,
  'iu',
)

/** What a brief asks a picture for, as the eyebrow, and what is said of it: "a flea market, Saturday 18 April". */
function piecesOfTopic(brief: Brief, { text }: Line): string[] {
  const [first, next] = clausesOf(text)
  const name = text.slice(0, first?.end)
  // "Tax return: 31 October" says what is on the day.
  const isOfDay =
    next !== undefined &&
    text.charAt(first?.end ?? 0) === ':' &&
    findDate(text.slice(next.start))?.start === 0
  if (
    next === undefined ||
    isOfDay ||
    wordsIn(name) > ownerWordsMax ||
    isHardFact(name) ||
    !isFree(brief, 'eyebrow')
  )
    return [text]
  takeEyebrow(brief, name)
  return [text.slice(next.start)]
}

/** "Museum exhibition" before the title of one. */
const isTitleLabel = ({ text, isLabel }: Line) => isLabel && subjectIn(text, labelWordsMax) !== undefined

/** Whether a line beside copy that the brief names is about the campaign and not about the picture. */
function isSaidBeside(
  { text: all, settings, items, isPictured }: Brief,
  line: Line,
  call: Span | undefined,
): boolean {
  const { text, reason, isApposed, isWhole, start } = line
  const isOfEvent = findDate(all) !== undefined
  if (isHardFact(text) || isApposed || isAboutCampaign(text, reason, isOfEvent)) return true
  if (describesScene(text, true) || beginsWithQuality(text)) return false
  if (isTitleLabel(line) || isPictured || settings.some(({ path }) => path === 'baseImageUrl')) return true
  if (isOfEvent && isShort(text) && (start === 0 || isFactual(text))) return true
  const isPart = (part: string) => settings.some(({ path }) => path === `copy.${part}`)
  if (reason === 'advertised' && isPart('subline')) return true
  // What stands between a headline in quotation marks and a call is about the campaign, too.
  const from = items.find(
    (item) => (is(item, 'line') || item.kind.endsWith(' line')) && quoteMark.test(all.charAt(item.start)),
  )?.end
  const action = settings.find(({ path }) => path === 'copy.action')?.value
  const to = call?.start ?? (action === undefined ? 0 : all.lastIndexOf(`${action}`))
  const isLower = !isWhole && /^\p{Ll}/u.test(text)
  return from !== undefined && start >= from && start < to && !isLower
}

/** Makes an offer the badge, and a day of an event what is free of the badge and the eyebrow. */
function takeParts(brief: Brief, pieces: Piece[]): void {
  if (isFree(brief, 'badge')) takeOffer(brief, pieces)
  const part = freePart(brief, pieces, '')
  if (part !== undefined) takeDate(brief, part, pieces)
}

/** The part for an offer or a day; beside a badge, layouts have no room for more than a short subline. */
function freePart(brief: Brief, pieces: readonly Piece[], value: string): string | undefined {
  const isLong = `${settingOf(brief, 'copy.headline')?.value}`.length > shortHeadlineMax
  const rest = pieces.reduce((sum, { text }) => sum + lengthOf(text) + 2, -value.length)
  if (isLong && rest > besideLongMax) return undefined
  const parts = rest > sublineCharsMax ? ['eyebrow'] : ['badge', 'eyebrow']
  return parts.find((part) => isFree(brief, part))
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
  if (isSaid(brief, value)) return
  // "Free delivery" alone is not true of "free delivery on everything that is heavier than a kilogram".
  const isOfAll =
    !(value.includes('%') && ofSome.test(brief.text.slice(0, offer.valueStart))) &&
    (/\d/.test(value) || !condition.test(brief.text.slice(offer.end)))
  const part = freePart(brief, pieces, value)
  if (!isOfAll || value.length > badgeCharsMax || part === undefined) return
  if (found.isSoft === true && part !== 'badge') return
  const badge = leadsPrice.test(value) ? value : capitalized(value)
  const led = / \S+ $/.exec(brief.text.slice(0, offer.valueStart))?.[0].slice(1) ?? ''
  const leads =
    priceAhead.exec(` ${led}${value}`)?.index === 0
      ? [led + value, value]
      : [brief.text.slice(offer.start, offer.end).replace(/^[^\p{L}\p{N}\p{Sc}-]+/u, ''), value]
  const clause = clauseFrom(brief.text, offer)
  if (leads.some((each) => lift(pieces, each, true))) takeAs(brief, `copy.${part}`, offer, badge)
  else if (clause !== undefined && lift(pieces, clause))
    takeAs(
      brief,
      `copy.${part}`,
      { start: offer.start, end: offer.valueStart + clause.length },
      leadsPrice.test(clause) ? clause : capitalized(clause),
    )
  // A sentence that begins with it says it at once.
  else if (pieces.some(({ text }) => text.toLowerCase().startsWith(value.toLowerCase()))) return
  // What no line of the copy says may be a scene.
  else if (found.isSoft === true) return
  // An amount that is not a clause of its own would be read as the price of what the headline says.
  else if (/[\p{L}%]/u.test(value) || isClause(brief.text, offer))
    brief.settings.push({ path: `copy.${part}`, value: badge })
}

/** An offer with the rest of its clause, where both are short: "4.6% AER for 12 months". */
function clauseFrom(text: string, { valueStart, end }: Offer): string | undefined {
  const rest = /^ [^,;.:!?()\n]{1,22}(?=[,;.!?\n]|$)/u.exec(text.slice(end))?.[0]
  const isStart = /(?:^|[,;:.!?\n] ?)$/.test(text.slice(0, valueStart))
  const clause = text.slice(valueStart, end) + (rest ?? '')
  return rest === undefined || !isStart || clause.length > badgeCharsMax ? undefined : clause
}

const isClause = (text: string, { valueStart, end }: Offer) =>
  /[,;:.!?\n] ?$/.test(text.slice(0, valueStart)) && /^ ?(?:[,;.!?\n]|$)/.test(text.slice(end))

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
    const isCut = isClause && (clausesOf(before).length > 1 || !before.includes(' '))
    const isEnd =
      after === '' &&
      (isMarked ||
        (!isCut && /[^:：\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(before) && isReadable(before)))
    const isStart = before === '' && /^[,;、，–—-]/.test(after)
    if (isClause && /,$/.test(before) && /^,/.test(after)) {
      const rest = after.replace(/^,\s*/, '')
      pieces.splice(
        at,
        1,
        { text: before.slice(0, -1), start },
        { text: rest, start: start + text.lastIndexOf(rest) },
      )
      return true
    }
    if (!isEnd && !isStart) continue
    const left = (isEnd ? before : after).replace(/^[,;、，–—-]\s*|[\s,;、，–—-]+$/gu, '')
    if (left === '') pieces.splice(at, 1)
    else pieces[at] = { text: left, start: start + text.indexOf(left) }
    return true
  }
  return false
}

/** The words before the figure of a badge are set smaller: "from €899". */
const leadsPrice = new RegExp(
  `^${oneOf([...data.price.least, ...data.price.just, ...data.price.insteadOf, ...message.moreThan])} `,
  'iu',
)
/** "Siblings get" before "15% off" */
const ofSome = new RegExp(`${wordStart}${oneOf(data.price.ofSome)}(?: [^\\s,.;:]+){0,2} $`, 'iu')
const condition = new RegExp(`^ ${oneOf(data.price.conditions)} `, 'iu')
/** One to three words that begin a clause, but not behind an abbreviation. */
const shortThing = new RegExp(
  `(?:[,;:!?\\n"”“»«’›」』]|(?<!${wordStart}${oneOf(message.abbreviations)})\\.) ((?=[^,;.:!?\\n]{1,16} $)[\\p{L}\\p{N}]\\S*(?: \\S+){0,2}) $`,
  'u',
)

/** "A, B and C" is one thing. */
const listed = new RegExp(` ${oneOf(message.ands)} `, 'iu')

/** A price with what it is for, where both are a clause of their own: "cars from €29", "first month half price". */
function withItsThing({ text, items }: Brief, offer: Offer): Offer {
  const [, thing] = shortThing.exec(text.slice(0, offer.start)) ?? []
  const endsClause = /^ ?(?:[,;.:!?\n]|$)/.test(text.slice(offer.end))
  if (
    thing === undefined ||
    listed.test(thing) ||
    !endsClause ||
    text.slice(offer.valueStart, offer.end).includes('%')
  )
    return offer
  const start = offer.start - thing.length - 1
  return isOpen(items, { start, end: offer.end }) ? { start, end: offer.end, valueStart: start } : offer
}

const negated = /^ ?(?:no|without|keine?|ohne|sans|pas d[e’']|sin|senza|nessun|sem|geen|zonder)(?!\p{L})/iu

/** Takes the first date of an event, or of a sale also its last day ("until 31 January"), where a piece begins or ends with it. */
function takeDate(brief: Brief, part: string, pieces: Piece[]): void {
  const { text, settings } = brief
  const found = findDate(text)
  const isDated = settings.some(({ path, value }) => path.startsWith('copy.') && findDate(`${value}`))
  if (found === undefined || isDated) return
  // One of three days says too little.
  const second = findDate(text.slice(found.end))
  if (second !== undefined && findDate(text.slice(found.end + second.end)) !== undefined) return
  const before = clauseBefore(text, found.start)
  if (notEvent.test(before)) return
  // "No fee until 30 June" is not free of one.
  if (beforeLastDay.test(before) && negated.test(clauseBefore(text, found.start, [...clauseMarks, ',', ':'])))
    return
  const topics = topicsOf(text)
  const [isSale, isEvent] = [topics.has('sale'), topics.has('event')]
  const last = isSale ? beforeLastDay.exec(before)?.[0].length : undefined
  const isPeriod = found.isPeriod && (isSale || isEvent)
  const isDay = found.hasWeekday || found.hasTime || isEvent || begins.test(before)
  if (last === undefined && !isPeriod && (!isDay || deadline.test(before))) return
  const led = last ?? (isPeriod ? beforePeriod.exec(before) : beforeDate.exec(before))?.[0].length ?? 0
  const [start, valueStart] = [found.start - led, last === undefined ? found.start : found.start - last]
  const whole = text.slice(start, found.end)
  if (!lift(pieces, whole)) return
  const value = text.slice(valueStart, found.end)
  takeAs(brief, `copy.${part}`, { start, end: found.end }, /^\d/.test(value) ? value : capitalized(value))
}

/** Sets the pieces as sentences under the headline, and names what has no room there. */
function takeSubline(brief: Brief, pieces: readonly Piece[]): void {
  const { settings, taken, warnings } = brief
  const named = settingOf(brief, 'copy.subline')
  if (named !== undefined) takeEyebrow(brief, weeklyOf(brief) ?? topicOf(brief))
  const names = pieces.flatMap(({ text }) => [
    text,
    text.slice(text.indexOf(thingIn(text) ?? '')),
    thingIn(text) ?? '',
  ])
  if (named !== undefined)
    takeEyebrow(
      brief,
      names.find((text) => text !== '' && text.length <= eyebrowCharsMax),
    )
  const address = `${settingOf(brief, 'copy.action')?.value}`
  const isLink = (text: string) => address.includes('.') && text.endsWith(address) && isShort(text)
  for (const piece of pieces)
    piece.text = withoutHeadline(piece.text, `${settingOf(brief, 'copy.headline')?.value}`)
  const said = pieces.flatMap((piece) =>
    piece.text.split(taking).flatMap((text) => (text === '' ? [] : [{ ...piece, text }])),
  )
  const unsaid = said.flatMap(({ text, isFact }) =>
    isSaid(brief, text) || isLink(text) || (isFact && hasFacts(brief, text)) ? [] : [text],
  )
  const value = named === undefined ? sublineOf(unsaid, !isFree(brief, 'badge')) : ''
  if (value !== '') {
    settings.push({ path: 'copy.subline', value })
    taken.push({ path: 'copy.subline', start: 0, end: 0 })
  }
  const unfit = unsaid.filter((text) => !isSaid(brief, text) && /\p{N}|\p{L}\.\p{L}/u.test(text))
  const left = [...unfit, ...factsOf(brief)].filter((text) => !hasFacts(brief, text))
  const unsaidFacts = left.filter((each, at) => !left.slice(0, at).some((one) => one.includes(each)))
  for (const text of unsaidFacts.slice(0, leftOutMax))
    warnings.push(`Left out "${text}": name a part for it, such as subline or legal`)
}

/** "St Bede's College – Open Evening" under the headline "Open evening". */
function withoutHeadline(text: string, headline: string): string {
  const at = text.length - headline.length
  const before = text.slice(0, Math.max(0, at))
  const isSame = text.slice(before.length).toLowerCase() === headline.toLowerCase()
  return isSame && /\p{L}\s+[–—-]\s+$/u.test(before) ? before.replace(/\s+[–—-]\s+$/, '') : text
}

/** The clauses with facts that no instruction holds, with their labels. */
function factsOf({ text, items }: Brief): string[] {
  return sentencesOf(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end)
    if (internal.test(sentence)) return []
    return clausesOf(sentence).flatMap((clause) => {
      const span = { start: start + clause.start, end: start + clause.end }
      if (!isHardFact(text.slice(span.start, span.end)) || !isOpen(items, span)) return []
      const [label = ''] = /(?:\p{L}+ ){0,2}\p{L}+: $/u.exec(sentence.slice(0, clause.start)) ?? []
      return [text.slice(span.start - label.length, span.end).replace(/^[*•–-] |[.。]$/gu, '')]
    })
  })
}

const copyOf = ({ settings }: Brief) =>
  settings.flatMap(({ path, value }) => (path.startsWith('copy.') ? [`${value}`] : [])).join('\n')

const isSaid = (brief: Brief, text: string) => copyOf(brief).toLowerCase().includes(text.toLowerCase())

/** Whether the copy has a text, or all its figures. */
function hasFacts(brief: Brief, text: string): boolean {
  const copy = copyOf(brief)
  const found = Array.from(text.matchAll(figure), ({ 0: whole, groups }) =>
    isMonth(groups?.['month'] ?? '') ? whole : (groups?.['number'] ?? whole),
  )
  const isWhole = copy.toLowerCase().includes(text.toLowerCase())
  // "25 bands" does not say "25 €".
  const amounts = text.match(anyMoney) ?? []
  return isWhole || (found.length > 0 && [...found, ...amounts].every((each) => copy.includes(each)))
}

/** "8:30", "4.6", "7 May", "shop.example/new" */
const figure =
  /(?<number>\p{N}+(?:[.,:]\p{N}+)*)(?:\.? (?<month>\p{L}{3,}))?|\p{L}[\p{L}\p{N}-]*\.\p{L}[\p{L}\p{N}./-]*/gu

/** "Tisch reservieren unter 0221 445566" */
const infinitive = new RegExp(
  `(?:^|[.!?\\n] )(?<call>\\p{Lu}\\p{L}+ (?:\\p{L}+ )?${oneOf(calls.infinitives)})(?=[.!?\\n]|$| ${oneOf(message.cuts)} )`,
  'u',
)
/** A call may follow a quotation without a mark between them. */
const quotation = /^["“„«»’‘'‹›「『].*["”“»«’‘›‹'」』]$/su

/** Of a call with its address. */
const callCharsMax = 30
const beforeAddress = /^(\S+(?: \S+){0,3}?)(?: [^\s:]+|:) \S*\p{L}[.@]\p{L}\S*(?: .*)?$/u
/** Words of a call at most. */
const callWordsMax = 5
const callItemsMax = 12
/** Behind a call and a comma. */
const moreWordsMax = 4

/** Makes a clause that calls readers to do something ("book a test drive") the button. */
function takeCall(brief: Brief, call: Call | undefined): void {
  if (call === undefined) return
  if (call.isCut) {
    brief.settings.push({ path: 'copy.action', value: capitalized(brief.text.slice(call.start, call.end)) })
    return
  }
  takeAs(brief, 'copy.action', call, capitalized(brief.text.slice(call.start, call.end)))
}

/** Makes what people are asked to do the button: "something that makes people sign up". */
function takeAsked(brief: Brief): void {
  const { text, items, settings, taken } = brief
  const match = asked.exec(text)
  const [whole = '', said = ''] = match ?? []
  const wanted =
    match === null
      ? askedFor(text)
      : { start: match.index + whole.length - said.length, end: match.index + whole.length, call: said }
  if (wanted === undefined || isAboutPicture(said) || !isOpen(items, wanted)) return
  const value = capitalized(forReaders(wanted.call))
  if (isSaid(brief, value)) return
  settings.push({ path: 'copy.action', value })
  taken.push({ path: 'copy.action', start: wanted.start, end: wanted.end })
}

/** A site's address with the words that lead to it: "Link: lakehouse.example". */
const site = new RegExp(
  `${wordStart}${oneOf(sites)}(?: ?:)? (?<host>(?:[a-z\\d](?:[a-z\\d-]{0,60}[a-z\\d])?\\.){1,3}[a-z]{2,12}(?:/[a-z\\d-]{1,40})?)(?![\\p{L}\\p{N}@/])`,
  'iu',
)

/** Makes the address of the campaign's site the button. */
function takeSite(brief: Brief, pieces: readonly Piece[]): void {
  const match = site.exec(brief.text)
  const host = match?.groups?.['host']
  if (match === null || host === undefined) return
  const led = beforeSite.exec(brief.text.slice(0, match.index))?.[0].length ?? 0
  const span = { start: match.index - led, end: match.index + match[0].length }
  if (!isOpen(brief.items, span)) return
  const isWhole = match[0].includes(' at ') && match[0].length <= actionCharsMax
  takeAs(brief, 'copy.action', span, isWhole ? capitalized(match[0]) : host)
  // ", and people can register at shop.example"
  for (const piece of pieces) {
    const before = piece.text.endsWith(match[0]) ? piece.text.slice(0, -match[0].length) : ''
    piece.text = beforeSite.test(before) ? before.replace(beforeSite, '') : piece.text
  }
}

const beforeSite = /,?(?: and)? (?:people|you|they|guests|visitors|anyone|everyone|customers) can $/iu

/** "Get in touch: garden@club.example" */
const contact = /^: ?(?:[^\s@]{1,40}@[^\s@]{1,40}[\p{L}\p{N}]|\+?\d[\d ()-]{5,18}\d)/u

/** `isCut` of one that is said as a whole elsewhere. */
type Call = Span & { isCut?: true }

const isCalled = (verb: string, next: string) =>
  calls.verbs.includes(verb) && calls.next.includes(next) && !calls.not.includes(`${verb} ${next}`)

function findCall({ text, items }: Brief): Call | undefined {
  for (const [at, item] of items.entries()) {
    const before = items[at - 1]
    const isAfterQuote = before !== undefined && quotation.test(text.slice(before.start, before.end))
    const wordAt = (index: number) =>
      text.slice(items[index]?.start ?? 0, items[index]?.end ?? 0).toLowerCase()
    const isOnButton = before?.kind === 'det' && wordAt(at + 2) === 'button'
    if (!is(before, 'clauseEnd') && !is(before, 'quotes') && !isAfterQuote && !isOnButton) continue
    // A "sign-up" is not a call.
    if (text.charAt(item.end) === '-') continue
    if (!isCalled(wordAt(at), wordAt(at + 1))) continue
    if (isOnButton) return { start: item.start, end: items[at + 1]?.end ?? item.end }
    let to = at + 2
    while (to < at + callItemsMax && (!is(items[to], 'clauseEnd') || items[to]?.kind === 'and')) to++
    const ended = items[to - 1]?.end ?? item.end
    const end = ended + (contact.exec(text.slice(ended))?.[0].length ?? 0)
    const words = text.slice(item.start, ended)
    // "Buy a day for two (149 euros) and get ..." and "Order by six, warm rolls by seven" say more than a button.
    const more = /^, [^.!?;:\n]*/.exec(text.slice(end))?.[0] ?? ''
    const isWhole =
      is(items[to], 'clauseEnd') && items[to]?.value !== '(' && more.trim().split(' ').length <= moreWordsMax
    const isShort = words.split(' ').length <= callWordsMax
    // "Jetzt bewerben unter kita-sonnenblume.example": a long address stands under the headline.
    const called = beforeAddress.exec(text.slice(item.start, end))?.[1]
    if (called !== undefined && end - item.start > callCharsMax)
      return { start: item.start, end: item.start + called.length, isCut: true }
    if (isShort && (end > ended || isWhole)) return { start: item.start, end }
    // "Meld je aan voor 1 november via voedselbank.example" says the rest elsewhere.
    const [short] = splitHeadline(words, callWordsMax)
    if (isWhole && short !== words && isHardFact(words))
      return { start: item.start, end: item.start + short.length, isCut: true }
  }
  const match = infinitive.exec(text)
  const said = match?.groups?.['call'] ?? ''
  const start = (match?.index ?? 0) + (match?.[0].indexOf(said) ?? 0)
  const span = { start, end: start + said.length }
  return match === null || !isOpen(items, span) ? undefined : { ...span, isCut: true }
}
