import { normalWords } from '../../../normal-words.ts'
import type { Page } from '../../page.ts'
import { lineEvidence, linesEvidence } from './evidence.ts'
import type { Said } from './facts-by-place.ts'
import { type Line, linesOf } from './lines.ts'
import { pageKind } from './page-kind.ts'
import { isPersonName } from './person-names.ts'
import { isRole, isRoleWord } from './role-words.ts'
import { sectionsOf } from './sections.ts'
import { hasPhrase, phraseLine } from './words.ts'

export interface NamedPerson extends Said {
  name: string
  role: string
}

const peopleMax = 100
const teamHeadings = [
  ...[
    'team',
    'people',
    'leadership',
    'who we are',
    'meet',
    'founders',
    'founder',
    'staff',
    'ansprechpartner',
    'ansprechpartnerin',
    'equipe',
    'equipo',
  ],
  ...[
    'crew',
    'our lawyers',
    'anwalte',
    'rechtsanwalte',
    'partner',
    'trustees',
    'board',
    'vorstand',
    'geschaftsfuhrung',
    'management',
    'menschen',
  ],
  ...[
    'squadra',
    'chi siamo',
    'mensen',
    'medewerkers',
    'medarbejdere',
    'medarbetare',
    'ansatte',
    'henkilosto',
    'zespol',
    'kollegen',
    'behind',
  ],
  ...[
    'experts',
    'attorneys',
    'doctors',
    'arzte',
    'praxisteam',
    'kopfe',
    'qui sommes nous',
    'quienes somos',
    'uber uns',
    'about us',
    'kontaktpersoner',
  ],
]

/** Persons with their roles in the visible text: under a label, in pairs of lines, or in one line. */
export function peopleInText(page: Page): NamedPerson[] {
  const kind = pageKind(page)
  if (kind === 'privacy' || kind === 'terms' || kind === 'others' || kind === 'article') return []
  const sections = sectionsOf(page)
  const people: NamedPerson[] = []
  const lines = linesOf(page)
  for (const [at, line] of lines.entries()) {
    if (people.length >= peopleMax) break
    const section = sections.get(line)
    if (section?.foreign === true || line.area === 'nav' || line.text.length > 240) continue
    people.push(...labelled(page, line, lines[at + 1]))
    const inTeam =
      kind === 'team' ||
      kind === 'about' ||
      hasPhrase(phraseLine(section?.heading ?? ''), teamHeadings) ||
      (isPersonName(section?.heading ?? '') && (kind === 'contact' || kind === 'home'))
    if (!inTeam || (line.area !== 'main' && line.area !== 'aside')) continue
    people.push(...paired(page, line, lines[at + 1]), ...inOneLine(page, line))
  }
  return people
}

/** A name in a line of its own, and the role in the next. */
function paired(page: Page, line: Line, next: Line | undefined): NamedPerson[] {
  if (next === undefined || next.area !== line.area || !isPersonName(line.text) || !isOwnRole(next.text))
    return []
  return [
    {
      name: line.text,
      role: trimRole(next.text),
      strength: 'explicit',
      evidence: linesEvidence(page, [line, next]),
    },
  ]
}

const splitters = [', ', ' – ', ' — ', ' - ', ' | ', ' · ', ': ']

/** `Name, Role`, `Name – Role` and `Name (Role)`. */
function inOneLine(page: Page, line: Line): NamedPerson[] {
  if (line.text.length > 140) return []
  for (const splitter of splitters) {
    const at = line.text.indexOf(splitter)
    if (at < 1) continue
    const name = line.text.slice(0, at).trim()
    const role = line.text.slice(at + splitter.length).trim()
    if (isPersonName(name) && isOwnRole(role))
      return [{ name, role: trimRole(role), strength: 'explicit', evidence: lineEvidence(page, line) }]
  }
  const open = line.text.indexOf(' (')
  if (open < 1 || !line.text.endsWith(')')) return []
  const [name, role] = [line.text.slice(0, open), line.text.slice(open + 2, -1)]
  return isPersonName(name) && isOwnRole(role)
    ? [{ name, role, strength: 'explicit', evidence: lineEvidence(page, line) }]
    : []
}

