import { normalWords } from '../../../text/normal-words.ts'
import { linesEvidence } from '../../document/evidence.ts'
import type { Line } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { isOwnRole, type NamedPerson, trimRole } from './people.ts'
import { isAsianName, isPersonName } from './person-names.ts'
import { isAsianRole, isRole, isRoleWord } from './role-words.ts'

const plurals: ReadonlyMap<string, string> = new Map([
  ['Directors', 'Director'],
  ['Managing Directors', 'Managing Director'],
  ['Founders', 'Founder'],
  ['Owners', 'Owner'],
  ['Partners', 'Partner'],
  ['Gérants', 'Gérant'],
  ['Inhaberinnen', 'Inhaberin'],
  ['Geschäftsführende Gesellschafter', 'Geschäftsführender Gesellschafter'],
])
const leadIns =
  /^(?:(?:gesetzlich )?(?:vertreten durch|represented by|représentée? par|vertretungsberechtigte?r?|rappresentata da|representada por)(?: (?:die|den|der|its|the|le|la|il|el))?)\s?:?\s?/i

/** `Geschäftsführer: A B, C D`, `Vertreten durch die Geschäftsführerin A B`, or a label with the name in the next line. */
export function labelledPeople(
  page: Page,
  line: Line,
  before: Line | undefined,
  next: Line | undefined,
): NamedPerson[] {
  const lead = leadIns.exec(line.text)?.[0] ?? ''
  const rest = line.text.slice(lead.length)
  const colon = rest.search(/[:：]/)
  if (colon > 0 && colon <= 60) return afterColon(page, line, next, rest, colon)
  if (lead !== '' && rest !== '') return afterRole(page, line, rest)
  if (lead !== '' && next !== undefined) return withBracket(page, line, next)
  if (next !== undefined && isLabel(line) && line.block !== next.block) {
    if (isAsianRole(line.text) && isAsianName(next.text))
      return [person(page, next.text, line.text, [line, next])]
    // In `Name | Role` tables a role follows a name, and the next name is no answer to it.
    const answersName = before !== undefined && isPersonName(before.text)
    if (isLabelRole(line.text) && !answersName)
      return namesIn(next.text).map((name) => person(page, name, line.text, [line, next]))
  }
  return pageKind(page) === 'imprint' ? afterRole(page, line, rest) : []
}

function afterColon(
  page: Page,
  line: Line,
  next: Line | undefined,
  rest: string,
  colon: number,
): NamedPerson[] {
  const role = rest
    .slice(0, colon)
    .replace(/\s?\([^()]{0,40}\)$/, '')
    .trim()
  const names = rest.slice(colon + 1).trim()
  if (isAsianRole(role) && isAsianName(names)) return [person(page, names, role, [line])]
  if (!isLabelRole(role)) return []
  if (names === '') {
    const nearby = next !== undefined && next.text.length <= 120
    return nearby ? namesIn(next.text).map((name) => person(page, name, role, [line, next])) : []
  }
  return withOwnRole(page, line, names) ?? namesIn(names).map((name) => person(page, name, role, [line]))
}

/** `Vertreten durch:`, and in the next line `Klaus Müller (Geschäftsführer)`. */
function withBracket(page: Page, line: Line, next: Line): NamedPerson[] {
  const open = next.text.indexOf(' (')
  const [name, role] = [next.text.slice(0, open), next.text.slice(open + 2).replace(/\)$/, '')]
  return open > 0 && isPersonName(name) && isOwnRole(role) ? [person(page, name, role, [line, next])] : []
}

/** `Colette Marchal, gérante.`: the role behind the name is the person's own, the label's only an office. */
function withOwnRole(page: Page, line: Line, names: string): NamedPerson[] | undefined {
  const comma = names.indexOf(', ')
  const role = comma === -1 ? '' : trimRole(names.slice(comma + 2))
  const name = names.slice(0, comma)
  return role !== '' && isPersonName(name) && isOwnRole(role) && !isPersonName(role)
    ? [person(page, name, role, [line])]
    : undefined
}

/** Cells and terms that name what stands beside them: `<dt>Geschäftsführer</dt><dd>…</dd>`, a row's first cell. */
function isLabel(line: Line): boolean {
  const block = line.block.block
  if (block.localName === 'dt' || block.localName === 'th') return true
  if (block.localName === 'td') return block.previousElementSibling === null
  const element = line.pieces[0]?.run.element.localName ?? ''
  return line.pieces.length === 1 && (element === 'b' || element === 'strong')
}

/** `Geschäftsführerin Frauke Petersen`: the role's words first, then the name. */
function afterRole(page: Page, line: Line, rest: string): NamedPerson[] {
  const words = rest.split(' ')
  let at = 0
  while (
    at < words.length &&
    at < 5 &&
    (isRoleWord(normalWords(words[at] ?? '')[0] ?? '') || (at > 0 && links.has(words[at] ?? '')))
  )
    at++
  if (at === 0 || at >= words.length) return []
  const role = words.slice(0, at).join(' ')
  return namesIn(words.slice(at).join(' ')).map((name) => person(page, name, role, [line]))
}

const links = new Set(['und', 'and', 'et', 'y', 'e', '&', 'och', 'og'])

function isLabelRole(role: string): boolean {
  return role.length <= 60 && isRole(role) && normalWords(role).length <= 5 && !isPersonName(role)
}

const separators = /, | und | and | et | & |; | \/ | y | e | og | och /

/** Every name of a list; where a part of it is no name, the first one if it is. */
function namesIn(text: string): string[] {
  const plain = text.replace(/\s?\([^()]{0,60}\)/g, '').replace(/[.;]$/, '')
  const names = plain
    .split(separators)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > 0 && names.length <= 8 && names.every(isPersonName)) return names
  const first = plain.split(/[,;(–]/)[0]?.trim() ?? ''
  return isPersonName(first) ? [first] : []
}

function person(page: Page, name: string, role: string, lines: readonly Line[]): NamedPerson {
  return {
    name,
    role: plurals.get(role) ?? trimRole(role),
    strength: 'explicit',
    evidence: linesEvidence(page, lines),
  }
}

export const patterns = [
  /\)$/,
  leadIns,
  /[:：]/,
  /\s?\([^()]{0,40}\)$/,
  /\s?\([^()]{0,60}\)/g,
  /[.;]$/,
  separators,
  /[,;(–]/,
]
