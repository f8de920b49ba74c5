import { createPhraseFinder } from '../../../text/phrase-finder.ts'
import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import words from './words.json' with { type: 'json' }

const phraseFinder = (phrases: readonly string[]) =>
  createPhraseFinder(phrases.map((phrase) => [phrase, true] as const))
const wordCheck = (phrases: readonly string[]) => {
  const list = phraseList(phrases.join('|'))
  return (text: string) => hasPhrase(phraseLine(text.slice(0, charsMax)), list)
}
const charsMax = 500

/** Phrases before tools that a product connects to. */
export const connects = phraseFinder(words.connects)

/** Phrases before tools that the company uses itself. */
export const uses = phraseFinder(words.uses)

/** Phrases before or above payment methods. */
export const waysToPay = phraseFinder(words.waysToPay)

/** Headings of lists of integrations. */
export const headsIntegrations = wordCheck(words.headsIntegrations)

/** Headings and short lines about other companies, or about tools to replace. */
export const namesOtherSubject = wordCheck(words.namesOtherSubject)
