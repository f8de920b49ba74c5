import { normalWords } from '../../../text/normal-words.ts'
import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { ancestors, nearest } from '../../document/dom-tree.ts'
import { joinedLine, type Line, linesOf, wordsOf } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { type PageKind, pageKind } from '../../document/page-kind.ts'
import { isPlaceholder } from '../../document/placeholder.ts'
import { inPlainCase, nameAndRole } from './names-with-roles.ts'
import { hasGivenName, isAsianName, isFirstName, isPersonName } from './person-names.ts'
import lexicon from './roles.json'
import { isAsianRole, isOwnRole, isRole, roleOfOne, trimRole } from './roles.ts'

/** A name with its role. */
export interface Card {
  name: string
  role: string
  lines: readonly [Line, ...Line[]]
}

interface Entry extends Card {
  /** Indexes of its first and last line. */
  from: number
  to: number
  known: boolean
  firstNameOnly: boolean
  /** Without a role, above a telephone number or a mailbox. */
  reached: boolean
  /** Alone, without a role, a text and contacts. */
  bare: boolean
  shape: string
  heading: Line | undefined
}

const unread: ReadonlySet<PageKind> = new Set(['privacy', 'terms', 'others'])
const bioMin = 50
const namesMin = 3

/**
 * People in a repeating layout: names of one shape, most of them with a role of the lexicon. A single one counts in a
 * team section, or where the name is a heading. Texts above their names are quotations.
 */
export const teamCards = oncePerPage(readTeamCards)

function readTeamCards(page: Page): readonly Card[] {
  const kind = pageKind(page)
  // Many systems type every page as an article, so the URL is checked too.
  const isPeoplePage = kind === 'team' || hasPhrase(pathOf(page.url), lexicon.teamHeadings)
  const isTeamPage = isPeoplePage || kind === 'about'
  if (isHistory(page) || unread.has(kind) || (kind === 'article' && !isTeamPage)) return []
  const lines = joinedNames(linesOf(page).filter(({ text }) => /[\p{L}\p{N}]/u.test(text)))
  const groups = Map.groupBy(
    entriesOf(lines),
    // Doctors stand under the names of their subjects.
    ({ role, shape, heading, name }) =>
      `${shape} ${role === '' && doctor.test(name) ? '' : (heading?.block.span.start ?? '')}`,
  )
  return [...groups.values()].flatMap((all) => {
    const heading = all[0]?.heading
    const isPeople = isPeoplePage || (heading !== undefined && isTeamHeading(heading))
    const inTeam = isTeamPage || isPeople
    // A first name among full ones has less evidence than they have.
    const full = all.filter(({ firstNameOnly }) => !firstNameOnly)
    const group = [all, full].find(
      (each) => (each === all || each.length >= namesMin) && isTeam(lines, each, { inTeam, isPeople }),
    )
    return (group ?? []).map(({ name, role, lines, known }) => ({
      name,
      role: known || heading === undefined || !isBoard(heading) ? role : roleOfOne(heading.text),
      lines,
    }))
  })
}

/** One line for a name across `<br>`. */
function joinedNames(lines: readonly Line[]): Line[] {
  const joined: Line[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    const text = last?.block === line.block ? `${last.text} ${line.text}` : ''
    const isName = text.length <= nameMax && isPersonName(text) && (line.heading > 0 || hasGivenName(text))
    const isApart = (one: Line) =>
      !isPersonName(one.text) && (hasGivenName(one.text) || !isPersonName(line.text))
    if (last !== undefined && isName && isApart(last)) joined[joined.length - 1] = joinedLine(last, line)
    else joined.push(line)
  }
  return joined
}

function isTeam(
  lines: readonly Line[],
  group: readonly Entry[],
  { inTeam, isPeople }: { inTeam: boolean; isPeople: boolean },
): boolean {
  const names = new Set(group.map(({ name }) => name)).size
  const known = group.filter((entry) => entry.known).length
  const given = group.filter(({ name }) => isAsianName(name) || hasGivenName(name)).length
  const heading = group[0]?.heading
  const board = heading !== undefined && isBoard(heading)
  const isSample = ({ name, to }: Entry) => isPlaceholder(name) || isPlaceholder(lines[to + 1]?.text ?? '')
  if (group.some((entry) => customers.has(phraseLine(entry.role).trim()) || isSample(entry))) return false
  const isIntroduced = (heading !== undefined && isTeamHeading(heading)) || (isPeople && group.length === 1)
  if (areQuotations(lines, group) && !isIntroduced) return false
  if (group.some(({ firstNameOnly }) => firstNameOnly))
    return names >= namesMin && known >= 0.6 * group.length
  // `Asset condition, Operations`: titles of several things look like names with roles.
  if (given === 0 && (known === 0 || (!inTeam && names > 1))) return false
  if (board && names >= namesMin) return true
  if (group.every(({ reached }) => reached)) return names >= 2
  if (names >= 2 && group.every(({ name }) => doctor.test(name))) return true
  // On a page about the company, headings of other subjects look like names.
  if (group.every(({ role }) => role === ''))
    return isPeople && names >= (group.every(({ bare }) => bare) ? namesMin : 2)
  if (names >= 2 && given >= (isPeople ? 0.5 : 0.8) * group.length && (isPeople || (inTeam && known > 0)))
    return true
  if (names >= 2)
    return inTeam && given > 0 ? known > group.length / (names > 4 ? 3 : 2) : known === group.length
  const [only] = group
  return only?.known === true && (inTeam || (only.lines[0].heading > 0 && only.lines[0].heading < 4))
}

