import { linesOf } from '../../document/lines.ts'
import { organisationsOf, stringOf, stringsOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { candidateInJsonLd, candidateInLine } from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { registrationName, registrationsIn } from './registration-numbers.ts'

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
  const structured = organisationsOf(page).flatMap(({ item, value }) =>
    inJsonLd.flatMap(([property, kind]) =>
      stringsOf(value[property]).flatMap((written) => {
        const number = written.toUpperCase().replace(/[^A-Z\d]/g, '')
        const stated = { topic: 'registration', value: number, details: { kind } } as const
        return candidateInJsonLd(page, stated, item, { written, owner: stringOf(value['name']) }) ?? []
      }),
    ),
  )
  const inText = linesOf(page).flatMap((line) =>
    registrationsIn(line.text).flatMap(({ kind, number, from, to }) => {
      const stated = { topic: 'registration', value: number, details: { kind } } as const
      return candidateInLine(page, stated, line, [from, to]) ?? []
    }),
  )
  return [...structured, ...inText]
}

function decide(candidates: readonly SiteCandidate[]): Decision[] {
  const byNumber = Map.groupBy(candidates, ({ value }) => value)
  return [...byNumber].map(([value, support]) => {
    const kind = support[0]?.details['kind'] ?? ''
    return { topic: 'registration', key: value, value, text: `${registrationName(kind)}: ${value}`, support }
  })
}
