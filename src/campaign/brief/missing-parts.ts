import { findDate, isMonth } from '../compose/layouts/dates.ts'
import { describesScene, hasLook, isAboutCampaign, isShort } from './about-campaign.ts'
import { askedFor } from './asked-for.ts'
import { hasHeadline, takeChosen, unnamedParts } from './choose-copy.ts'
import {
  type Choice,
  chooseHeadline,
  isFragment,
  senderName,
  splitHeadline,
  thingIn,
  withoutSelf,
} from './choose-headline.ts'
import { lineOf } from './copy-line.ts'
import { anyMoney, findOffer } from './find-offer.ts'
import {
  bullet,
  clausesOf,
  internal,
  isEvidence,
  isForReaders,
  isHardFact,
  type Line,
  linesOf,
} from './lines.ts'
import data from './missing-parts.json'
import { isAboutPicture, isRequest } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { asked, isNotCopy, isSender, ownerIn, senderIn } from './sentence-forms.ts'
import { sentencesOf, sublineOf, wordsIn } from './sentences.ts'
import { findCall, forReaders, takeAsked, takeCall, takeSite } from './take-call.ts'
import { settingOf, subjectIn, takeEyebrow, topicOf, weeklyOf } from './take-eyebrow.ts'
import { type Piece, takeParts } from './take-offer.ts'
import { capitalized, copyOf, isFree, isOpen, isSaid, overlaps, type Span, takeAs } from './take-part.ts'

