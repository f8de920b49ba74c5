import { chatTerms, stemOf } from '../chat/chat-terms.ts'
import { plainText } from '../scan/document/clean-text.ts'
import { normalWords } from '../text/normal-words.ts'
import { numberWords } from './common-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Allowed sources of a text, and text that it must not repeat. */
export interface AllowedWording {
  vocabulary: Vocabulary
  /** The input of the text: the only source of names, numbers, addresses and unusual signs. */
  input: readonly string[]
  /** Sequences of words from here must not appear. */
  unspoken: readonly string[]
  /** Longest text, in UTF-16 code units. */
  lengthMax: number
}

/** Reason of a rejected text. */
export type WordingProblem =
  | 'empty'
  | 'too_long'
  | 'invisible'
  | 'sign'
  | 'address'
  | 'number'
  | 'name'
  | 'word'
  | 'guarded_word'
  | 'repeats_instructions'
  | 'not_grounded'

export type WordingVerdict = { text: string } | { problem: WordingProblem }

/**
 * Validates a text written by an LLM, which is untrusted.
 *
 * It passes if it is one line of plain sentences whose signs, numbers, addresses and names occur in the input, whose other
 * words are ordinary ones, and whose subject is that of the input. So another product, tool, price, link, instruction or
 * language cannot be expressed. Linear in the text's length.
 */
export function checkWording(raw: string, allowed: AllowedWording): WordingVerdict {
  if (raw.length > allowed.lengthMax) return { problem: 'too_long' }
  const text = raw.replace(whiteSpace, ' ').trim()
  if (text === '') return { problem: 'empty' }
  if (plainText(text) !== text) return { problem: 'invisible' }
  const input = readInput(allowed.input)
  const problem =
    (hasForeignSign(text, input) ? 'sign' : undefined) ??
    problemOfTokens(text, input, allowed.vocabulary) ??
    (namesOther(text, input, allowed.vocabulary) ? 'name' : undefined) ??
    (repeats(text, allowed.unspoken, input) ? 'repeats_instructions' : undefined) ??
    (isGrounded(text, input) ? undefined : 'not_grounded')
  return problem === undefined ? { text } : { problem }
}

/** Numbers of a text in their order, number words as digits. */
export function numbersIn(text: string): readonly string[] {
  return tokensOf(text).flatMap(({ token }) => {
    const number = /\p{N}/u.test(token) ? token : numberWords.get(token.toLowerCase())
    return number === undefined ? [] : [number]
  })
}

interface Input {
  signs: ReadonlySet<string>
  /** Verbatim: `HubSpot`, `robots.txt`, `12`. */
  tokens: ReadonlySet<string>
  /** In lower case. */
  smallTokens: ReadonlySet<string>
  stems: ReadonlySet<string>
  /** Normal words between spaces, to search for sequences. */
  row: string
}

function readInput(texts: readonly string[]): Input {
  const tokens = texts.flatMap(tokensOf).map(({ token }) => token)
  const words = texts.map(normalWords)
  return {
    signs: new Set(texts.join('')),
    tokens: new Set(tokens.flatMap((token) => [token, ...token.split(apostrophe)])),
    smallTokens: new Set(tokens.map((token) => token.toLowerCase())),
    stems: new Set(words.flat().map(stemOf)),
    row: ` ${words.map((one) => one.join(' ')).join(' | ')} `,
  }
}

