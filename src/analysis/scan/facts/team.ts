import { cleanText } from '../document/clean-text.ts'
import { jsonEvidence, lineEvidence, linesEvidence } from '../document/evidence.ts'
import { looksLikeInstruction } from '../document/instruction.ts'
import { type Line, linesOf, wordsOf } from '../document/lines.ts'
import { metaEvidence, metasNamed } from '../document/metas.ts'
import {
  isObject,
  type JsonObject,
  objectsOf,
  organisationsOf,
  stringOf,
  typesOf,
} from '../document/organisation.ts'
import type { Page } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import type { PageFact } from './fact.ts'
import { foundingYears, headcounts, pairedFigures, tellsNumber } from './shared/company-figures.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { peopleInText } from './shared/people-in-text.ts'
import { isPersonName, personKey, withoutSalutation } from './shared/person-names.ts'

const peopleMax = 40
const lineMax = 1000

interface Member extends Said {
  name: string
  role: string
}

interface Stated extends Said {
  kind: 'founded' | 'headcount'
  value: number
}

/** Who leads and makes up the company, since when it exists, and how many they are. */
export function findTeam(page: Page): readonly PageFact[] {
  return [...peopleFacts(page), ...figureFacts(page)]
}

function peopleFacts(page: Page): PageFact[] {
  const byKey = new Map<string, Member[]>()
  const members = [...structuredPeople(page), ...peopleInText(page)]
  for (const member of members) {
    if (looksLikeInstruction(`${member.name} ${member.role}`)) continue
    // A person is one fact; what is said first, in structured data or under the name, is the role.
    const key = personKey(member.name)
    const same = byKey.get(key)
    if (same !== undefined) same.push(member)
    else if (byKey.size < peopleMax) byKey.set(key, [member])
  }
  return [...byKey].flatMap(([key, said]) => {
    const first = said[0]
    if (first === undefined) return []
    const value = cleanText(`${withoutSalutation(first.name)}, ${first.role}`)
    return factsByPlace({ topic: 'team', kind: 'found', key: `person ${key}`, text: value, value }, said)
  })
}

const personProperties: ReadonlyArray<readonly [property: string, role: string]> = [
  ['founder', 'Founder'],
  ['founders', 'Founder'],
  ['employee', ''],
  ['employees', ''],
  ['member', ''],
  ['members', ''],
]

function structuredPeople(page: Page): Member[] {
  const people: Member[] = []
  const add = (item: Page['jsonLd'][number], person: JsonObject, fallback: string) => {
    const name = stringOf(person['name'])
    const role = stringOf(person['jobTitle']) || fallback
    if (role === '' || role.length > 80 || !isPersonName(name)) return
    people.push({ name, role, strength: 'structured', evidence: jsonEvidence(page, item, name) })
  }
  for (const { item, value } of organisationsOf(page)) {
    for (const [property, role] of personProperties) {
      for (const person of objectsOf(value[property]))
        if (typesOf(person).includes('Person')) add(item, person, role)
      const plain = value[property]
      if (typeof plain === 'string' && role !== '') add(item, { name: plain }, role)
    }
  }
  const kind = pageKind(page)
  if (kind !== 'team' && kind !== 'about') return people
  for (const item of page.jsonLd)
    if (item.types.includes('Person') && isObject(item.value)) add(item, item.value, '')
  return people
}

function figureFacts(page: Page): PageFact[] {
  const byKey = new Map<string, Stated[]>()
  for (const stated of [...structuredFigures(page), ...textFigures(page)]) {
    const key = `${stated.kind}:${stated.value}`
    byKey.set(key, [...(byKey.get(key) ?? []), stated])
  }
  return [...byKey].flatMap(([key, said]) => {
    const { kind = 'founded', value = 0 } = said[0] ?? {}
    const text = kind === 'founded' ? `Founded in ${value}` : `${value} people`
    const sure = said.some(({ strength }) => strength !== 'wording')
    return factsByPlace({ topic: 'team', kind: sure ? 'found' : 'inferred', key, text, value: key }, said)
  })
}

function structuredFigures(page: Page): Stated[] {
  const stated: Stated[] = []
  for (const { item, value } of organisationsOf(page)) {
    const date = stringOf(value['foundingDate'])
    const year = /^(?:1[5-9]|20)\d{2}/.exec(date)?.[0]
    if (year !== undefined)
      stated.push({
        kind: 'founded',
        value: Number(year),
        strength: 'structured',
        evidence: jsonEvidence(page, item, date),
      })
    const size = value['numberOfEmployees']
    const written = isObject(size) ? stringOf(size['value'] ?? size['minValue']) : stringOf(size)
    if (/^\d{1,7}$/.test(written) && Number(written) > 0)
      stated.push({
        kind: 'headcount',
        value: Number(written),
        strength: 'structured',
        evidence: jsonEvidence(page, item, written),
      })
  }
  return stated
}

function textFigures(page: Page): Stated[] {
  const kind = pageKind(page)
  if (kind === 'article' || kind === 'others' || kind === 'privacy' || kind === 'terms') return []
  const stated: Stated[] = kind === 'home' ? describedYears(page) : []
  const sections = sectionsOf(page)
  let last: Line | undefined
  for (const line of linesOf(page)) {
    if (stated.length >= peopleMax) break
    if (line.text.length > lineMax || sections.get(line)?.foreign === true) continue
    for (const figure of [...foundingYears(line.text), ...headcounts(line.text, wordsOf(line))]) {
      // On other pages `since 2009` tells a person's career, or a product's.
      if (!figure.explicit && kind !== 'home' && kind !== 'about') continue
      const strength = figure.explicit ? 'explicit' : 'wording'
      const evidence = lineEvidence(page, line, figure.from, figure.to)
      stated.push({ kind: figure.kind, value: figure.value, strength, evidence })
    }
    const pair = last === undefined || !isPair(last, line) ? [] : pairedFigures(last.text, line.text)
    for (const { kind, value } of pair)
      stated.push({
        kind,
        value,
        strength: 'explicit',
        evidence: linesEvidence(page, last === undefined ? [line] : [last, line]),
      })
    last = line
  }
  return stated
}

/** Lines that may tell a number together: of one area, and not the end of one entry and the start of the next. */
function isPair(one: Line, other: Line): boolean {
  const [name, nextName] = [one.block.block.localName, other.block.block.localName]
  return (
    one.area === other.area &&
    name !== 'dd' &&
    !(name === 'td' && nextName === 'th') &&
    nextName !== 'dt' &&
    [one, other].some((line) => tellsNumber(line.text, wordsOf(line)))
  )
}

/** `Bakers in Metz since 1962`: what the start page says of itself in its head. */
function describedYears(page: Page): Stated[] {
  return metasNamed(page, 'description')
    .slice(0, 1)
    .flatMap((meta) =>
      foundingYears(meta.content.slice(0, 400)).map(({ kind, value, explicit }) => ({
        kind,
        value,
        strength: explicit ? ('explicit' as const) : ('wording' as const),
        evidence: metaEvidence(page, meta),
      })),
    )
}

export const patterns = [/^(?:1[5-9]|20)\d{2}/, /^\d{1,7}$/]