const { notTitles, titled } = data
const quoteMark = /^["“„«「『‹‘']/
const eyebrowCharsMax = 40
const ownerWordsMax = 5
const labelWordsMax = 6
/** Warnings of facts that the copy has no room for. */
const leftOutMax = 12

/**
 * Fills parts of the copy with what a brief says without naming a part: the headline, an offer as the badge, the day of an event
 * as the badge or the eyebrow, a call as the button, and all else that readers should know as the subline.
 */
export function fillMissingParts(brief: Brief): void {
  const { settings } = brief
  if (settings.some(({ path }) => path === 'noCopy' || path === 'copyOnly')) return
  const found = findCall(brief)
  const message = hasHeadline(brief) ? undefined : takeLine(brief, brief.title)
  if (!hasHeadline(brief)) takeTitle(brief)
  const behind = hasHeadline(brief) ? message : takeLine(brief, brief.topic)
  const unnamed = unnamedParts(brief).filter((part) => part !== 'subline' || behind === undefined)
  const chosen = takeChosen(brief, unnamed)
  const call = brief.chosen.some((one) => found && overlaps(one, found)) ? undefined : found
  const lines = linesOf(brief, call === undefined || call.isCut ? brief.taken : [...brief.taken, call])
  const isQuoted = hasHeadline(brief)
  const choice =
    isQuoted || brief.isTitled
      ? undefined
      : chooseHeadline(lines, isCampaign(brief, call), bullet.test(brief.text))
  if (choice !== undefined) takeHeadline(brief, choice)
  if (!hasHeadline(brief)) return
  const pieces = brief.isTitled ? [] : chosen.length > 0 ? chosen : piecesOf(brief, lines, { choice, call })
  if (behind !== undefined) pieces.unshift({ text: behind, start: 0 })
  if (choice !== undefined) preferTopic(brief, choice, pieces)
  takeParts(brief, pieces)
  if (isFree(brief, 'action')) takeCall(brief, call)
  if (isFree(brief, 'action')) takeAsked(brief, pieces)
  if (isFree(brief, 'action')) takeSite(brief, pieces)
  if (!brief.isTitled) takeSubline(brief, pieces, choice !== undefined || brief.chosen.length > 0)
  if (choice !== undefined) brief.guessed = unnamed
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
  const title = items[named ?? (isPart ? items.length : only)]
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

/** Makes the eyebrow the headline instead of a fragment of a clause, which stands whole under it. */
function preferTopic(brief: Brief, { line, headline }: Choice, pieces: Piece[]): void {
  const [first, eyebrow] = ['headline', 'eyebrow'].map((part) => settingOf(brief, `copy.${part}`))
  if (first === undefined || eyebrow === undefined || !isFragment(headline)) return
  brief.settings = brief.settings.filter((setting) => setting !== eyebrow)
  first.value = eyebrow.value
  brief.warnings = brief.warnings.map((each) => each.replace(`"${headline}"`, `"${eyebrow.value}"`))
  const at = pieces.findIndex(({ text }) => line.text.endsWith(text))
  pieces.splice(Math.max(0, at), at < 0 ? 0 : 1, { text: line.text, start: line.start })
}

/** What stands under the headline, in its order; a name or a label before the headline becomes the eyebrow. */
function piecesOf(
  brief: Brief,
  lines: readonly Line[],
  { choice, call }: { choice: Choice | undefined; call: Span | undefined },
): Piece[] {
  const { text } = brief
  const pieceOf = (line: Line, piece: string): Piece => ({
    text: piece,
    isFact: line.isFact,
    start: text.indexOf(piece, line.start),
  })
  const kept = lines.filter((line) => {
    if (choice === undefined) return isSaidBeside(brief, line, call)
    if (line.start === choice.line.start && !choice.isInside) return false
    return line.reason === 'advertised' || isForReaders(line) || isTitleLabel(line) || !hasLook(line.text)
  })
  const pieces: Piece[] = []
  const labelled = /^(\p{Lu}[^:]{2,38}?, \p{Lu}[^:]{2,38}?) ?: $/u.exec(choice?.line.led ?? '')?.[1]
  takeEyebrow(brief, (choice && ownerIn(choice.line.led)) ?? labelled)
  if (choice !== undefined) {
    const label = subjectIn(choice.label, labelWordsMax)
    takeEyebrow(brief, label)
    if (label !== undefined && !isSaid(brief, label)) pieces.push(pieceOf(choice.line, label))
    if (label === undefined && (isHardFact(choice.label) || wordsIn(choice.label) > ownerWordsMax))
      pieces.push(pieceOf(choice.line, choice.label.trim()))
  }
  if (choice?.rest !== undefined) pieces.push(pieceOf(choice.line, choice.rest))
  takeEyebrow(
    brief,
    (choice && subjectIn(/^(.*?)\s*:\s*$/s.exec(choice.line.led)?.[1] ?? '')) ?? topicOf(brief),
  )
  for (const line of kept) {
    const owner = line.isLabel ? ownerIn(`${line.led}${line.text} `) : undefined
    if (owner !== undefined && isFree(brief, 'eyebrow')) {
      takeEyebrow(brief, owner)
      continue
    }
    const isLed =
      line.reason === 'advertised' ||
      line.isLabel ||
      (choice !== undefined &&
        line.end <= choice.line.start &&
        (isShort(line.text) || senderName.test(line.text)))
    const self = isSender(line.led, line.text) ? line.text : withoutSelf(line.text)
    const [name, rest] = self === undefined && isLed ? nameIn(line.text) : [self, undefined]
    const isEyebrow = name !== undefined && name.length <= eyebrowCharsMax && isFree(brief, 'eyebrow')
    if (isEyebrow) takeEyebrow(brief, name)
    const piece = isEyebrow ? rest : line.text
    if (piece !== undefined) pieces.push(pieceOf(line, piece))
  }
  takeEyebrow(brief, ownerIn(brief.text) ?? senderIn(brief.text))
  return pieces
}

/** What a brief asks a picture for, and what is said of it: "a flea market, Saturday 18 April". */
function nameIn(text: string): (string | undefined)[] {
  const [first, next] = clausesOf(text)
  const name = text.slice(0, first?.end).replace(/[.。!]$/u, '')
  const rest = next && text.slice(next.start)
  return wordsIn(name) > ownerWordsMax || isHardFact(name) ? [] : [name, rest]
}

/** "Museum exhibition" before the title of one. */
const isTitleLabel = ({ text, isLabel }: Line) => isLabel && subjectIn(text, labelWordsMax) !== undefined

/** Whether a line beside copy that the brief names is about the campaign and not about the picture. */
function isSaidBeside(brief: Brief, line: Line, call: Span | undefined): boolean {
  const { text: all, settings, items, isPictured } = brief
  const { text, reason, isApposed, isWhole, start } = line
  const isOfEvent = findDate(all) !== undefined
  const isTitled = brief.taken.some(({ path }) => path === 'copy.headline')
  if (isHardFact(text) || isApposed || (isTitled && isWhole && senderName.test(text))) return true
  if (reason === undefined && wordsIn(text) === 1) return false
  if (isAboutCampaign(text, reason, isOfEvent)) return true
  if (describesScene(text)) return false
  const isOfCampaign =
    (isForReaders(line) || reason === 'advertised') && !hasLook(text) && isCampaign(brief, call)
  const hasPicture = isPictured || settings.some(({ path }) => path === 'baseImageUrl')
  if (isOfCampaign || hasPicture || isTitleLabel(line) || (isOfEvent && isShort(text) && start === 0))
    return true
  // What stands between a headline in quotation marks and a call is about the campaign, too.
  const from = items.find(
    (item) => (is(item, 'line') || item.kind.endsWith(' line')) && quoteMark.test(all.charAt(item.start)),
  )?.end
  const to = call?.start ?? all.lastIndexOf(`${settingOf(brief, 'copy.action')?.value}`)
  return from !== undefined && start >= from && start < to && (isWhole || !/^\p{Ll}/u.test(text))
}

/** Sets the pieces as sentences under the headline, and names what has no room there. */
function takeSubline(brief: Brief, pieces: readonly Piece[], isProse: boolean): void {
  const { settings, taken, warnings } = brief
  const isNamed = !isFree(brief, 'subline')
  if (isNamed) {
    const things = pieces.flatMap(({ text }) => {
      const thing = thingIn(text) ?? ''
      return [text, text.slice(text.indexOf(thing)), thing]
    })
    const names = [topicOf(brief), ...things]
    const isName = (text = '') => text !== '' && text.length <= eyebrowCharsMax
    takeEyebrow(brief, weeklyOf(brief) ?? names.find(isName))
  }
  const address = `${settingOf(brief, 'copy.action')?.value}`
  const isLink = (text: string) =>
    address.includes('.') &&
    (text.toLowerCase().startsWith(address.toLowerCase())
      ? !isHardFact(text.slice(address.length))
      : text.endsWith(address) && isShort(text))
  const unsaid = pieces.flatMap((piece) => {
    const text = withoutSaid(brief, piece.text)
    return isSaid(brief, text) || isLink(text) || (piece.isFact && hasFacts(brief, text)) ? [] : [text]
  })
  const value = isNamed ? '' : sublineOf(unsaid, !isFree(brief, 'badge'))
  if (value !== '') {
    settings.push({ path: 'copy.subline', value })
    taken.push({ path: 'copy.subline', start: 0, end: 0 })
  }
  takeEyebrow(
    brief,
    unsaid.find((text) => !value.includes(text) && senderName.test(text)),
  )
  const left = [...unsaid.filter((text) => !isMostlyIn(brief, text)), ...sentencesLeft(brief, isProse)]
  const unlike = left.filter((each, at) => !left.slice(0, at).some((one) => one.includes(each)))
  for (const text of unlike.slice(0, leftOutMax))
    warnings.push(`Left out "${text}": name a part for it, such as subline or legal`)
}

/** "St Bede's College – Open Evening" under "Open evening"; "Get in touch: club.example" beside the button "Get in touch". */
function withoutSaid(brief: Brief, text: string): string {
  const [headline, action] = ['headline', 'action'].map((part) =>
    `${settingOf(brief, `copy.${part}`)?.value}`.toLowerCase(),
  )
  const [, before = '', behind] = /^(.+\p{L})\s+[–—-]\s+(.+)$/u.exec(text) ?? []
  if (behind?.toLowerCase() === headline) return before
  return text.toLowerCase().startsWith(`${action}: `) ? text.slice(`${action}: `.length) : text
}

/** Clauses with facts, and each sentence of a brief of sentences that is not about the picture. */
function sentencesLeft(brief: Brief, isProse: boolean): string[] {
  const { text, items } = brief
  return sentencesOf(text).flatMap(({ start, end }, at) => {
    const sentence = text.slice(start, end).replace(/^[*•–-] |[.。]$/gu, '')
    if (internal.test(sentence)) return []
    const line = lineOf(sentence, at === 0)?.text
    const said = withoutSelf(line ?? sentence) ?? line ?? sentence
    const own = items.filter((item) => item.start >= start && item.end <= end)
    const isAsked =
      (line === undefined && [isRequest, isAboutPicture, isNotCopy].some((each) => each(sentence))) ||
      askedFor(sentence) !== undefined ||
      asked.test(sentence) ||
      own.some((item) => is(item, 'askedFormat'))
    if (isProse && !isAsked && !hasLook(sentence) && isOpen(items, { start, end }))
      return isMostlyIn(brief, said) ? [] : [said]
    return clausesOf(sentence).flatMap((clause) => {
      const words = sentence.slice(clause.start, clause.end)
      const from = text.indexOf(words, start)
      if (!isHardFact(words) || !isOpen(items, { start: from, end: from + words.length })) return []
      return hasFacts(brief, words) ? [] : [words]
    })
  })
}

/** Letters of unspaced scripts by two. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2}|[\p{L}\p{N}]{3,}/gu

/** Whether the copy has the figures of a text and half of its words, which it may say in several parts. */
function isMostlyIn(brief: Brief, text: string): boolean {
  const copy = copyOf(brief).toLowerCase()
  const words = text.toLowerCase().match(word) ?? []
  const isFigured = text.match(figure) === null || hasFacts(brief, text)
  return isFigured && words.filter((each) => copy.includes(each)).length * 2 >= words.length
}

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
  /(?<!\p{L})(?<number>\p{N}+(?:[.,:]\p{N}+)*)(?:\.? (?<month>\p{L}{3,}))?|\p{L}[\p{L}\p{N}-]*\.\p{L}[\p{L}\p{N}./-]*/gu
