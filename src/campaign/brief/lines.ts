import { findDate, isDate, isMonth, namesWeekday } from '../compose/layouts/dates.ts'
import { isAboutCampaign, isFactual, isLook } from './about-campaign.ts'
import { lineOf } from './copy-line.ts'
import { anyMoney, deals } from './find-offer.ts'
import { everywhere, form } from './forms.ts'
import data from './missing-parts.json'
import { anyWord, oneOf, pattern, wordStart } from './one-of.ts'
import { assets, isAboutPicture, isRequest } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { aside, type CopyLine, isNotCopy, ofLook } from './sentence-forms.ts'
import { fact, hour, isReadable, notEvent, sentencesOf, wordsIn } from './sentences.ts'
import { isOpen, overlaps, type Span } from './take-part.ts'
import type { Item } from './tokenize.ts'

const sentenceCharsMax = 300
/** Beside a colour or a size, in a clause that is not about colours or sizes. */
const wordsOfName = 2
const clauseItemsMax = 12
/** Ends a clause. */
const borders = everywhere(form('borders'))
/** Marks that lead to what follows. */
const ends = everywhere(form('ends'))
export const bullet = /^\s*(?:[-*•–·>]|\d{1,2}[.)])\s+(?=\S)/u
const site =
  /(?:^|[\s(])(?:[a-z\d-]{1,40}\.){1,3}[a-z]{2,12}(?:\/\S*)?(?=[\s.,;:!?)]|$)|[^\s@]{1,64}@[^\s@]{1,64}\.\p{L}+/iu
const phone = /\d[\d ()/-]{5,18}\d/u
const hashtag = /(?:^|\s)#\p{L}{2}/u
/** "Publish on Friday": said to those who publish it. */
export const internal = pattern`^${data.date.internal}(?!\p{L})|${wordStart}budget(?!\p{L})`
const percentage = /\p{N} ?%|% ?\p{N}/u
/** "NIGHT40" */
const code = /(?<![\p{L}\p{N}])\p{Lu}{3,}\p{N}+(?![\p{L}\p{N}])/u
const until = anyWord([...data.date.until, ...data.date.before, 'ends', 'endet', 'ends on', 'closes'])

const shortMax = 3
const negated = pattern`^${data.message.negations}(?: [^\s.!?]+){1,${`${shortMax}`}}[.!]*$`
/** Whether a sentence is about the picture or asks for something. */
export const isToDesigner = (text: string) =>
  (isNotCopy(text) || isAboutPicture(text) || isRequest(text)) && lineOf(text, false) === undefined

/** A part of a sentence, between marks or instructions, that may be copy. */
export interface Line extends Span {
  text: string
  reason: CopyLine['reason']
  /** What stands before it, such as a label or what asks for the picture. */
  led: string
  /** Its sentence holds nothing else. */
  isWhole: boolean
  /** It stands before a quotation. */
  isLabel: boolean
  /** It has words of places, sizes or colours, as scenes have. */
  isDescribed?: boolean
  /** It says what a quotation before it is: "'Dune', a beeswax candle". */
  isApposed: boolean
  /** A fact of a sentence that is not said to readers. */
  isFact?: true
}

const particle = new RegExp(`^${oneOf(data.particles)}`, 'u')

/** "From June" */
export function fromMonth(text: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}]+/u)
  return words.some((word, at) => isMonth(word) && data.date.deadline.includes(words[at - 1] ?? ''))
}

/** What scenes never have: a day, a price, an address or a telephone number. */
export const isEvidence = (text: string): boolean =>
  hour.test(text) ||
  isDate(text) ||
  text.replace(anyMoney, '') !== text ||
  [site, phone, code].some((each) => each.test(text))

/** What readers cannot guess: a day, a price, an address or a code. */
export const isHardFact = (text: string): boolean =>
  isEvidence(text) ||
  fromMonth(text) ||
  [deals, percentage, hashtag].some((each) => each.test(text)) ||
  (namesWeekday(text) && (form('hours').test(text) || until.test(text)))

