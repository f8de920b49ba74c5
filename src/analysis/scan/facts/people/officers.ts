import { normalWords } from '../../../text/normal-words.ts'
import { hasPhrase } from '../../../text/phrases.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { type PageKind, pageKind } from '../../document/page-kind.ts'
import { hasLegalForm } from '../../site/company-names.ts'
import { resembles, siteOf } from '../../site/site-name.ts'
import { hasGivenName, isAsianName, isFirstName, isPersonName } from './person-names.ts'
import lexicon from './roles.json'
import { isAsianRole, isOfficerLabel, isOwnRole, isRole, isRoleWord, roleOfOne, trimRole } from './roles.ts'
import { type Card, isHistory } from './team-cards.ts'

const lineMax = 1_000
/** With the text in brackets after it. */
const labelMax = 102

/** Owners and managers of the company, after a label: `Geschäftsführer: A B und C D`. */
export function officers(page: Page): Card[] {
  const kind = pageKind(page)
  if (kind === 'article' || kind === 'others') return []
  const lines = linesOf(page)
  const isPast = isHistory(page)
  return lines.flatMap((line, at) => {
    if (line.text.length > lineMax || line.area === 'nav') return []
    const inImprint =
      kind === 'imprint' ? [...represented(line, lines[at + 1]), ...provider(page, lines, at)] : []
    return [...(isPast ? [] : labelled(line, lines[at + 1], kind)), ...inImprint]
  })
}

const ofPeople: ReadonlySet<PageKind> = new Set(['team', 'about', 'contact'])

function labelled(line: Line, next: Line | undefined, kind: PageKind): Card[] {
  const isImprint = kind === 'imprint'
  const colon = line.text.search(/[:：]/)
  if ((colon === -1 ? line.text.length : colon) > labelMax) return isImprint ? afterRole(line, line.text) : []
  const label = (colon === -1 ? line.text : line.text.slice(0, colon))
    .replace(/\s?\([^()]{0,40}\)$/, '')
    .trim()
  const isOfPeople = ofPeople.has(kind) && (colon !== -1 || isCell(line))
  if (!isOfficerLabel(label) && !((isImprint || isOfPeople) && isLeadRole(label)))
    return isImprint ? afterRole(line, line.text) : []
  const rest = colon === -1 ? '' : line.text.slice(colon + 1).trim()
  const isSure = ({ name }: Card) => !isOfPeople || isOfficerLabel(label) || hasGivenName(name)
  if (rest !== '') return people(rest, label, [line]).filter(isSure)
  const isLabel = colon !== -1 || line.heading > 0 || isCell(line)
  if (next === undefined || !isLabel || next.area !== line.area || next.text.length > 120) return []
  // In tables of names and roles the next name is in a separate row.
  return people(next.text, label, [line, next]).filter(isSure)
}

/** Not `Nom commercial`, whose second word is a role too. */
const isLeadRole = (label: string) =>
  label.length <= 60 &&
  !lexicon.nameLabels.includes(normalWords(label)[0] ?? '') &&
  normalWords(label).length <= 4 &&
  isRole(label) &&
  !isPersonName(label)

/** A term, a row's first cell, or bold text alone in its block. */
function isCell({ block: { block }, pieces }: Line): boolean {
  if (block.localName === 'dt' || block.localName === 'th') return true
  if (block.localName === 'td') return block.previousElementSibling === null
  const tag = pieces[0]?.run.element.localName
  return pieces.length === 1 && (tag === 'b' || tag === 'strong')
}

/** `Vertreten durch die Geschäftsführerin Anna Weber`, or with the name in the next line. */
function represented(line: Line, next: Line | undefined): Card[] {
  const words = wordsOf(line)
  const phrase = lexicon.representedBy.findLast((each) => words.startsWith(` ${each} `))
  if (phrase === undefined) return []
  const rest = line.text
    .split(' ')
    .slice(phrase.split(' ').length)
    .join(' ')
    .replace(/^(?:(?:die|den|der|its|the|le|la|il|el) )?[:：]?\s?/, '')
  const written = rest.length > 2 ? rest : (next?.text ?? '')
  const lines: readonly [Line, ...Line[]] = rest.length > 2 || next === undefined ? [line] : [line, next]
  const label = rest.replace(/:$/, '')
  if (isOfficerLabel(label) && next !== undefined) return people(next.text, label, [line, next])
  const byRole = afterRole(line, written, lines)
  return byRole.length > 0 || written.includes(':') ? byRole : people(written, 'Legal representative', lines)
}

