import { hasPhrase, phraseLine } from '../../text/phrases.ts'
import words from './instruction-words.json'

const textMax = 2000
/** Maximum number of words between the verb and its object. */
const reachMax = 6

const verbs = new Set(words.verbs)
const objects = new Set(words.objects)
/** Ordinary words, which count only with a word that refers back: "forget the rules" may be an advertisement. */
const plainObjects = new Set(words.plainObjects)
const backwards = new Set(words.backwards)

/**
 * Whether a text addresses a language model instead of a visitor. Such a text never becomes a value and has no other
 * effect. Linear: each word is looked up once.
 */
export function looksLikeInstruction(text: string): boolean {
  const low = text.slice(0, textMax).toLowerCase()
  if (words.marks.some((mark) => low.includes(mark))) return true
  if (words.speakers.some((speaker) => low.startsWith(speaker))) return true
  const line = phraseLine(low)
  if (hasPhrase(line, words.phrases)) return true
  let verbAt = Number.NEGATIVE_INFINITY
  let backAt = Number.NEGATIVE_INFINITY
  for (const [at, word] of line.split(' ').entries()) {
    if (verbs.has(word)) verbAt = at
    if (backwards.has(word)) backAt = at
    if (at - verbAt > reachMax) continue
    if (objects.has(word)) return true
    if (plainObjects.has(word) && backAt > verbAt) return true
  }
  return false
}
