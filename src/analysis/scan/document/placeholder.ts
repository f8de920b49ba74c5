import { hasPhrase, phraseLine } from '../../text/phrases.ts'
import words from './placeholder-phrases.json'

/** Whether digits are those of a template: `12345678901`, `00000000`. */
export const isPlaceholderNumber = (digits: string): boolean =>
  /^\D*0?(?:1234567|9876543)|(\d)\1{6}/.test(digits)

/** Whether a whole national phone number is that of a template: `123-456-7890`. Real numbers contain such digits. */
export const isPlaceholderPhone = (digits: string): boolean =>
  /^(?:0?123456789\d?|0?(?:102030405|203040506|304050607|405060708|506070809|607080910)|9876543210|[2-9]\d{2}5551234|0?\d{2,4}12345678|(\d)\1{6,}|\d{2,3}(\d)\2{7,})$/.test(
    digits,
  )

const latin = words.latin.split(' ')
const latinMin = 4

/** Whether a text is the placeholder of a template, also one of random Latin words. */
export function isPlaceholder(text: string): boolean {
  const line = phraseLine(text.slice(0, 1_000))
  const hasLatin = () => latin.filter((word) => line.includes(` ${word} `)).length >= latinMin
  return hasPhrase(line, words.phrases) || (hasPhrase(line, latin) && hasLatin())
}