const doctor =
  /^(?:Univ\.-)?(?:[Pp]rof\.? |PD |Priv\.-Doz\. )?(?:[Dd]rs?|Dra|Do[ck]tora?|Dokter|Dott(?:\.ssa)?)\.? (?:hab\. )?(?:inż\. )?\p{Lu}|^Dr\.\p{Lu}/u
const customers = new Set(lexicon.customers)

/** A page about former times, with former people. */
export const isHistory = (page: Page) => hasPhrase(pathOf(page.url), lexicon.histories)
const pathOf = (url: string) => phraseLine(new URL(url).pathname.slice(0, 200))

/** `“…” Anna Weber, Founder`: a quotation beside each name, or a text before each and none after the last. */
function areQuotations(lines: readonly Line[], group: readonly Entry[]): boolean {
  const isQuoted = (at: number) => quotation.test(lines[at]?.text ?? '')
  if (group.every(({ from, to }) => isQuoted(from - 1) || isQuoted(to + 1))) return true
  const isText = (at: number) => {
    const line = lines[at]
    return line !== undefined && line.text.length >= (line.heading > 0 ? 2 * bioMin : bioMin)
  }
  const last = group.at(-1)
  return last !== undefined && group.every(({ from }) => isText(from - 1)) && !isText(last.to + 1)
}

