import { hasPhrase, phraseAt, phraseLine } from '../../../text/phrases.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import { stringsOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { isPlaceholderNumber } from '../../document/placeholder.ts'
import { candidateInLine, candidatesOfOrganisations } from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import table from './registration-kinds.json'

/** VAT, tax and register numbers, each with its kind. */
export const registration: Topic = {
  name: 'registration',
  topics: ['registration'],
  readsLegalPages: true,
  read,
  decide,
}

const inJsonLd = [
  ['vatID', 'vat'],
  ['taxID', 'tax'],
] as const

function read(page: Page): Candidate[] {
  const structured = candidatesOfOrganisations(page, (organisation) =>
    inJsonLd.flatMap(([property, kind]) =>
      stringsOf(organisation[property]).map((written) => {
        const value = written.toUpperCase().replace(separators, '')
        return { topic: 'registration', value, details: { kind }, written }
      }),
    ),
  )
  const lines = linesOf(page)
  const inText = lines.flatMap((line, index) =>
    inLine(line, lines.slice(Math.max(0, index - 2), index)).flatMap(({ kind, number, from, to }) => {
      const stated = { topic: 'registration', value: number, details: { kind } } as const
      return candidateInLine(page, stated, line, [from, to])
    }),
  )
  return [...structured, ...inText]
}

const cellMax = 60

/** `gemäß § 27 a Umsatzsteuergesetz:` between a label and its number. */
const basis = /^(?:gem(?:äß|aess|\.)|nach|laut|according|pursuant|conform)/i

/** Numbers with their label, which may stand alone in the line before, or before the law that asks for it. */
function inLine(line: Line, earlier: readonly Line[]): FoundRegistration[] {
  const found = registrationsIn(line.text)
  const before = earlier.slice(basis.test(earlier.at(-1)?.text ?? '') ? -2 : -1)
  const [label] = before
  const isCell =
    label !== undefined &&
    !/\d/.test(label.text) &&
    [...before, line].every(({ text }) => text.length <= cellMax)
  if (found.length > 0 || !isCell) return found
  const lead = `${before.map(({ text }) => text).join(' ')} `
  return registrationsIn(`${lead}${line.text}`)
    .map((each) => ({ ...each, from: each.from - lead.length, to: each.to - lead.length }))
    .filter(({ from }) => from >= 0)
}

function decide(candidates: readonly SiteCandidate[]): Decision[] {
  const byNumber = Map.groupBy(candidates, ({ value }) => value)
  return [...byNumber].map(([value, support]) => {
    const kind = support[0]?.details['kind'] ?? ''
    return { topic: 'registration', key: value, value, text: `${registrationName(kind)}: ${value}`, support }
  })
}

interface FoundRegistration {
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
const names: ReadonlyMap<string, string> = new Map(kinds.map(({ kind, name }) => [kind, name]))

const lineMax = 600
/** Words between the label and its number: `gemäß § 27 a Umsatzsteuergesetz:`. */
const gapTokensMax = 9
const numberTokensMax = 6
const perKindMax = 3
const separators = /[^A-Z\d]/g

/** Display name of the kind. */
const registrationName = (kind: string): string => names.get(kind) ?? 'Registration number'

/** Numbers after a label of an authority or register. Linear in the text. */
export function registrationsIn(text: string): FoundRegistration[] {
  if (text.length > lineMax || !/\d{2}/.test(text)) return []
  const line = phraseLine(text)
  const found: FoundRegistration[] = []
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
  const tokens = [...text.slice(from, from + 160).matchAll(/\S{1,40}/g)]
  for (let start = 0; start < tokens.length && start <= gapTokensMax; start++) {
    for (let length = runLength(tokens, start); length > 0; length--) {
      const [first, last] = [tokens[start], tokens[start + length - 1]]
      if (first === undefined || last === undefined) continue
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
