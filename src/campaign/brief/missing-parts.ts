import { findDate } from '../compose/layouts/dates.ts'
import { describesScene, hasLook, isAboutCampaign, isFreeOf, isShort, isSpoken } from './about-campaign.ts'
import { hasHeadline, takeChosen, unnamedParts } from './choose-copy.ts'
import { type Choice, chooseHeadline, senderName, withoutSelf } from './choose-headline.ts'
import { findOffer } from './find-offer.ts'
import { form } from './forms.ts'
import {
  bullet,
  clausesOf,
  isEvidence,
  isForReaders,
  isHardFact,
  isToDesigner,
  type Line,
  linesOf,
} from './lines.ts'
import data from './missing-parts.json'
import { oneOf } from './one-of.ts'
import type { Brief } from './rules.ts'
import { isSender, ownerIn, senderIn, unsaid } from './sentence-forms.ts'
import { properName, sentencesOf, wordsIn } from './sentences.ts'
import { splitHeadline } from './split-headline.ts'
import { findCall, forReaders, takeAsked, takeCall, takeSite } from './take-call.ts'
import { eyebrowCharsMax, isInHeadline, subjectIn, takeEyebrow, topicOf } from './take-eyebrow.ts'
import { type Piece, takeParts } from './take-offer.ts'
import { capitalized, isFree, isSaid, overlaps, type Span, takeAs, use } from './take-part.ts'
import { takeSubline } from './take-subline.ts'
import type { Item } from './tokenize.ts'

