import { LRUCache } from 'lru-cache'
import type { AnswerField, Catalog } from '../catalog/catalog.ts'
import { stemOf } from '../chat/chat-terms.ts'
import { type AnswerWord, mayBelongToPhrase, readAnswerWords } from './answer-words.ts'

/** Finds the options of a field that an answer in free words names. */
export type OptionMatcher = (field: AnswerField, answer: string) => readonly string[]

/** Phrases by their words: one step per word, the option where a phrase ends. */
interface PhraseNode {
  option: string | undefined
  next: Map<string, PhraseNode>
}

interface Phrases {
  root: PhraseNode
  /** Every step that some phrase takes. */
  steps: Set<string>
  /** How many words of other phrases may stand between two of one phrase. */
  gapMax: number
}

/**
 * Reads the options and synonyms of a catalog once.
 *
 * An answer names an option when the words that matter of the option, or of a synonym, stand in it in their order; of
 * several that begin at one word the longest is taken, and each word serves one option. Words that only carry a sentence
 * (`the`, `our`, `too`) and words that no phrase of the field holds change nothing wherever they stand. What is denied
 * counts for nothing, unless the denial is a part of the phrase itself (`not enough leads`).
 */
export function createOptionMatcher(catalog: Catalog): OptionMatcher {
  const byField = {
    role: readPhrases('role', catalog),
    painPoints: readPhrases('painPoints', catalog),
    tools: readPhrases('tools', catalog),
    timeline: readPhrases('timeline', catalog),
  } satisfies Record<AnswerField, Phrases>
  // Most answers are the catalog's own options, picked again and again.
  const understood = new LRUCache<string, readonly string[]>({
    maxSize: keptCharactersMax,
    sizeCalculation: sizeOf,
  })
  return (field, answer) => {
    const key = `${field} ${answer}`
    const known = understood.get(key)
    if (known !== undefined) return known
    const options = optionsIn(readAnswerWords(answer), byField[field])
    understood.set(key, options)
    return options
  }
}

const keptCharactersMax = 500_000
const sizeOf = (_: readonly string[], key: string) => key.length + 100

function readPhrases(field: AnswerField, catalog: Catalog): Phrases {
  // Problems are told in sentences, the rest in names.
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
  const matter = words.filter(({ isCarrier }) => !isCarrier)
  // Of one word that matters the others are needed: an IT manager is no manager of anything else.
  const isWhole = matter.length < 2 && words.length > 1
  const kept = (isWhole ? words : matter).map(({ word }) => word)
  const path = isWhole || kept.length === 1 || gapMax === 0 ? kept.map(exactStep) : kept.map(stemStep)
  let node = root
  for (const step of path) {
    const next = node.next.get(step) ?? emptyNode()
    node.next.set(step, next)
    steps.add(step)
    node = next
  }
  if (node !== root) node.option = option
}

/** A word as it stands. */
const exactStep = (word: string) => `=${word}`
/** A word in any of its common forms. */
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

/** The longest phrase that begins at a word; of equal ones that with the fewest words between. */
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
    // One way per place and node is enough: the first, which left out the fewest words.
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

/** Every step that a phrase can take from a node, over carriers and at most so many other words. */
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
    // A phrase begins where it begins, and a denial is never passed over.
    if (places.length === 0 || one.denies !== undefined) break
    if (!one.isCarrier) passed += 1
  }
  return ways
}
