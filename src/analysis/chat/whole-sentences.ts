import { normalWords } from '../text/normal-words.ts'
import type { ChatEntry } from './entries.ts'

/** A reply made of whole sentences of the catalog, and their entries. */
export interface SentenceReply {
  reply: string
  entries: readonly ChatEntry[]
}

/**
 * The LLM's choice in the catalog's exact text; undefined if it wrote anything else.
 *
 * A reply is one or more beginnings of answers, each of whole sentences. So no word is the LLM's own: it can
 * select answers, order them and stop early, but neither add a word nor omit one, such as a “not” or an “only”. As each
 * answer is quoted from its beginning, no sentence loses the one that its “it” or “that” refers to.
 *
 * “Yes” and “no” answer one question only. An answer that opens with either must come first, and only as the first of
 * `entries`; if the first of `entries` opens so, nothing else may come first.
 */
export function readSentences(raw: string, entries: readonly ChatEntry[]): SentenceReply | undefined {
  const words = normalWords(raw)
  const open = entries.map((entry) => ({ entry, units: unitsOf(entry.answer) }))
  const quoted: { entry: ChatEntry; text: string }[] = []
  let at = 0
  while (at < words.length) {
    const [longest] = open
      .filter(({ entry }) => quoted.every((one) => one.entry !== entry))
      .filter(({ entry }) => mayFollow(entry, quoted.length, entries))
      .map(({ entry, units }) => ({ entry, ...beginningAt(words, at, units) }))
      .sort((a, b) => b.length - a.length)
    if (longest === undefined || longest.length === 0) return undefined
    quoted.push(longest)
    at += longest.length
  }
  if (quoted.length === 0) return undefined
  return { reply: quoted.map(({ text }) => text).join(' '), entries: quoted.map(({ entry }) => entry) }
}

/** Whether an LLM has a choice: more than one answer, or one that can be cut. */
export function leavesChoice(entries: readonly ChatEntry[]): boolean {
  return entries.length > 1 || entries.some(({ answer }) => unitsOf(answer).length > 1)
}

function mayFollow(entry: ChatEntry, place: number, [best]: readonly ChatEntry[]): boolean {
  if (opensWithYesOrNo(entry)) return place === 0 && entry === best
  return place > 0 || best === undefined || !opensWithYesOrNo(best)
}

function opensWithYesOrNo({ answer }: ChatEntry): boolean {
  return /^(yes|no)$/.test(normalWords(answer)[0] ?? '')
}

/** The longest sequence of units, from the first one, at a position of the words. */
function beginningAt(words: readonly string[], start: number, units: readonly string[]) {
  let length = 0
  const matched: string[] = []
  for (const unit of units) {
    const some = normalWords(unit)
    if (!some.every((word, index) => words[start + length + index] === word)) break
    length += some.length
    matched.push(unit)
  }
  return { length, text: matched.join(' ') }
}

/** The smallest quotable units of an answer: sentences, a bare “yes” or “no” joined with the next one. */
function unitsOf(answer: string): readonly string[] {
  const units: string[] = []
  for (const sentence of sentencesOf(answer)) {
    const before = units.at(-1)
    if (before === undefined || normalWords(before).length > 1) units.push(sentence)
    else units.splice(-1, 1, `${before} ${sentence}`)
  }
  return units
}

/** Does not split in doubt: after an abbreviation, within brackets and quotes, and before a small letter. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  for (const { index, 0: gap } of text.matchAll(sentenceGap)) {
    const sentence = text.slice(start, index)
    if (abbreviation.test(sentence) || !isClosed(sentence)) continue
    sentences.push(sentence)
    start = index + gap.length
  }
  return [...sentences, text.slice(start)].filter((sentence) => normalWords(sentence).length > 0)
}

const sentenceGap = /(?<=[.!?。！？][”’")\]]?) +(?=[“‘"'(]?[\p{Lu}\p{Lt}\p{Lo}])/gu
const abbreviation =
  /(?:^|[\s(“‘"'])(?:\p{L}|\p{L}\.(?: ?\p{L}\.){0,9}\p{L}|approx|ca|cf|vs|etc|inc|ltd|co|corp|dr|mrs?|ms|prof|st|nr|bzw|usw|resp|incl|excl|max|min|fig|vol|jan|feb|aug|sept?|oct|nov|dec)\.$/iu

function isClosed(text: string): boolean {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0
  return count(/[(“[]/g) === count(/[)”\]]/g) && count(/"/g) % 2 === 0
}
