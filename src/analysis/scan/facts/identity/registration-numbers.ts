import { hasPhrase, phraseAt, phraseLine } from '../../../text/phrases.ts'
import { isPlaceholderNumber } from '../../document/placeholder.ts'
import { otherNumbers, kinds as table } from './registration-kinds.json'

export interface FoundRegistration {
  kind: string
  /** Capitals and digits only. */
  number: string
  from: number
  to: number
}

const kinds = table.map(({ kind, name, labels, forms }) => ({
  kind,
  name,
  labels,
  form: new RegExp(`^(?:${forms.join('|')})$`),
}))
const allLabels = kinds.flatMap(({ labels }) => labels)
/** A number of a bank or a telephone ends the search behind a label. */
const otherLabels = otherNumbers.split('|')
const names: ReadonlyMap<string, string> = new Map(kinds.map(({ kind, name }) => [kind, name]))

const lineMax = 600
/** Every number has four digits in a row, apart from separators. */
const fourDigits = /(?:\d[^A-Za-z\d]*){4}/
/** Words between the label and its number: `gemäß § 27 a Umsatzsteuergesetz:`. */
const gapTokensMax = 9
const numberTokensMax = 6
const perKindMax = 3
const separators = /[^A-Z\d]/g

/** Display name of the kind. */
export const registrationName = (kind: string): string => names.get(kind) ?? 'Registration number'

/** Numbers after a label of an authority or register. Linear in the text. */
export function registrationsIn(text: string): FoundRegistration[] {
  if (text.length > lineMax || !/\d{2}/.test(text) || !fourDigits.test(text)) return []
  const line = phraseLine(text)
  const found: FoundRegistration[] = []
  if (!hasPhrase(line, allLabels)) return found
  for (const { kind, labels, form } of kinds) {
    if (!hasPhrase(line, labels)) continue
    let from = phraseAt(text, line, labels)
    for (let count = 0; count < perKindMax && from !== -1; count++) {
      const number = numberBehind(text, from, form)
      if (number === undefined) break
      if (!found.some((other) => other.from < number.to && number.from < other.to))
        found.push({ kind, ...number })
      const rest = text.slice(number.to)
      const next = phraseAt(rest, phraseLine(rest), labels)
      from = next === -1 ? -1 : number.to + next
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

/** `vr 8.00–17.00` is a Friday's opening hours. */
const clockTimes = /\d[.:]\d{2} ?[–—-] ?\d{1,2}[.:]\d{2}(?!\d)/

/** The longest run of tokens near the label that has one of the forms. */
function numberBehind(text: string, from: number, form: RegExp) {
  const behind = text.slice(from, from + 160)
  const other = phraseAt(behind, phraseLine(behind), otherLabels)
  const tokens = [...behind.slice(0, other > 0 ? other : undefined).matchAll(/\S{1,40}/g)]
  for (let start = 0; start < tokens.length && start <= gapTokensMax; start++) {
    for (let length = runLength(tokens, start); length > 0; length--) {
      const [first, last] = [tokens[start], tokens[start + length - 1]]
      if (first === undefined || last === undefined || !/[A-Z\d]/i.test(first[0])) continue
      if (continues(tokens[start - 1], first) || continues(last, tokens[start + length])) continue
      const [begin, end] = [from + first.index, from + last.index + last[0].length]
      const written = text.slice(begin, end).replace(/[,;.|)]{1,3}$/, '')
      const behindColon = written.slice(written.lastIndexOf(':') + 1).trimStart()
      if (clockTimes.test(written)) continue
      const number = behindColon.toUpperCase().replace(separators, '')
      if (form.test(number) && /\d{4}/.test(number) && !isPlaceholderNumber(number))
        return { number, from: begin + written.length - behindColon.length, to: begin + written.length }
    }
  }
  return undefined
}

/** Whether two tokens are groups of the same digits: a part of a longer number is not a number. */
const continues = (one: RegExpMatchArray | undefined, next: RegExpMatchArray | undefined) =>
  /(?<!\d)\d{1,4}$/.test(one?.[0] ?? '') && /^\d{1,4}(?!\d)/.test(next?.[0] ?? '')

/** A run ends at a comma or a semicolon, and in front of the next label. */
function runLength(tokens: readonly RegExpMatchArray[], start: number): number {
  let length = 1
  while (length < numberTokensMax && start + length < tokens.length) {
    if (/[,;]$/.test(tokens[start + length - 1]?.[0] ?? '') || tokens[start + length]?.[0].endsWith(':'))
      break
    length++
  }
  return length
}
