import abbreviations from './abbreviations.json'
import words from './doubt-words.json' with { type: 'json' }
import { createPhraseFinder } from './phrase-finder.ts'

/** A part of a text, end exclusive. */
export interface Part {
  start: number
  end: number
}

const reachMax = 400

/**
 * The sentence around an offset, at most 400 characters to either side. Points inside numbers and names do not end it.
 */
export function sentenceAt(text: string, at: number): Part {
  const least = Math.max(0, at - reachMax)
  let start = at
  while (start > least && !isBreak(text, start - 1)) start--
  const most = Math.min(text.length, at + reachMax)
  let end = at
  while (end < most && !isBreak(text, end)) end++
  if (end < most) end++
  while (start < end && text[start] === ' ') start++
  return { start, end }
}

function isBreak(text: string, at: number): boolean {
  const mark = text[at] ?? ''
  if (mark === '!' || mark === '?' || mark === ';' || mark === '•' || mark === '·') return true
  if (mark !== '.' && mark !== ':') return false
  const next = text[at + 1]
  return next === undefined || (next === ' ' && !(mark === '.' && isInitial(text, at)))
}

/**
 * `e.g. `, `z. B. `, `ca. ` and `No. ` do not end a sentence: before the point is a single letter or a known
 * abbreviation.
 */
function isInitial(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 6), at)
  const last = before.slice(before.lastIndexOf(' ') + 1).toLowerCase()
  return last.length === 1 || last === 'e.g' || last === 'i.e' || shortWords.has(last)
}

const shortWords = new Set(abbreviations)

const doubts = createPhraseFinder(words.map((phrase) => [phrase, true] as const))

/** Whether a sentence is negated or about plans. */
export function isDoubtful(sentence: string): boolean {
  return doubts(sentence).length > 0
}
