import words from './doubt-words.json' with { type: 'json' }
import { createPhraseFinder } from './phrase-finder.ts'

const doubts = createPhraseFinder(words.map((phrase) => [phrase, true] as const))

/** Whether a sentence is negated or about plans. */
export function isDoubtful(sentence: string): boolean {
  return doubts(sentence).length > 0
}
