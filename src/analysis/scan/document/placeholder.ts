import { hasPhrase, phraseLine } from '../../text/phrases.ts'
import phrases from './placeholder-phrases.json'

/** Whether digits are those of a template: `12345678901`, `00000000`. */
export const isPlaceholderNumber = (digits: string): boolean => /1234567|9876543|(\d)\1{6}/.test(digits)

/** Whether a whole national phone number is that of a template: `123-456-7890`. Real numbers contain such digits. */
export const isPlaceholderPhone = (digits: string): boolean =>
  /^(?:0?1234567890|9876543210|(\d)\1{6,})$/.test(digits)

/** Whether a text is the placeholder of a template. */
export function isPlaceholder(text: string): boolean {
  return hasPhrase(phraseLine(text.slice(0, 1_000)), phrases)
}
