import { findPhrases } from '../../brief/find-phrases.ts'
import { plainText, tokenize } from '../../brief/tokenize.ts'
import { type Meaning, meaningOf, phraseWordsMax } from './word-meanings.ts'
import table from './words.json' with { type: 'json' }

/** A word of a brief, or several that form one term of the table ("cold brew"). */
export interface Term {
  /** As the tokenizer compares them: lower case, American spelling. */
  words: readonly string[]
  /** Where it stands in the brief, in UTF-16 units. */
  start: number
  end: number
  /** Terms without punctuation between them share a clause. */
  clause: number
  meaning: Meaning | undefined
  /** Excluded: "without flowers". */
  isNegated: boolean
  /** A quotation, or starts with a capital letter that is not the first letter of a sentence. */
  isName: boolean
}

interface Word {
  text: string
  start: number
  end: number
  clause: number
  isName: boolean
}

const wordKinds = [
  'word',
  'adverb',
  'number',
  'smallNumber',
  'dimensions',
  'pin',
  'slug',
  'quote',
  'openQuote',
]

/** Splits a brief into terms, each with its meaning, longest terms of the table first. */
export function readBrief(brief: string): Term[] {
  const words = wordsOf(brief)
  const terms: Term[] = []
  for (let at = 0; at < words.length; ) {
    const term = longestTerm(words, at)
    terms.push(term)
    at += term.words.length
  }
  markNegated(terms, brief)
  return terms
}

/** The brief without what it excludes. */
export function withoutNegated(brief: string): string {
  return readBrief(brief)
    .filter(({ isNegated }) => isNegated)
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), brief)
}

function wordsOf(brief: string): Word[] {
  const words: Word[] = []
  let clause = 0
  let startsSentence = true
  for (const { kind, value, start, end } of tokenize(plainText(brief))) {
    if (wordKinds.includes(kind)) {
      const isName = /quote/i.test(kind) || (/^\p{Lu}/u.test(brief.slice(start, end)) && !startsSentence)
      words.push({ text: value, start, end, clause, isName })
      startsSentence = false
    } else if (!/^[-'"’”“]$/.test(value)) {
      clause++
      if (kind === 'stop' || kind === 'newline' || value === ':') startsSentence = true
    }
  }
  // In title case, and in a language that writes every noun so, capitals do not indicate names.
  const isCapitalised =
    words.filter((word) => word.isName).length > words.length / 2 ||
    words.some(({ text }) => table.capitalisingWords.includes(text))
  return isCapitalised ? words.map((word) => ({ ...word, isName: false })) : words
}

function longestTerm(words: readonly Word[], at: number): Term {
  for (let length = phraseWordsMax(); length >= 1; length--) {
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
function markNegated(terms: readonly Term[], brief: string): void {
  const phrases = findPhrases(plainText(brief))
  const negations = new Set(phrases.filter(isNegation).map(({ start }) => start))
  let negatedClause = -1
  for (const term of terms) {
    if (negations.has(term.start)) negatedClause = term.clause
    else if (table.negationEnds.includes(term.words.join(' '))) negatedClause = -1
    term.isNegated = term.clause === negatedClause
  }
}

/** Not the verbs that are negations of instructions only: "drop". */
const isNegation = ({ kind, value }: { kind: string; value: string }) =>
  kind === 'except' || (kind === 'no' && value !== 'instruction')