/** The lines of a brief that no instruction holds, in their order. @param taken what other parts have */
export function linesOf(brief: Brief, taken: readonly Span[]): Line[] {
  const { text, items } = brief
  const closed = closedItems(brief.items, taken)
  return sentencesOf(text).flatMap((sentence, at, { [at - 1]: before }) => {
    // "The picture should be calm. No balloons."
    const own = text.slice(sentence.start, sentence.end)
    if (
      before &&
      negated.test(own) &&
      ![fact, statement].some((each) => each.test(own)) &&
      isToDesigner(text.slice(before.start, before.end))
    )
      return []
    const start = sentence.start + (bullet.exec(text.slice(sentence.start, sentence.end))?.[0].length ?? 0)
    if (sentence.end - sentence.start > sentenceCharsMax || ofLook.test(text.slice(start, sentence.end)))
      return []
    // "Our theatre opens the season with 'The Tempest'" ends with its title.
    const isEnd = (one: Span) =>
      one.start <= start ||
      assets.test(text.slice(start, one.start)) ||
      (isReadable(text.slice(start, one.start).trimEnd()) && !particle.test(text.charAt(one.end)))
    const parts = [...closed.parts, ...taken].filter(
      (one) => one.start < sentence.end && one.end > start && isEnd(one),
    )
    const to = Math.min(sentence.end, ...parts.map((part) => part.start))
    const said = lineOf(text.slice(start, to).trimEnd(), text.slice(0, start).trim() === '')
    const begin = start + (said?.begin ?? 0)
    const runs = runsOf(brief, { start: begin, end: sentence.end }, { clauses: closed.clauses, parts })
    return runs.flatMap((run) => {
      const isTail =
        !isBehind(text, parts, run) && run.start !== begin && !fact.test(text.slice(run.start, run.end))
      if (isTail) return []
      // "It is called 'Salt' and runs from 9 May" without its title.
      const [, lead = ''] =
        (isBehind(text, parts, run) && form('joined').exec(text.slice(run.start, run.end))) || []
      const named = form('naming').exec(text.slice(run.start, run.end))?.[0] ?? ''
      run.start += lead.length
      const isBeforePart = parts.some((part) => part.start >= run.end)
      if (isBeforePart) run.end -= named.length
      // "Concert poster for 'Nuit Noire'"
      const isRest = isBeforePart && !isReadable(text.slice(run.start, run.end))
      if (isRest || run.end <= run.start) return []
      const isLed = said !== undefined && run.start === begin
      const line = isLed ? { ...said, begin: 0, text: said.text.slice(0, run.end - run.start) } : undefined
      const led = isLed ? text.slice(start, begin) : ''
      const isLabel = parts.some((part) => /^\s?:?\s$/.test(text.slice(run.end, part.start)))
      const isApposed = parts.some(
        (part) =>
          part.end <= run.start &&
          part.start > start &&
          form('apposed').test(text.slice(part.end, run.start + 6)) &&
          run.start - part.end <= 3,
      )
      return linesOfRun(brief, run, line, {
        led,
        isLabel,
        isApposed,
        isDescribed: !isOpen(items, { start: begin, end: to }),
        isWhole: runs.length === 1 && parts.length === 0,
      })
    })
  })
}

/** Whether a part stands before a run of its sentence, with nothing between them. */
const isBehind = (text: string, parts: readonly Span[], { start }: Span) =>
  parts.some((part) => part.end <= start && !/[\p{L}\p{N}]/u.test(text.slice(part.end, start)))

function linesOfRun(
  { text, items }: Brief,
  { start, end }: Span,
  known: CopyLine | undefined,
  beside: Pick<Line, 'led' | 'isWhole' | 'isLabel' | 'isApposed' | 'isDescribed'>,
): Line[] {
  const whole = text.slice(start, end)
  const line = known ?? lineOf(whole, false)
  if (line !== undefined) {
    const from = start + line.begin
    const isOfWords = items.some((item) => item.start >= from && item.end <= end && is(item, 'scene'))
    const said = withoutLooks(line.text.replace(ends, (mark) => (/^[.!]$/.test(mark) ? mark : '')))
    return isOfWords && said !== '' && !(beside.led === '' && internal.test(said))
      ? [{ ...beside, text: said, reason: line.reason, start: from, end }]
      : []
  }
  if (notEvent.test(whole) || ofLook.test(whole)) return []
  // Facts are copy even beside what asks for the picture.
  const label = aside.exec(whole)?.[0].length
  if (label !== undefined)
    return isHardFact(whole) ? [factOf({ start: start + label, end }, whole.slice(label))] : []
  const isForDesigner = isNotCopy(whole)
  return clausesOf(whole).flatMap((clause) => {
    const words = whole.slice(clause.start, clause.end)
    const fact = isForDesigner || isRequest(words) ? factIn(words) : undefined
    if (!isHardFact(words) || (isForDesigner && fact === undefined)) return []
    const said = fact ?? words
    const from = start + clause.start + words.indexOf(said)
    return [factOf({ start: from, end: from + said.length }, said)]
  })
}

const factOf = (span: Span, text: string): Line => ({
  ...span,
  text: text.replace(/[.。]$/u, ''),
  reason: 'continued',
  led: '',
  isWhole: false,
  isLabel: false,
  isApposed: false,
  isFact: true,
})

/** The day, the address or the hours in a request. */
function factIn(text: string): string | undefined {
  if (hour.test(text) && wordsIn(text) <= clauseItemsMax / 2) return text
  const day = findDate(text)
  return day === undefined
    ? (site.exec(text) ?? phone.exec(text))?.[0].trim()
    : text.slice(day.start, day.end)
}

