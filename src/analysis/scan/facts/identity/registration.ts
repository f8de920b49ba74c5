import { type Line, linesOf } from '../../document/lines.ts'
import { stringsOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { candidateInLine, candidatesOfOrganisations } from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { type FoundRegistration, registrationName, registrationsIn } from './registration-numbers.ts'

/** VAT, tax and register numbers, each with its kind. */
export const registration: Topic = {
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
        const value = written.toUpperCase().replace(/[^A-Z\d]/g, '')
        return { topic: 'registration', value, details: { kind }, written }
      }),
    ),
  )
  const lines = linesOf(page)
  const inText = lines.flatMap((line, index) => {
    const found = /\d/.test(line.text) ? inLine(line, lines.slice(Math.max(0, index - 2), index)) : []
    return found.flatMap(({ kind, number, from, to }) => {
      const stated = { topic: 'registration', value: number, details: { kind } } as const
      return candidateInLine(page, stated, line, [from, to])
    })
  })
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
