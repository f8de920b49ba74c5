import { normalWords } from '../../../text/normal-words.ts'
import { hasPhrase, phraseAt } from '../../../text/phrases.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { type PageKind, pageKind } from '../../document/page-kind.ts'
import { hasLegalForm } from '../../site/company-names.ts'
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
  return lines.flatMap((line, at) => {
    if (line.text.length > lineMax || line.area === 'nav') return []
    const found = [
      ...(isHistory(page) ? [] : labelled(line, lines[at + 1], kind)),
      ...(kind === 'imprint'
        ? [...represented(line, lines[at + 1]), ...operated(line), ...provider(lines, at)]
        : []),
      ...(kind === 'home' || kind === 'about' || kind === 'team'
        ? [...founders(line), ...described(line)]
        : []),
      ...introduced(line),
    ]
    return found
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
  if (isOfficerLabel(rest.replace(/:$/, '')) && next !== undefined)
    return people(next.text, rest.replace(/:$/, ''), [line, next])
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

/** `Este sitio web es propiedad y está operado por Randy Ortega.` */
function operated(line: Line): Card[] {
  return nameBehind(line, lexicon.operatedBy, 'Owner')
}

const addressReach = 3

/** `Angaben gemäß § 5 DDG`, a person's name and an address, without a company: a sole trader, or who is responsible. */
function provider(lines: readonly Line[], at: number): Card[] {
  const [label, line] = [lines[at - 1], lines[at]]
  if (label === undefined || line === undefined || !isPersonName(line.text)) return []
  const below = lines.slice(at + 1, at + 1 + addressReach).map(({ text }) => text)
  if (!below.some((text) => /^\D{0,4}\d{4,5} \p{Lu}/u.test(text)) || below.some(hasLegalForm)) return []
  const words = wordsOf(label)
  const role = Object.entries(lexicon.providers).find(([, phrases]) => hasPhrase(words, phrases))?.[0]
  return role === undefined ? [] : [{ name: line.text, role, lines: [label, line] }]
}

const founding =
  /(?<!\p{L})(?:[Ff]ounded|[Ee]stablished|[Ss]tarted|[Cc]reated|[Ff]undad[ao]|[Ff]ondat[ao]|[Ff]ondée?|[Cc]réée?|[Gg]egründet|[Oo]pgericht|[Gg]runda(?:d|t|des)|[Gg]rundlagt|[Ss]tiftet|[Zz]ałożon[ay])(?!\p{L})[^.;:!?]{0,70}? (?:by|por|da|par|von|door|av|af|przez) (?:\p{Ll}{1,14} ){0,3}(?=\p{Lu})/u

const founded =
  /(?:^|[.!?] )(\p{Lu}[\p{L}’'-]{1,20}(?: \p{Lu}[\p{L}’'-]{1,20}){1,2}) (?:founded|started|established|gründete|startade|grundade|a (?:fondé|créé)|fundó|creó|fondò|ha fondato|startet|startede|stiftede|grunnla|założyła?)(?!\p{L})/u

/**
 * `Fundada en 1998 por Sergio Villaseca`. Founders of companies from before 1980 are left out, as they are likely
 * retired.
 */
function founders(line: Line): Card[] {
  if (line.area === 'footer' || /(?<!\d)(?:1[5-8]\d|19[0-7])\d(?!\d)/.test(line.text)) return []
  const match = founding.exec(line.text)
  if (match === null) return people(founded.exec(line.text)?.[1] ?? '', 'Founder', [line])
  return people(firstName(line.text.slice(match.index + match[0].length).split(' ', 6)), 'Founder', [line])
}

const leading =
  /(?<![\p{L}-])(CEO|[Ff]ounder(?: (?:and|&) CEO)?|[Oo]wner|[Mm]anaging [Dd]irector|Inhaber(?:in)?|Inh\.|Geschäftsführer(?:in)?|Gründer(?:in)?|[Ff]ondateur|[Ff]ondatrice|[Gg]érante?|[Pp]ropriétaire|[Tt]itolare|[Ff]ondatore|[Ff]undadora?|[Pp]ropietari[ao]|[Ee]igenaar|[Oo]prichter|[Zz]aakvoerder|[Gg]rundare|[Ää]gare|[Ii]ndehaver|[Dd]aglig leder):? (?=\p{Lu})/u

const elsewhere = /^,? (?:of|for|from|at|von|vom|bei|der|de|del|du|chez|van|bij|di|da|för|på) /

/** `when CEO Nick Gupta returned`, `Metzgerei Weber, Inh. Anna Weber`: not of another company, and not in a quotation. */
function introduced(line: Line): Card[] {
  const { text } = line
  const match = /["“„«»]/.test(text) ? null : leading.exec(text)
  if (match === null) return []
  const behind = text.slice(match.index + match[0].length, match.index + match[0].length + 120)
  const name = firstName(behind.split(' ', 6))
  const after = behind.slice(name.length, name.length + 40)
  if (elsewhere.test(after) || hasLegalForm(after)) return []
  const [, role = ''] = match
  return people(name, role === 'Inh.' ? 'Owner' : role, [line])
}

const being =
  /^(\p{Lu}[\p{L}.’' -]{4,40}?),? (?:is|ist|est|es|è|é|är|er|jest) (?:(?:our|the|a|an|unsere?|der|die|notre|le|la|el|il|o|a|onze|de|vores|vår) )?(\p{L}[\p{L}-]+(?: \p{L}[\p{L}-]+)?)(?= |[,.]|$)/u

/** `Anna Weber ist unsere Geschäftsführerin.`, but not `of Acme`. */
function described(line: Line): Card[] {
  const [whole = '', name = '', words = ''] = being.exec(line.text) ?? []
  const role = [words, words.split(' ')[0] ?? ''].find(isOfficerLabel)
  if (role === undefined || !hasGivenName(name)) return []
  const after = line.text.slice(whole.length - words.length + role.length, whole.length + 40)
  return elsewhere.test(after) ? [] : people(name, role, [line])
}

function nameBehind(line: Line, phrases: readonly string[], role: string): Card[] {
  const words = wordsOf(line)
  const at = hasPhrase(words, phrases) ? phraseAt(line.text, words, phrases) : -1
  if (at === -1) return []
  const behind = line.text.slice(at).split(' ', 14)
  const start = behind.findIndex((word, index) => index > 0 && /^\p{Lu}/u.test(word))
  return start === -1 ? [] : people(firstName(behind.slice(start)), role, [line])
}

/** The longest run of words that forms a name. */
function firstName(words: readonly string[]): string {
  for (const count of [5, 4, 3, 2]) {
    const name = words
      .slice(0, count)
      .join(' ')
      .replace(/[.,;]$/, '')
    if (isPersonName(name)) return name
  }
  return ''
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