const { companies, notTitles, titled } = data
const quoteMark = /^["“„«「『‹‘']/
const ownerWordsMax = 5
const labelWordsMax = 6

/**
 * Fills parts of the copy with what a brief says without naming a part: the headline, an offer as the badge, the day of an event
 * as the badge or the eyebrow, a call as the button, and all else that readers should know as the subline.
 */
export function fillMissingParts(brief: Brief): void {
  const { settings } = brief
  const name = settings.find(({ path }) => path === 'copy.name')
  const part = ['headline', 'eyebrow'].find((each) => isFree(brief, each))
  if (name !== undefined && part !== undefined) name.path = `copy.${part}`
  if (settings.some(({ path }) => path === 'noCopy' || path === 'copyOnly')) return
  for (const span of sentencesOf(brief.text))
    if (unsaid.test(brief.text.slice(span.start, span.end))) use(brief, span)
  const found = findCall(brief)
  const message = hasHeadline(brief) ? undefined : takeLine(brief, brief.title)
  const isNamed = hasHeadline(brief)
  if (!isNamed) takeTitle(brief)
  const behind = hasHeadline(brief) ? message : takeLine(brief, brief.topic)
  const unnamed = unnamedParts(brief).filter((part) => part !== 'subline' || behind === undefined)
  const chosen = takeChosen(brief, unnamed)
  const call = brief.chosen.some((one) => found && overlaps(one, found)) ? undefined : found
  const lines = linesOf(
    brief,
    call === undefined || call.whole !== undefined ? brief.taken : [...brief.taken, call],
  )
  const isQuoted = hasHeadline(brief)
  const choice =
    isQuoted || brief.isTitled
      ? undefined
      : chooseHeadline(lines, isCampaign(brief, call), bullet.test(brief.text))
  if (choice !== undefined) takeHeadline(brief, choice)
  if (!hasHeadline(brief)) return
  const pieces = brief.isTitled
    ? []
    : chosen.length > 0
      ? chosen
      : piecesOf(brief, lines, { choice, call, isNamed })
  if (behind !== undefined) pieces.unshift({ text: behind, start: 0 })
  takeCall(brief, call, pieces)
  if (isFree(brief, 'action')) takeAsked(brief, pieces)
  if (isFree(brief, 'action')) takeSite(brief, pieces)
  takeParts(brief, pieces)
  if (!brief.isTitled) takeSubline(brief, pieces, choice !== undefined || brief.chosen.length > 0)
  if (choice !== undefined) brief.guessed = unnamed
  if (isNamed)
    for (const { text, reason } of lines)
      if (reason === 'advertised' && !brief.isTitled) takeEyebrow(brief, nameOf.exec(text)?.[0])
}

/** A call to readers, an offer or a time shows that the brief is not a scene alone. */
const isCampaign = (brief: Brief, call: Span | undefined) =>
  call !== undefined ||
  !(isFree(brief, 'subline') && isFree(brief, 'action')) ||
  findOffer(brief) !== undefined ||
  isEvidence(brief.text)

/** Makes a line "Message: ..." or "Event: ..." the headline, and returns the rest of a long one. */
function takeLine({ settings }: Brief, line: string | undefined): string | undefined {
  if (line === undefined) return undefined
  const [headline, rest] = splitHeadline(line)
  settings.push({ path: 'copy.headline', value: capitalized(headline) })
  return rest
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
  const [only = items.length, ...others] = quotations
  const before = items.slice(Math.max(0, only - sceneWords), only)
  // Part of the scene, as the words of a sign, or part of a longer name, as in: our "Night Shift" roast.
  const isPart = others.length > 0 || before.some(({ value }) => notTitles.includes(value))
  const named = quotations.find((at) => titled.includes(items[at - 1]?.value ?? ''))
  const title = items[named ?? (isPart || companyIn(brief) !== undefined ? items.length : only)]
  if (title !== undefined) takeAs(brief, 'copy.headline', title, title.value)
}

/** "Our bakery 'Korn & Krume'" */
function companyIn({ text, items }: Brief): string | undefined {
  const isName = ({ kind, start, end }: Item, at: number) =>
    kind === 'word' &&
    quoteMark.test(text.charAt(start)) &&
    (companies.includes(items[at - 1]?.value ?? '') || text.startsWith('です', end))
  return items.find(isName)?.value
}

function takeHeadline(brief: Brief, { line, headline }: Choice): void {
  const value = forReaders(headline).replace(form('ownNew'), '')
  brief.settings.push({ path: 'copy.headline', value: capitalized(value) })
  brief.warnings.push(
    `The brief names no headline, so "${headline}" was taken from it: send \`text.headline\`, or say "no text"`,
  )
  brief.taken.push({ path: 'copy.headline', start: line.start, end: line.end })
}

/** Where a brief begins to speak to its designer, behind the headline. */
function turnToDesigner(text: string, headline = text.length): number | undefined {
  const isSaidTo = (said: string) => isToDesigner(said) || hasLook(said)
  return sentencesOf(text).find(({ start, end }) => {
    const sentence = text.slice(start, end)
    const clauses = clausesOf(sentence).map((clause) => sentence.slice(clause.start, clause.end))
    return start > headline && (isToDesigner(sentence) || clauses.some(isSaidTo))
  })?.start
}

const sureReasons: readonly (string | undefined)[] = ['said', 'invited', 'stated']
/** From there on facts and what is plainly said to readers are copy, and nothing else. */
const isSureBehind = ({ text, reason, led }: Line) =>
  led !== '' || isHardFact(text) || isFreeOf(text) || sureReasons.includes(reason) || senderName.test(text)

/** What stands under the headline, in its order; a name or a label before the headline becomes the eyebrow. */
function piecesOf(
  brief: Brief,
  lines: readonly Line[],
  { choice, call, isNamed }: { choice: Choice | undefined; call: Span | undefined; isNamed: boolean },
): Piece[] {
  const { text } = brief
  const pieceOf = (line: Line, piece: string): Piece => ({
    text: piece,
    isFact: line.isFact,
    start: text.indexOf(piece, line.start),
  })
  const turn = turnToDesigner(text, choice?.line.start)
  const kept = lines.filter((line) => {
    if (choice === undefined) return isSaidBeside(brief, line, call)
    if (line.start === choice.line.start && !choice.isInside) return false
    if (turn !== undefined && line.start > turn && !isSureBehind(line)) return false
    return line.reason === 'advertised' || isForReaders(line) || !hasLook(line.text)
  })
  // Copy that is named is all there is to print where the brief says no more to readers.
  const isMore = (line: Line) =>
    isHardFact(line.text) || (isForReaders(line) && (!isShort(line.text) || isSpoken(line.text)))
  const isComplete = isNamed && !(isFree(brief, 'subline') && (hasPicture(brief) || kept.some(isMore)))
  const pieces: Piece[] = []
  const labelled = /^(\p{Lu}[^:]{2,38}?, \p{Lu}[^:]{2,38}?) ?: $/u.exec(choice?.line.led ?? '')?.[1]
  takeEyebrow(brief, (choice && ownerIn(choice.line.led)) ?? labelled)
  if (choice !== undefined) {
    const label = subjectIn(choice.label, labelWordsMax)
    takeEyebrow(brief, label)
    if (label !== undefined && !isSaid(brief, label) && !isInHeadline(brief, label))
      pieces.push(pieceOf(choice.line, label))
    if (label === undefined && (isHardFact(choice.label) || wordsIn(choice.label) > ownerWordsMax))
      pieces.push(pieceOf(choice.line, choice.label.trim()))
  }
  // "Go, Postgres), remote within Europe"
  if (choice?.rest !== undefined && !form('brokenClause').test(choice.rest))
    for (const part of choice.rest.replace(form('relative'), '').split(/^([^()]*)\)[,.;:]?\s*/u))
      if (part !== '') pieces.push(pieceOf(choice.line, part))
  takeEyebrow(brief, form('occasionAhead').exec(text)?.groups?.['occasion'])
  if (!isComplete)
    takeEyebrow(
      brief,
      (choice && subjectIn(/^(.*?)\s*:\s*$/s.exec(choice.line.led)?.[1] ?? '')) ?? topicOf(brief),
    )
  for (const line of isComplete ? kept.filter(isMore) : kept) {
    const owner = line.isLabel ? ownerIn(`${line.led}${line.text} `) : undefined
    if (owner !== undefined && isFree(brief, 'eyebrow')) {
      takeEyebrow(brief, owner)
      continue
    }
    const isLed =
      !isComplete &&
      (line.reason === 'advertised' ||
        line.isLabel ||
        (choice !== undefined &&
          line.end <= choice.line.start &&
          (isShort(line.text) || senderName.test(line.text) || isOccasion(line.text))))
    const self = isSender(line.led, line.text) ? line.text : withoutSelf(line.text)
    const [name, rest] = self === undefined && isLed ? nameIn(line.text) : [self, undefined]
    const isEyebrow = name !== undefined && name.length <= eyebrowCharsMax && isFree(brief, 'eyebrow')
    if (isEyebrow) takeEyebrow(brief, name)
    const piece = isEyebrow ? rest : line.text
    if (piece !== undefined) pieces.push(pieceOf(line, piece))
  }
  takeEyebrow(brief, ownerIn(brief.text) ?? senderIn(brief.text) ?? companyIn(brief))
  return pieces
}