/** `Geschäftsführerin Frauke Petersen`: the role, then the name. */
function afterRole(line: Line, text: string, lines: readonly [Line, ...Line[]] = [line]): Card[] {
  const words = text.slice(0, 160).split(' ')
  const isRolePart = (word: string) => isRoleWord(normalWords(word)[0] ?? '')
  let at = 0
  while (
    at < 5 &&
    at < words.length &&
    (isRolePart(words[at] ?? '') || (at > 0 && joins.has(words[at] ?? '')))
  )
    at++
  return at === 0 ? [] : people(words.slice(at).join(' '), words.slice(0, at).join(' '), lines)
}

const joins = new Set(['und', 'and', 'et', 'y', 'e', '&', 'och', 'og'])

const addressReach = 3

/** `Angaben gemäß § 5 DDG`, a person's name and an address, without a company: a sole trader, or who is responsible. */
function provider(page: Page, lines: readonly Line[], at: number): Card[] {
  const [label, line] = [lines[at - 1], lines[at]]
  if (label === undefined || line === undefined || !isPersonName(line.text)) return []
  // `Acme Electronics` on acme.com has the form of a name.
  if (!hasGivenName(line.text) && resembles(line.text, siteOf(page.url).label)) return []
  const below = lines.slice(at + 1, at + 1 + addressReach).map(({ text }) => text)
  if (!below.some((text) => /^\D{0,4}\d{4,5} \p{Lu}/u.test(text)) || below.some(hasLegalForm)) return []
  const words = wordsOf(label)
  const role = Object.entries(lexicon.providers).find(([, phrases]) => hasPhrase(words, phrases))?.[0]
  return role === undefined ? [] : [{ name: line.text, role, lines: [label, line] }]
}

/** `Julien` of `Julien & Ghjovan Raffin`, who share a surname. */
function withSurname(names: readonly string[]): string[] {
  const [first = '', second = ''] = names
  return names.length === 2 && isFirstName(first) && isPersonName(second)
    ? [`${first} ${second.split(' ').slice(1).join(' ')}`, second]
    : [...names]
}

const separators = /, | und | and | et | & |; | \/ | y | e | og | och |、/

/** All names of a list, each with the role after it. */
function people(text: string, label: string, lines: readonly [Line, ...Line[]]): Card[] {
  if (isAsianRole(label)) {
    const [, title = '', name = ''] = /^(\S{1,12})[ \u3000](.{2,12})$/u.exec(text) ?? []
    if (isAsianRole(title) && isAsianName(name)) return [{ name, role: title, lines }]
    return isAsianName(text) ? [{ name: text, role: label, lines }] : []
  }
  const plain = text.replace(/[.;]$/, '')
  const open = plain.indexOf(' (')
  const inside = open > 0 ? plain.slice(open + 2).replace(/\).*$/, '') : ''
  if (inside !== '' && isPersonName(plain.slice(0, open)) && isOwnRole(inside))
    return [{ name: plain.slice(0, open), role: inside, lines }]
  const comma = plain.indexOf(', ')
  const behind = comma === -1 ? '' : plain.slice(comma + 2)
  const own = [behind, behind.split(', ')[0] ?? ''].map(trimRole).find(isOwnRole) ?? ''
  if (isPersonName(plain.slice(0, comma)) && own !== '' && !isPersonName(own))
    return [{ name: plain.slice(0, comma), role: own, lines }]
  const names = withSurname(
    plain
      .replace(/\s?\([^()]{0,60}\)/g, '')
      .split(separators)
      .map((name) => name.trim()),
  )
  const all = names.length <= 8 && names.every(isPersonName) ? names : names.slice(0, 1).filter(isPersonName)
  return all.map((name) => ({ name, role: roleOfOne(label), lines }))
}