/** A role that is not somebody's at another company. */
function isOwnRole(text: string): boolean {
  return isRole(text) && !/ (?:at|bei|beim|chez|@|presso|hos|bij) \p{Lu}/u.test(text)
}

function trimRole(text: string): string {
  return text.replace(/^[\s,–—|·-]{1,5}/, '').replace(/[.,;]$/, '')
}

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
function labelled(page: Page, line: Line, next: Line | undefined): NamedPerson[] {
  const lead = leadIns.exec(line.text)?.[0] ?? ''
  const rest = line.text.slice(lead.length)
  const colon = rest.search(/[:：]/)
  if (colon > 0 && colon <= 60) {
    const role = rest
      .slice(0, colon)
      .replace(/\s?\([^()]{0,40}\)$/, '')
      .trim()
    if (!isLabelRole(role)) return []
    const names = rest.slice(colon + 1).trim()
    if (names !== '') return namesIn(names).map((name) => person(page, name, role, [line]))
    return next === undefined || next.text.length > 120
      ? []
      : namesIn(next.text).map((name) => person(page, name, role, [line, next]))
  }
  if (lead !== '' && rest !== '') return afterRole(page, line, rest)
  if (next !== undefined && line.block !== next.block && isLabelRole(line.text) && isLabelElement(line))
    return namesIn(next.text).map((name) => person(page, name, line.text, [line, next]))
  return pageKind(page) === 'imprint' ? afterRole(page, line, rest) : []
}

/** Label cells: `<dt>Geschäftsführer</dt><dd>…</dd>` and the like. */
function isLabelElement(line: Line): boolean {
  return (
    ['dt', 'th', 'td', 'b', 'strong'].includes(line.pieces[0]?.run.element.localName ?? '') ||
    ['dt', 'th'].includes(line.block.block.localName)
  )
}

/** `Geschäftsführerin Frauke Petersen`: the role's words first, then the name. */
function afterRole(page: Page, line: Line, rest: string): NamedPerson[] {
  const words = rest.split(' ')
  let at = 0
  while (
    at < words.length &&
    at < 5 &&
    (isRoleWord(normalWords(words[at] ?? '')[0] ?? '') ||
      (at > 0 && ['und', 'and', 'et', '&'].includes(words[at] ?? '')))
  )
    at++
  if (at === 0 || at >= words.length) return []
  return namesIn(words.slice(at).join(' ')).map((name) =>
    person(page, name, words.slice(0, at).join(' '), [line]),
  )
}

function isLabelRole(role: string): boolean {
  return role.length <= 60 && isRole(role) && normalWords(role).length <= 5 && !isPersonName(role)
}

/** Every name of a list; nothing when a part of it is no name. */
function namesIn(text: string): string[] {
  const plain = text.replace(/\s?\([^()]{0,60}\)/g, '').replace(/[.;]$/, '')
  const names = plain
    .split(/, | und | and | et | & |; | \/ | y | e | og | och /)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length > 0 && names.length <= 8 && names.every(isPersonName) ? names : firstName(plain)
}

/** A first name of a line that goes on with something else, as in `Frauke Petersen, Anschrift wie oben`. */
function firstName(text: string): string[] {
  const name = text.split(/[,;(–]/)[0]?.trim() ?? ''
  return isPersonName(name) ? [name] : []
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
  leadIns,
  / (?:at|bei|beim|chez|@|presso|hos|bij) \p{Lu}/u,
  /^[\s,–—|·-]{1,5}/,
  /[.,;]$/,
  /[:：]/,
  /\s?\([^()]{0,40}\)$/,
  /\s?\([^()]{0,60}\)/g,
  /, | und | and | et | & |; | \/ | y | e | og | och /,
  /[,;(–]/,
]
