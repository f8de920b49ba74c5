import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import { lineEvidence, linesEvidence } from '../../document/evidence.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { type Section, sectionsOf } from '../../document/sections.ts'
import { listPhrases } from './job-phrases.ts'
import { isOwnRole, type NamedPerson, trimRole } from './people.ts'
import { labelledPeople } from './people-labels.ts'
import { isPersonName } from './person-names.ts'

const peopleMax = 100
const lineMax = 400
const teamHeadings = phraseList(`
  team|people|leadership|who we are|who you will meet|meet|founders|founder|staff|ansprechpartner|ansprechpartnerin|équipe|
  equipo|crew|our lawyers|anwälte|rechtsanwälte|trustees|board|vorstand|geschäftsführung|management|menschen|squadra|
  chi siamo|mensen|medewerkers|medarbejdere|medarbetare|ansatte|henkilöstö|zespół|kollegen|behind|our experts|attorneys|
  doctors|ärzte|praxisteam|köpfe|qui sommes nous|quiénes somos|über uns|about us|coaches|agents|advisers|equipa|maintainers|
  our family|wer wir sind|die köpfe|contributors|teachers|trainers|ledelse|ledelsen|ledning|johto|direction|dirección|direzione|directie|leitung|organisation|om oss|om os|o nas`)

/** Persons with their roles in the visible text: under a label, in pairs of lines, in one line, or in a sentence. */
export function peopleInText(page: Page): NamedPerson[] {
  const kind = pageKind(page)
  if (kind === 'privacy' || kind === 'terms' || kind === 'others' || kind === 'article') return []
  const sections = sectionsOf(page)
  const lines = linesOf(page)
  const people: NamedPerson[] = []
  let underTeam = false
  for (const [at, line] of lines.entries()) {
    if (people.length >= peopleMax) break
    const name = isPersonName(line.text)
    if (line.heading > 0 && !name) underTeam = hasPhrase(wordsOf(line), teamHeadings)
    if (isLeftOut(line, sections.get(line))) continue
    const next = lines[at + 1]
    const labelled = labelledPeople(page, line, lines[at - 1], next)
    people.push(...labelled)
    if (labelled.length > 0 || (line.area !== 'main' && line.area !== 'aside')) continue
    const inTeam = kind === 'team' || kind === 'about' || underTeam
    if (name) people.push(...paired(page, line, next, inTeam))
    else if (inTeam || (kind === 'other' && line.block.block.localName === 'li'))
      people.push(...inOneLine(page, line), ...inSentence(page, line))
    else people.push(...inSentence(page, line).filter((person) => isInPassing(line, person)))
  }
  return people
}

function isLeftOut(line: Line, section: Section | undefined): boolean {
  return section?.foreign === true || line.area === 'nav' || line.text.length > lineMax
}

/** A name in a line of its own, and the role in the next: a known one, or in a team's list whatever stands there. */
function paired(page: Page, line: Line, next: Line | undefined, inTeam: boolean): NamedPerson[] {
  if (next === undefined || next.area !== line.area || hasPhrase(wordsOf(line), listPhrases)) return []
  const set = line.heading > 1 || isBold(line)
  const sentence = /[.!?]$/.test(next.text) && next.text.includes(' ')
  const known = !sentence && isOwnRole(next.text) && (inTeam || (set && pageKind(page) === 'other'))
  if (!known && !(inTeam && set && next.heading === 0 && isShortTitle(next.text))) return []
  const evidence = linesEvidence(page, [line, next])
  return [{ name: line.text, role: trimRole(next.text), strength: 'explicit', evidence }]
}

function isBold(line: Line): boolean {
  const element = line.pieces[0]?.run.element.localName ?? ''
  return line.pieces.length === 1 && (element === 'b' || element === 'strong')
}

const noTitles = phraseList(
  'read|more|mehr|linkedin|twitter|email|mail|contact|view|profile|bio|call|kontakt|details|cv|phone|tel',
)

/** A few capitalised words without a sentence's signs. */
function isShortTitle(text: string): boolean {
  if (text.length < 4 || text.length > 40 || /[\d.!?:;@©"]/.test(text) || !/^\p{Lu}/u.test(text)) return false
  return text.split(' ').length <= 4 && !isPersonName(text) && !hasPhrase(phraseLine(text), noTitles)
}

const splitters = [', ', ' – ', ' — ', ' - ', ' | ', ' · ', ': ']

/** `Name, Role`, `Name – Role` and `Name (Role)`. */
function inOneLine(page: Page, line: Line): NamedPerson[] {
  if (line.text.length > 140) return []
  const person = (name: string, role: string): NamedPerson[] =>
    isPersonName(name) && isOwnRole(role)
      ? [{ name, role: trimRole(role), strength: 'explicit', evidence: lineEvidence(page, line) }]
      : []
  for (const splitter of splitters) {
    const at = line.text.indexOf(splitter)
    const found =
      at < 1 ? [] : person(line.text.slice(0, at).trim(), line.text.slice(at + splitter.length).trim())
    if (found.length > 0) return found
  }
  const open = line.text.indexOf(' (')
  return open < 1 || !line.text.endsWith(')')
    ? []
    : person(line.text.slice(0, open), line.text.slice(open + 2, -1))
}

const appositionsMax = 10

/** `…, says Agnes Lundqvist, founder and owner, …`: a name, and between commas what the person does. */
function inSentence(page: Page, line: Line): NamedPerson[] {
  const people: NamedPerson[] = []
  const { text } = line
  let commas = 0
  for (let at = text.indexOf(', '); at !== -1 && commas < appositionsMax; at = text.indexOf(', ', at + 2)) {
    commas++
    const role = /^[^,.;:!?–—()]{3,60}/.exec(text.slice(at + 2))?.[0].trim() ?? ''
    const after = text.charAt(at + 2 + role.length)
    if (role === '' || (after !== '' && !',.;–—'.includes(after)) || !isOwnRole(role)) continue
    const name = nameBefore(text, at)
    if (name === undefined) continue
    const evidence = lineEvidence(page, line, at - name.length, at + 2 + role.length)
    people.push({ name, role, strength: 'explicit', evidence })
  }
  return people
}

/** The longest name of two to four words that ends at `at`. */
function nameBefore(text: string, at: number): string | undefined {
  const words = text.slice(Math.max(0, at - 60), at).split(' ')
  for (const count of [4, 3, 2]) {
    const name = words.slice(-count).join(' ')
    if (words.length >= count && isPersonName(name)) return name
  }
  return undefined
}

/**
 * Whether a sentence names a person in passing, as a company does of its own: in small letters, and going on. Under a
 * customer's words stand the name, the office and the other company.
 */
function isInPassing({ text }: Line, { name, role }: NamedPerson): boolean {
  const after = text.slice(text.indexOf(`${name}, ${role}`) + name.length + role.length + 2)
  if (after.startsWith(', ')) return /^\p{Ll}/u.test(after.slice(2))
  return /^\p{Ll}/u.test(role) && text.length > name.length + role.length + 10
}

export const patterns = [/[.!?]$/, /[\d.!?:;@©"]/, /^\p{Lu}/u, /^[^,.;:!?–—()]{3,60}/, /^\p{Ll}/u]