const whiteSpace = /[ \t\r\n]+/g
const apostrophe = /[’']/
const plainSign = /[A-Za-z0-9 .,;:'’“”"()\-–—]/
/** Signs of markup and code, which no sentence needs. */
const neverSign = /[<>`{}[\]\\|*_#=~^]/

function hasForeignSign(text: string, { signs }: Input): boolean {
  for (const sign of text) {
    if (neverSign.test(sign) || !(plainSign.test(sign) || signs.has(sign))) return true
  }
  return false
}

/** Words and numbers with adjoining characters: `robots.txt`, `a@b.example`, `1,000`, `don’t`. */
const tokenPattern = /[\p{L}\p{M}\p{N}]+(?:[.,:/@_&+%’'-]+[\p{L}\p{M}\p{N}]+)*/gu
const joint = /[.,:/@_&+%]/

function tokensOf(text: string): { token: string; startsSentence: boolean }[] {
  let end = 0
  return [...text.matchAll(tokenPattern)].flatMap(({ 0: whole, index }) => {
    const startsSentence = end === 0 || /[.!?:]/.test(text.slice(end, index))
    end = index + whole.length
    if (joint.test(whole)) return [{ token: whole, startsSentence }]
    return whole
      .split('-')
      .flatMap((token, at) => (token === '' ? [] : [{ token, startsSentence: startsSentence && at === 0 }]))
  })
}

function problemOfTokens(text: string, input: Input, vocabulary: Vocabulary): WordingProblem | undefined {
  for (const { token, startsSentence } of tokensOf(text)) {
    const problem = problemOfToken(token, startsSentence, input, vocabulary)
    if (problem !== undefined) return problem
  }
  return undefined
}

function problemOfToken(
  token: string,
  startsSentence: boolean,
  input: Input,
  vocabulary: Vocabulary,
): WordingProblem | undefined {
  const small = token.toLowerCase()
  if (joint.test(token)) return input.smallTokens.has(small) ? undefined : 'address'
  if (/\p{N}/u.test(token)) return input.smallTokens.has(small) ? undefined : 'number'
  const digits = numberWords.get(small)
  if (digits !== undefined) {
    return input.smallTokens.has(small) || input.smallTokens.has(digits) ? undefined : 'number'
  }
  const [word = '', ...endings] = small.split(apostrophe)
  // `don’t` contains `not` and is guarded like it.
  const isNegated = endings.includes('t')
  if (isNegated && !allows(input, vocabulary.guarded.get('not'))) return 'guarded_word'
  if (!isNegated && endings.some((ending) => !contractions.has(ending))) return 'word'
  return problemOfWord(isNegated ? word.replace(/n$/, '') : word, token, startsSentence, input, vocabulary)
}

const contractions = new Set(['s', 're', 've', 'll', 'd', 'm', ''])
const negatable = new Set([
  'do',
  'does',
  'did',
  'is',
  'are',
  'was',
  'were',
  'has',
  'have',
  'had',
  'ca',
  'can',
  'wo',
])

function problemOfWord(
  word: string,
  token: string,
  startsSentence: boolean,
  input: Input,
  vocabulary: Vocabulary,
): WordingProblem | undefined {
  const stem = stemOf(normalWords(word).join(''))
  const isOfInput = input.stems.has(stem)
  const isOrdinary = vocabulary.words.has(stem) || isOfInput || negatable.has(word)
  const [shown = ''] = token.split(apostrophe)
  if (/\p{Lu}/u.test(shown) && shown !== 'I' && !input.tokens.has(shown)) {
    const isName = vocabulary.names.includes(word) && !isOfInput
    if (!startsSentence || !/^\p{Lu}\p{Ll}*$/u.test(shown) || !isOrdinary || isName) return 'name'
  }
  const guard = vocabulary.guarded.get(stem)
  if (guard !== undefined) return allows(input, guard) ? undefined : 'guarded_word'
  return isOrdinary ? undefined : 'word'
}

function allows({ stems }: Input, some: readonly string[] = []): boolean {
  return some.some((stem) => stems.has(stem))
}

/** Products and tools of the catalog, in any spelling. A name that is a common word counts only when capitalised. */
function namesOther(text: string, input: Input, { names, words }: Vocabulary): boolean {
  const row = ` ${normalWords(text).join(' ')} `
  return names.some(
    (name) => !words.has(stemOf(name)) && row.includes(` ${name} `) && !input.row.includes(` ${name} `),
  )
}

const rowLength = 5

function repeats(text: string, unspoken: readonly string[], { row }: Input): boolean {
  const said = ` ${normalWords(text).join(' ')} `
  return unspoken.some((one) => {
    const words = normalWords(one)
    return words.some((_, start) => {
      const some = words.slice(start, start + rowLength)
      if (some.length < rowLength) return false
      const phrase = ` ${some.join(' ')} `
      return said.includes(phrase) && !row.includes(phrase)
    })
  })
}

const groundedMin = 0.5
const groundedInSentenceMin = 0.25

/** Whether the content words come from the input: enough of them in total, and some in each sentence. */
function isGrounded(text: string, { stems }: Input): boolean {
  const sentences = text.split(/[.!?;]/).map((sentence) => {
    const terms = chatTerms(sentence)
    return { terms: terms.length, grounded: terms.filter((term) => stems.has(term)).length }
  })
  const all = sentences.reduce((sum, { terms }) => sum + terms, 0)
  const grounded = sentences.reduce((sum, one) => sum + one.grounded, 0)
  return (
    grounded > 0 &&
    grounded >= groundedMin * all &&
    sentences.every((one) => one.terms === 0 || one.grounded >= groundedInSentenceMin * one.terms)
  )
}
