import { linesOf } from '../document/lines.ts'
import { oncePerPage } from '../document/once-per-page.ts'
import { organisationsOf, stringOf } from '../document/organisation.ts'
import type { Page } from '../document/page.ts'
import { type PageKind, pageKind } from '../document/page-kind.ts'
import type { Candidate } from '../facts/candidate.ts'
import { candidateInJsonLd, candidateInLine } from '../facts/candidates.ts'
import { copyrightHolder } from './copyright-line.ts'
import { nameWithForm } from './legal-names.ts'

const namesMax = 12
const nameCharsMax = 120
const lineMax = 200

/** Names with a legal form; `details.place` is the kind of place. */
export const legalNameMentions = oncePerPage(readLegalNames)

function readLegalNames(page: Page): readonly Candidate[] {
  const stated = (name: string, place: string) =>
    ({ topic: 'legal-name', value: name.slice(0, nameCharsMax), details: { place } }) as const
  const found: Candidate[] = organisationsOf(page).flatMap(({ item, value }) => {
    const written = stringOf(value['legalName'])
    return candidateInJsonLd(page, stated(written, 'json-ld'), item, { written })
  })
  const kind = pageKind(page)
  for (const line of linesOf(page)) {
    if (found.length >= namesMax) break
    if (line.text.length > lineMax) continue
    const holder = copyrightHolder(line)
    const owner =
      labelledName(line.text, 'name') ?? (kind === 'imprint' ? labelledName(line.text, 'owner') : undefined)
    // The copyright line of a brand may name the company that owns it.
    const ownerOfBrand = holder === undefined ? undefined : nameWithForm(line.text)
    const name = nameWithForm(holder ?? line.text) ?? ownerOfBrand ?? owner
    if (name === undefined || example.test(name)) continue
    const place = name === owner ? 'owner' : placeOf(kind, line.area === 'footer', holder !== undefined)
    const from = line.text.indexOf(name)
    const own = candidateInLine(page, stated(name, place), line, [from, from + name.length])
    found.push(...own.filter(({ foreign }) => !foreign))
  }
  return found
}

function placeOf(kind: PageKind, inFooter: boolean, inCopyright: boolean): string {
  if (inFooter) return inCopyright ? 'copyright' : 'footer'
  if (kind === 'imprint') return 'imprint'
  return kind === 'terms' || kind === 'privacy' ? 'terms' : 'text'
}

/** `[Legal form, e.g. Ltd]` of a template. */
const example = /^(?:ex|e\.? ?g|p\.? ?ex|z\.? ?b|bijv|es)\.? /i

/** Labels before a name without a form, with the shape and number of its words. */
const labels = {
  /** `M.R.Castro` of `Razão social: M.R.Castro`: some countries' legal names have no form. */
  name: {
    label:
      /^(?:raison sociale|razón social|razão social|ragione sociale|dénomination sociale|denominación social|denominazione sociale|legal name|registered name)\s{0,2}[:：]\s{0,3}/i,
    word: /^[\p{Lu}&]/u,
    count: [1, 6],
  },
  /** `Anna Weber` of `Inhaberin: Anna Weber`: a sole trader without a legal form. */
  owner: {
    label:
      /^(?:inhaber(?:in)?|titular|owner|proprietor|propriétaire|eigenaar|innehavare|indehaver|innehaver)\s{0,2}[:：]\s{0,3}/i,
    word: /^\p{Lu}[\p{L}.’'-]*$/u,
    count: [2, 5],
  },
} as const

function labelledName(text: string, kind: keyof typeof labels): string | undefined {
  const { label, word, count } = labels[kind]
  const length = label.exec(text)?.[0].length ?? text.length
  const words = text.slice(length).trim().split(' ')
  const isName = words.length >= count[0] && words.length <= count[1] && words.every((one) => word.test(one))
  return isName ? words.join(' ') : undefined
}
