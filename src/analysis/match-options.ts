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
  const roots = new Map<AnswerField, PhraseNode>(answerFields.map((field) => [field, emptyNode()]))
  const add = (field: AnswerField, phrase: string, option: string) => {
    const words = normalWords(phrase)
    let node = roots.get(field)
    for (const word of words) {
      const next: PhraseNode = node?.next.get(word) ?? emptyNode()
      node?.next.set(word, next)
      node = next
    }
    if (node !== undefined && words.length > 0) node.option = option
  }
  for (const { field, option, words } of catalog.synonyms)
    for (const phrase of words) add(field, phrase, option)
  // Last, so that an option's own text always means the option.
  for (const field of answerFields)
    for (const option of catalog.questions[field].options) add(field, option, option)

  return (field, answer) => {
    const root = roots.get(field)
    return root === undefined ? [] : optionsIn(normalWords(answer), root)
  }
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
