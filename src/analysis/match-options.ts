import type { AnswerField, Catalog } from './catalog.ts'
import { normalWords } from './normal-words.ts'

/** Finds the options of a field that an answer in free words names. */
export type OptionMatcher = (field: AnswerField, answer: string) => readonly string[]

/** Phrases by their words: one step per word, the option where a phrase ends. */
interface PhraseNode {
  option: string | undefined
  next: Map<string, PhraseNode>
}

interface Phrases {
  root: PhraseNode
  /** Every word that some phrase holds. */
  words: Set<string>
}

/**
 * Reads the options and synonyms of a catalog once.
 *
 * An answer names an option when the option's words, or those of a synonym, stand in it in a row; of several that begin
 * at one word the longest is taken, and each word serves one option. Words that no phrase of the field holds are passed
 * over, so they change nothing wherever they stand.
 */
export function createOptionMatcher(catalog: Catalog): OptionMatcher {
  const byField = {
    role: readPhrases('role', catalog),
    painPoints: readPhrases('painPoints', catalog),
    tools: readPhrases('tools', catalog),
    timeline: readPhrases('timeline', catalog),
  } satisfies Record<AnswerField, Phrases>
  return (field, answer) => {
    const { root, words } = byField[field]
    const known = normalWords(answer).filter((word) => words.has(word))
    return optionsIn(known, root)
  }
}

function readPhrases(field: AnswerField, catalog: Catalog): Phrases {
  const phrases: Phrases = { root: emptyNode(), words: new Set() }
  for (const synonym of catalog.synonyms) {
    if (synonym.field === field) for (const words of synonym.words) addPhrase(phrases, words, synonym.option)
  }
  // Last, so that an option's own text always means the option.
  for (const option of catalog.questions[field].options) addPhrase(phrases, option, option)
  return phrases
}

function addPhrase({ root, words }: Phrases, phrase: string, option: string) {
  let node = root
  for (const word of normalWords(phrase)) {
    const next = node.next.get(word) ?? emptyNode()
    node.next.set(word, next)
    words.add(word)
    node = next
  }
  if (node !== root) node.option = option
}

function emptyNode(): PhraseNode {
  return { option: undefined, next: new Map() }
}

function optionsIn(words: readonly string[], root: PhraseNode): readonly string[] {
  const found = new Set<string>()
  let at = 0
  while (at < words.length) {
    const { option, length } = longestPhrase(words, at, root)
    if (option !== undefined) found.add(option)
    at += length
  }
  return [...found]
}

/** The longest phrase that begins at a word, or one word to go on by. */
function longestPhrase(words: readonly string[], start: number, root: PhraseNode) {
  let longest: { option: string | undefined; length: number } = { option: undefined, length: 1 }
  let node: PhraseNode | undefined = root
  for (let at = start; at < words.length; at += 1) {
    node = node.next.get(words[at] ?? '')
    if (node === undefined) break
    if (node.option !== undefined) longest = { option: node.option, length: at - start + 1 }
  }
  return longest
}