const quotation = /^["“”„«»‘] ?\p{L}/u

const isTeamHeading = (line: Line) => line.text.length <= 80 && hasPhrase(wordsOf(line), lexicon.teamHeadings)
/** Whether a text is only the label of a menu's people: `Our team`. */
export const isTeamLabel = (text: string) =>
  text.length <= 30 && text.split(' ').length <= 3 && hasPhrase(phraseLine(text), lexicon.teamHeadings)
const isBoard = (line: Line) => line.text.length <= 60 && hasPhrase(wordsOf(line), lexicon.boards)

function entriesOf(lines: readonly Line[]): Entry[] {
  const entries: Entry[] = []
  let taken = -1
  const headings: Line[] = []
  for (const [at, line] of lines.entries()) {
    const isName = isNameLine(line)
    if (line.heading > 0 && !isName) {
      headings.length = line.heading
      headings.push(line)
    }
    const parts = line.text.split(' | ', partsMax)
    if (at <= taken || !isRead(line) || parts.some((part) => part.length > 140)) continue
    const several = parts.length > 1 ? parts.flatMap((part) => nameAndRole(part) ?? []) : []
    const inLine = several.length > 1 ? several : [nameAndRole(line.text) ?? []].flat()
    if (inLine.length === 0 && !isName) continue
    const lineName = isName ? inPlainCase(line.text) : ''
    const next = lines[at + 1]
    const before = lines.slice(Math.max(0, at - 1, taken + 1), at).find((each) => isLinkedAs(line, each))
    const over =
      before !== undefined && isRead(before) && before.heading === 0 && isOwnRole(before.text)
        ? before
        : undefined
    const heading = headingOver(headings, isName ? line.heading : 0)
    const entry = (name: string, role: string, own: readonly [Line, ...Line[]], from: number): Entry => ({
      name,
      role: trimRole(role),
      lines: own,
      from,
      to: from + own.length - 1,
      known: isOwnRole(role),
      firstNameOnly: !isPersonName(name) && !isAsianName(name),
      shape: own.map(shapeOf).join(' '),
      reached: role === '' && isContact(lines[from + 1]?.text ?? ''),
      bare: role === '' && !hasBio(line, lines[from + 1] ?? line),
      heading,
    })
    if (inLine.length > 0) entries.push(...inLine.map(({ name, role }) => entry(name, role, [line], at)))
    else if (isName && before !== undefined && labels(before, line)) {
      const above = headingOver(headings, before.heading)
      entries.push({ ...entry(lineName, before.text, [before, line], at - 1), heading: above })
      taken = at
    } else if (
      isName &&
      next !== undefined &&
      isRead(next) &&
      isRoleLine(line, next) &&
      !(over !== undefined && isNearer(line, over, next))
    ) {
      entries.push(entry(lineName, next.text, [line, next], at))
      taken = at + 1
    } else if (isName && over !== undefined) {
      entries.push(entry(lineName, over.text, [over, line], at - 1))
      taken = at
    } else if (
      isName &&
      ((isPersonName(lineName) && hasGivenName(lineName)) ||
        (next !== undefined && (hasBio(line, next) || (isContact(next.text) && !isAsianName(line.text)))))
    )
      entries.push(entry(lineName, '', [line], at))
  }
  return entries
}

/** `Tel. +49 431 123456` or a mailbox, alone. */
const isContact = (text: string) =>
  !/^(?:19|20)\d\d ?[–-]/.test(text) &&
  /^\P{N}{0,12}\+?\d(?:[\s()/.-]{0,3}\d){6,14}$|^\S{1,40}@\S{3,60}$/u.test(text.slice(0, 120))

function headingOver(headings: readonly Line[], level: number): Line | undefined {
  return headings.findLast((line, at) => line !== undefined && (level === 0 || at < level))
}

const rowOf = ({ block: { block } }: Line) => nearest(block, 'tr')

/** Whether the previous line is a term, the first cell of the row or a heading with the role of the name. */
function labels(before: Line, name: Line): boolean {
  const { localName } = before.block.block
  const isCell = rowOf(name) !== null && rowOf(before) === rowOf(name)
  const isTerm = isCell || (localName === 'dt' && name.block.block.localName === 'dd')
  const isLabel = isTerm || (before.heading > 0 && name.heading === 0)
  return isLabel && isRead(before) && isOwnRole(before.text) && hasGivenName(name.text)
}

/** Whether the role over a name is in the element of the name and the next line is not. */
function isNearer(name: Line, over: Line, next: Line): boolean {
  const box = name.block.block.parentElement
  const isInside = ({ block: { block } }: Line) => block === box || block.parentElement === box
  return isInside(over) && !isInside(next)
}

const isRead = ({ area }: Line) => area === 'main' || area === 'aside' || area === 'header'
const nameMax = 70
const partsMax = 12
const isNameLine = ({ text, block: { block } }: Line) =>
  text.length <= nameMax &&
  (isPersonName(inPlainCase(text)) ||
    isFirstName(text) ||
    (isAsianName(text) && block.localName !== 'dt' && block.localName !== 'th'))

/** Whether a heading is the name of the person whom the text below describes. */
function hasBio({ text, heading }: Line, next: Line): boolean {
  if (heading === 0 || next.heading > 0 || next.text.length < bioMin || !isPersonName(inPlainCase(text)))
    return false
  const words = wordsOf(next)
  return (
    hasGivenName(inPlainCase(text)) ||
    normalWords(text).some((word) => word.length > 2 && words.includes(` ${word} `))
  )
}

const linkOf = ({ pieces }: Line) => nearest(pieces[0]?.run.element, 'a', 'button')

/** Not `View profile` below a name, a link of its own. */
const isLinkedAs = (name: Line, role: Line) => linkOf(role) === null || linkOf(role) === linkOf(name)

/** Whether the line after a name may be a role: a known one, or a short title of lower heading level than the name. */
function isRoleLine(name: Line, next: Line): boolean {
  const { text, heading, area } = next
  // A heading above the name's own level begins a section.
  if (area !== name.area || (heading > 0 && heading < (name.heading || 4))) return false
  if (rowOf(name) !== rowOf(next) || !isLinkedAs(name, next)) return false
  if (isAsianName(name.text)) return isAsianRole(text)
  const isName = isPersonName(text.split(', ')[0] ?? '') && !isTitleUnder(name, next)
  if (isName || /[!?@©"]|https?:|[.]$/.test(text)) return false
  if (isRole(text)) return true
  const isBelow = heading === 0 || name.heading > 0
  return isBelow && /^(?:\p{Lu}[^\d]{3,49}|\p{Lu}{2,3})$/u.test(text)
}

/** `Atención al Usuario` in another layout than the name above. */
const isTitleUnder = (name: Line, next: Line) =>
  hasGivenName(name.text) && !hasGivenName(next.text) && shapeOf(name) !== shapeOf(next)

const shapeDepth = 4

/** The tags around a line. */
function shapeOf(line: Line): string {
  const around = ancestors(line.block.block, shapeDepth).map(({ localName }) => localName)
  return [line.pieces[0]?.run.element.localName ?? '', ...around].join('<')
}