/** A title in quotation marks may have commas. */
const quotation = /["“„«][^"“”„«»]*["”“»]/gu

/** The clauses of a text, without the marks between them. */
export function clausesOf(text: string): Span[] {
  const quoted = Array.from(
    text.matchAll(quotation),
    ({ 0: all, index }) => [index, index + all.length] as const,
  )
  const marks = Array.from(
    text.matchAll(borders),
    ({ 0: mark, index }) => [index, index + mark.length] as const,
  ).filter(([at]) => !quoted.some(([from, to]) => at > from && at < to))
  const starts = [0, ...marks.map(([, end]) => end)]
  const ends = [...marks.map(([start]) => start), text.length]
  return starts.map((start, at) => trimmed(text, { start, end: ends[at] ?? text.length }))
}

function trimmed(text: string, { start, end }: Span): Span {
  const whole = text.slice(start, end)
  const from = start + whole.length - whole.trimStart().length
  return { start: from, end: Math.max(from, start + whole.trimEnd().length) }
}

/** The parts of a sentence between quotations, what is taken, and clauses with instructions. */
function runsOf({ text }: Brief, { start, end }: Span, closed: Closed): Span[] {
  const isIn = (span: Span) => span.start < end && span.end > start
  const others = closed.clauses.filter(isIn)
  const edges = closed.parts.filter(isIn).map((part) => ({ start: part.start, end: part.end, isMark: false }))
  for (const { 0: mark, index } of text.slice(start, end).matchAll(borders))
    edges.push({ start: start + index, end: start + index + mark.length, isMark: true })
  edges.push({ start: end, end, isMark: false })
  edges.sort((one, other) => one.start - other.start)
  const runs: Span[] = []
  let run: Span | undefined
  let from = start
  for (const edge of edges) {
    if (edge.start >= from) {
      const piece = trimmed(text, { start: from, end: edge.start })
      const isOpen = !others.some((item) => overlaps(item, piece))
      if (!isOpen) run = undefined
      else if (piece.end > piece.start) {
        if (run !== undefined) run.end = piece.end
        else runs.push(piece)
        run ??= piece
      }
    }
    if (!edge.isMark) run = undefined
    from = Math.max(from, edge.end)
  }
  return runs
}

/** Without what the picture is like, behind a fact: "calm, sage green", "snowy mountains at dawn". */
function withoutLooks(text: string): string {
  const clauses = clausesOf(text)
  const last = clauses.findLastIndex(({ start, end }) => !isLook(text.slice(start, end)))
  return text.slice(0, clauses[Math.max(0, last)]?.end)
}

interface Closed {
  /** Quotations that are copy, and what stands on its own. */
  parts: readonly Span[]
  /** Items of instructions, which fill their clauses. */
  clauses: Item[]
}

/** What of a brief is an instruction or copy; a word of a place or a size among others is neither. */
function closedItems(items: readonly Item[], taken: readonly Span[]): Closed {
  const isFree = (item: Item, at: number) =>
    item.kind === 'percent' ||
    taken.some((one) => one.start <= item.start && one.end >= item.end) ||
    ((is(item, 'attribute') || item.kind === 'font') && clauseAround(items, at) >= wordsOfName)
  const isClosed = (item: Item, at: number) =>
    (is(item, 'notScene') && !isFree(item, at)) ||
    (is(item, 'askedFormat') && clauseAround(items, at) <= wordsOfName)
  const isPart = (item: Item) => item.kind.endsWith(' line') || is(item, 'quotes') || is(item, 'line')
  const { parts = [], clauses = [] } = Object.groupBy(items.filter(isClosed), (item) =>
    isPart(item) ? 'parts' : 'clauses',
  )
  return { parts, clauses }
}

/** How many words of a scene the clause around an item has. */
function clauseAround(items: readonly Item[], at: number): number {
  const isEdge = (item: Item | undefined) => is(item, 'boundary')
  let [from, to] = [at, at]
  while (from > at - clauseItemsMax && !isEdge(items[from - 1])) from--
  while (to < at + clauseItemsMax && !isEdge(items[to + 1])) to++
  return items.slice(from, to + 1).filter((item) => is(item, 'scene')).length
}

/** "Donations welcome", "Aanmelden is niet nodig": scenes are seldom told so. */
const statement = anyWord(data.message.states)

const spoken: readonly (string | undefined)[] = ['said', 'invited', 'stated', 'spoken', 'continued']
/** Whether a line says what readers should know, beside a headline that the brief does not name. */
export const isForReaders = ({ text, reason }: Line) =>
  isHardFact(text) ||
  spoken.includes(reason) ||
  isFactual(text) ||
  statement.test(text) ||
  isAboutCampaign(text, reason, false)