/** "Zwarte Molen" of "koffiebranderij Zwarte Molen", not a place or the first words of a sentence */
const nameOf = new RegExp(
  `(?<=\\p{Ll} )(?<! ${oneOf(data.sentence.places)} )\\p{Lu}[^\\s,.:;!?]*(?: (?:\\p{Lu}[^\\s,.:;!?]*|\\d+(?![\\p{L}\\p{N}])))+`,
  'u',
)

/** "Black Friday at our sneaker store" */
const isOccasion = (text: string) =>
  text.length <= eyebrowCharsMax && wordsIn(text) <= labelWordsMax && properName.exec(text)?.index === 0

/** What a brief asks a picture for, and what is said of it: "a flea market, Saturday 18 April". */
function nameIn(text: string): (string | undefined)[] {
  const [first, next] = clausesOf(text)
  const name = text.slice(0, first?.end).replace(/[.。!]$/u, '')
  const rest = next && text.slice(next.start)
  return (wordsIn(name) > ownerWordsMax && !isOccasion(name)) || isHardFact(name) ? [] : [name, rest]
}

const hasPicture = ({ isPictured, settings }: Brief) =>
  isPictured || settings.some(({ path }) => path === 'baseImageUrl')

/** Whether a line beside copy that the brief names is about the campaign and not about the picture. */
function isSaidBeside(brief: Brief, line: Line, call: Span | undefined): boolean {
  const { text: all } = brief
  const { text, reason, isApposed, isLabel, isWhole } = line
  const isOfEvent = findDate(all) !== undefined
  const isTitled = brief.taken.some(({ path }) => path === 'copy.headline')
  if (isHardFact(text) || isApposed || (isTitled && isWhole && senderName.test(text))) return true
  if (isAboutCampaign(text, reason, isOfEvent)) return true
  if (describesScene(text)) return false
  const isOfCampaign =
    (isForReaders(line) || reason === 'advertised') && !hasLook(text) && isCampaign(brief, call)
  return isOfCampaign || hasPicture(brief) || (isLabel && subjectIn(text, labelWordsMax) !== undefined)
}
