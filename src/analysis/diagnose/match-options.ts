import { LRUCache } from 'lru-cache'
import type { AnswerField, Catalog } from '../catalog/catalog.ts'
import { stemOf } from '../text/chat-terms.ts'
import { type AnswerWord, mayBelongToPhrase, readAnswerWords } from './answer-words.ts'

/** Finds the options of a field that a free-text answer names. */
export type OptionMatcher = (field: AnswerField, answer: string) => readonly string[]

/** Trie of phrases: one step per word, the option at the end of a phrase. */
interface PhraseNode {
  option: string | undefined
  next: Map<string, PhraseNode>
}

interface Phrases {
  root: PhraseNode
  /** Every step that some phrase takes. */
  steps: Set<string>
  /** Most words of other phrases between two words of one phrase. */
  gapMax: number
}

/**
 * Reads the options and synonyms of a catalog once.
 *
 * An answer names an option if it contains the content words of the option, or of a synonym, in order; of several that
 * begin at one word the longest wins, and each word counts for one option. Stop words (`the`, `our`, `too`) and words in no
 * phrase of the field are ignored. Denied phrases are ignored, unless the denial is part of the phrase itself (`not enough
 * leads`).
 */
export function createOptionMatcher(catalog: Catalog): OptionMatcher {
  const byField = {
    role: readPhrases('role', catalog),
    painPoints: readPhrases('painPoints', catalog),
    tools: readPhrases('tools', catalog),
    timeline: readPhrases('timeline', catalog),
  } satisfies Record<AnswerField, Phrases>
  // Most answers are the catalog's own options, repeated by many callers.
  const cache = new LRUCache<string, readonly string[]>({
    maxSize: cachedCharactersMax,
    sizeCalculation: sizeOf,
  })
  return (field, answer) => {
    const key = `${field} ${answer}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const options = optionsIn(readAnswerWords(answer), byField[field])
    cache.set(key, options)
    return options
  }
}

const cachedCharactersMax = 500_000
const sizeOf = (_: readonly string[], key: string) => key.length + 100

function readPhrases(field: AnswerField, catalog: Catalog): Phrases {
  // Problems are written as sentences, the rest as names.
  const phrases: Phrases = { root: emptyNode(), steps: new Set(), gapMax: field === 'painPoints' ? 1 : 0 }
  for (const synonym of catalog.synonyms) {
    if (synonym.field === field) for (const words of synonym.words) addPhrase(phrases, words, synonym.option)
  }
  // Last, so that an option's own text always means the option.
  for (const option of catalog.questions[field].options) addPhrase(phrases, option, option)
  return phrases
}

function addPhrase({ root, steps, gapMax }: Phrases, phrase: string, option: string) {
  const words = readAnswerWords(phrase)
  const matter = words.filter(({ isStopWord }) => !isStopWord)
  // A single content word needs its stop words: “IT manager” must not match every manager.
  const isWhole = matter.length < 2 && words.length > 1
  const required = (isWhole ? words : matter).map(({ word }) => word)
  const path =
    isWhole || required.length === 1 || gapMax === 0 ? required.map(exactStep) : required.map(stemStep)
  let node = root
  for (const step of path) {
    const next = node.next.get(step) ?? emptyNode()
    node.next.set(step, next)
    steps.add(step)
    node = next
  }
  if (node !== root) node.option = option
}

/** The exact word. */
const exactStep = (word: string) => `=${word}`
/** Any common form of a word. */
const stemStep = (word: string) => stemOf(word)

function emptyNode(): PhraseNode {
  return { option: undefined, next: new Map() }
}

function optionsIn(all: readonly AnswerWord[], phrases: Phrases): readonly string[] {
  const words = all.filter((one) => isKnown(one, phrases))
  const taken = new Set<number>()
  const named: { option: string; at: number; clause: number }[] = []
  for (const [at, { clause }] of words.entries()) {
    if (taken.has(at)) continue
    const found = longestPhrase(words, at, taken, phrases)
    if (found === undefined) continue
    for (const place of found.places) taken.add(place)
    named.push({ option: found.option, at, clause })
  }
  const denials = words.flatMap((one, at) =>
    one.denies === undefined || taken.has(at) ? [] : [{ ...one, at }],
  )
  const byClause = Map.groupBy(denials, ({ clause }) => clause)
  const isDenied = ({ at, clause }: { at: number; clause: number }) =>
    byClause
      .get(clause)
      ?.some((one) => one.denies === 'clause' || (one.denies === 'before' && one.at < at)) === true
  return [...new Set(named.filter((one) => !isDenied(one)).map(({ option }) => option))]
}

function isKnown({ word, denies }: AnswerWord, { steps }: Phrases): boolean {
  return denies !== undefined || steps.has(exactStep(word)) || steps.has(stemStep(word))
}

interface Found {
  option: string
  places: readonly number[]
}

/** The longest phrase that begins at a word; ties by the fewest words in between. */
function longestPhrase(
  words: readonly AnswerWord[],
  start: number,
  taken: ReadonlySet<number>,
  { root, gapMax }: Phrases,
): Found | undefined {
  let longest: Found | undefined
  let ways = stepsFrom(root, words, start, [], taken, 0)
  while (ways.length > 0) {
    const ended = ways.find(({ node }) => node.option !== undefined)
    if (ended?.node.option !== undefined) longest = { option: ended.node.option, places: ended.places }
    const further = ways.flatMap(({ node, places, isExact }) =>
      stepsFrom(node, words, (places.at(-1) ?? start) + 1, places, taken, isExact ? 0 : gapMax),
    )
    // One way per position and node is enough: the first, which skipped the fewest words.
    const seen = new Map<PhraseNode, Set<number>>()
    ways = further.filter(({ node, places }) => {
      const ends = seen.get(node) ?? new Set()
      seen.set(node, ends)
      const end = places.at(-1) ?? start
      if (ends.has(end)) return false
      ends.add(end)
      return true
    })
  }
  return longest
}

interface Way {
  node: PhraseNode
  places: readonly number[]
  isExact: boolean
}

/** Every step that a phrase can take from a node, over stop words and at most so many other words. */
function stepsFrom(
  { next }: PhraseNode,
  words: readonly AnswerWord[],
  from: number,
  places: readonly number[],
  taken: ReadonlySet<number>,
  gapMax: number,
): Way[] {
  const ways: Way[] = []
  let passed = 0
  for (let at = from; at < words.length && passed <= gapMax; at += 1) {
    const one = words[at]
    if (one === undefined || taken.has(at)) break
    if (one.denies === undefined || mayBelongToPhrase(one)) {
      const exact = next.get(exactStep(one.word))
      const byStem = next.get(stemStep(one.word))
      if (exact !== undefined) ways.push({ node: exact, places: [...places, at], isExact: true })
      if (byStem !== undefined) ways.push({ node: byStem, places: [...places, at], isExact: false })
    }
    // The first word of a phrase is not searched for, and a denial is never skipped.
    if (places.length === 0 || one.denies !== undefined) break
    if (!one.isStopWord) passed += 1
  }
  return ways
}
