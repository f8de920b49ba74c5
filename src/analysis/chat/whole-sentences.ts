import { normalWords } from '../text/normal-words.ts'
import type { ChatEntry } from './entries.ts'

/** A reply made of whole sentences of the catalog, and the entries that they stand in. */
export interface SentenceReply {
  reply: string
  entries: readonly ChatEntry[]
}

/**
 * What a model chose to say, in the catalog's own letters; undefined when it wrote anything else.
 *
 * A reply is one or more beginnings of answers, each of whole sentences. So no word of it is the model's: it may choose
 * among answers, order them and stop early, and can neither add a word nor leave one out, be it a “not” or an “only”. As
 * each answer is told from its beginning, no sentence loses the one that its “it” or “that” points to.
 *
 * “Yes” and “no” answer one question alone. An answer that opens with either is told first and only where it is the
 * first of `entries`; and where it is, nothing else may come first.
 */
export function readSentences(raw: string, entries: readonly ChatEntry[]): SentenceReply | undefined {
  const words = normalWords(raw)
  const open = entries.map((entry) => ({ entry, units: unitsOf(entry.answer) }))
  const told: { entry: ChatEntry; text: string }[] = []
  let at = 0
  while (at < words.length) {
    const [longest] = open
      .filter(({ entry }) => told.every((one) => one.entry !== entry))
      .filter(({ entry }) => mayFollow(entry, told.length, entries))
      .map(({ entry, units }) => ({ entry, ...beginningAt(words, at, units) }))
      .sort((a, b) => b.length - a.length)
    if (longest === undefined || longest.length === 0) return undefined
    told.push(longest)
    at += longest.length
  }
  if (told.length === 0) return undefined
  return { reply: told.map(({ text }) => text).join(' '), entries: told.map(({ entry }) => entry) }
}

/** Whether a model has anything to choose: more than one answer, or one that can be cut. */
export function leavesChoice(entries: readonly ChatEntry[]): boolean {
  return entries.length > 1 || entries.some(({ answer }) => unitsOf(answer).length > 1)
}

function mayFollow(entry: ChatEntry, place: number, [best]: readonly ChatEntry[]): boolean {
  if (saysYesOrNo(entry)) return place === 0 && entry === best
  return place > 0 || best === undefined || !saysYesOrNo(best)
}

function saysYesOrNo({ answer }: ChatEntry): boolean {
  return /^(yes|no)$/.test(normalWords(answer)[0] ?? '')
}

/** As many units from the first on as stand at a place in the words. */
function beginningAt(words: readonly string[], start: number, units: readonly string[]) {
  let length = 0
  const said: string[] = []
  for (const unit of units) {
    const some = normalWords(unit)
    if (!some.every((word, index) => words[start + length + index] === word)) break
    length += some.length
    said.push(unit)
  }
  return { length, text: said.join(' ') }
}

/** The least that may be told of an answer: sentences, a bare “yes” or “no” together with the one that follows. */
function unitsOf(answer: string): readonly string[] {
  const units: string[] = []
  for (const sentence of sentencesOf(answer)) {
    const before = units.at(-1)
    if (before === undefined || normalWords(before).length > 1) units.push(sentence)
    else units.splice(-1, 1, `${before} ${sentence}`)
  }
  return units
}

/** In doubt two sentences are one: after an abbreviation, within brackets and quotes, and before a small letter. */
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
  /(?:^|[\s(“‘"'])(?:\p{L}|\p{L}\.(?: ?\p{L}\.)*\p{L}|approx|ca|cf|vs|etc|inc|ltd|co|corp|dr|mrs?|ms|prof|st|nr|bzw|usw|resp|incl|excl|max|min|fig|vol|jan|feb|aug|sept?|oct|nov|dec)\.$/iu

function isClosed(text: string): boolean {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0
  return count(/[(“[]/g) === count(/[)”\]]/g) && count(/"/g) % 2 === 0
}

export const patterns = [sentenceGap]
