import { hasPhrase, phraseLine } from '../../text/phrases.ts'
import phrases from './placeholder-phrases.json'

/** Whether a text is the placeholder of a template. */
export function isPlaceholder(text: string): boolean {
  return hasPhrase(phraseLine(text.slice(0, 1_000)), phrases)
}
