import { type Meaning, meaningOf, phraseWordsMax } from './word-meanings.ts'
import table from './words.json' with { type: 'json' }

/** A word of a brief, or several that form one term of the table ("cold brew"). */
export interface Term {
  /** Lower case, hyphens as spaces. */
  words: readonly string[]
  /** Where it stands in the brief, in UTF-16 units. */
  start: number
  end: number
  /** Terms without punctuation between them share a clause. */
  clause: number
  meaning: Meaning | undefined
  /** Excluded: "without flowers". */
  isNegated: boolean
  /** Starts with a capital letter that is not the first letter of a sentence. */
  isName: boolean
}

interface Word {
  text: string
  start: number
  end: number
  clause: number
  isName: boolean
}

/** Splits a brief into terms, each with its meaning, longest terms of the table first. */
export function readBrief(brief: string): Term[] {
  const words = wordsOf(brief)
  const terms: Term[] = []
  for (let at = 0; at < words.length; ) {
    const term = longestTerm(words, at)
    terms.push(term)
    at += term.words.length
  }
  markNegated(terms)
  return terms
}

function wordsOf(brief: string): Word[] {
  const words: Word[] = []
  let clause = 0
  let end = 0
  let startsSentence = true
  for (const match of brief.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*(?:\.(?=\p{L})[\p{L}\p{N}]+)*/gu)) {
    const gap = brief.slice(end, match.index)
    if (/[^\s\-–'’"“”]|–/u.test(gap)) clause++
    if (/[.!?:\n]/u.test(gap)) startsSentence = true
    const isCapital = /^\p{Lu}/u.test(match[0])
    end = match.index + match[0].length
    words.push({
      text: match[0].toLowerCase().replaceAll('’', "'"),
      start: match.index,
      end,
      clause,
      isName: isCapital && !startsSentence,
    })
    startsSentence = false
  }
  // In title case capitals do not indicate names.
  const isTitleCase = words.filter((word) => word.isName).length > words.length / 2
  return isTitleCase ? words.map((word) => ({ ...word, isName: false })) : words
}

function longestTerm(words: readonly Word[], at: number): Term {
  for (let length = phraseWordsMax; length >= 1; length--) {
    const run = words.slice(at, at + length)
    const [first] = run
    const last = run.at(-1)
    if (!first || !last || run.length < length || first.clause !== last.clause) continue
    const texts = run.map((word) => word.text)
    const meaning = meaningOf(texts)
    if (!meaning && length > 1) continue
    const { start, clause, isName } = first
    return { words: texts, start, end: last.end, clause, meaning, isNegated: false, isName }
  }
  throw new RangeError(`Cannot read a term at word ${at} of ${words.length}`)
}

/** A negation reaches to the end of its clause, over "and" and "or", up to a word such as "but" or "with". */
function markNegated(terms: readonly Term[]): void {
  let negatedClause = -1
  for (const term of terms) {
    const word = term.words.join(' ')
    if (table.negations.includes(word)) negatedClause = term.clause
    else if (table.negationEnds.includes(word)) negatedClause = -1
    term.isNegated = term.clause === negatedClause
  }
}
