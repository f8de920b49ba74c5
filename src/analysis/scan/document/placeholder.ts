import { hasPhrase, phraseLine } from '../../text/phrases.ts'
import phrases from './placeholder-phrases.json'

/** Whether a text is what a template shows until somebody writes the real one. */
export function isPlaceholder(text: string): boolean {
  return hasPhrase(phraseLine(text.slice(0, 1_000)), phrases)
}
