import { normalWords } from '../../../text/normal-words.ts'
import { createWordLists } from '../../../text/word-lists.ts'

const charsMax = 500

/**
 * Whether one of the phrases stands in a text, compared by normal words: without case, accents and punctuation. Looks at
 * the first 500 characters; each word is looked up once.
 */
export function createWordCheck(list: string): (text: string) => boolean {
  const byFirst = new Map<string, string[][]>()
  for (const phrase of list.split('|')) {
    const [first, ...rest] = normalWords(phrase)
    if (first === undefined) throw new Error(`Cannot look for "${phrase}" as it holds no word`)
    byFirst.set(first, [...(byFirst.get(first) ?? []), rest])
  }
  const number = lists.add(byFirst.keys())
  return (text) => {
    const words = lists.read(text, number)?.words
    if (words === undefined) return false
    return words.some((word, at) =>
      byFirst.get(word)?.some((rest) => rest.every((next, offset) => words[at + 1 + offset] === next)),
    )
  }
}

const lists = createWordLists((text) => ({ words: normalWords(text.slice(0, charsMax)) }))
