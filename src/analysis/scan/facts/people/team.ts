import { normalWords } from '../../../text/normal-words.ts'
import { looksLikeInstruction } from '../../document/instruction.ts'
import { linesOf } from '../../document/lines.ts'
import {
  type JsonObject,
  objectsOf,
  organisationsOf,
  stringOf,
  typesOf,
} from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import type { Site } from '../../site/site.ts'
import { candidateInJsonLd, candidateInLine, candidateInLines, candidateInLink } from '../candidates.ts'
import { linksUnder } from '../offer/menu-offers.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { nameBeforeRole } from './names-with-roles.ts'
import { officers } from './officers.ts'
import { hasGivenName, isPersonName, personKey, withoutSalutation } from './person-names.ts'
import lexicon from './roles.json'
import { type Card, isTeamLabel, teamCards } from './team-cards.ts'

/** Managers and employees, each with the role given on the site. */
export const team: Topic = { topics: ['team'], readsLegalPages: true, read, decide }

const peopleMax = 80

const stated = (name: string, role: string, use: 'member' | 'officer' | 'sole' = 'member') => ({
  topic: 'team' as const,
  value: withoutSalutation(name),
  details: { role, use },
})

function read(page: Page): Candidate[] {
  const inLines =
    (use: 'member' | 'officer') =>
    ({ name, role, lines }: Card) =>
      looksLikeInstruction(`${name} ${role}`) ? [] : candidateInLines(page, stated(name, role, use), lines)
  return [
    ...inStructuredData(page),
    ...teamCards(page).flatMap(inLines('member')),
    ...officers(page).flatMap(inLines('officer')),
    ...practitioners(page),
    ...founders(page),
    ...inMenus(page),
  ]
}

function inStructuredData(page: Page): Candidate[] {
  const organisations = organisationsOf(page)
  const member = (item: Page['jsonLd'][number], person: JsonObject, fallback: string, owner: string) => {
    const name = stringOf(person['name'])
    const role = stringOf(person['jobTitle']) || fallback
    if (role === '' || role.length > 80 || !isPersonName(name) || looksLikeInstruction(role)) return []
    return candidateInJsonLd(page, stated(name, role), item, { written: name, owner })
  }
  const ofCompany = organisations.flatMap(({ item, value }) =>
    Object.entries(lexicon.properties).flatMap(([property, role]) => {
      const plain = value[property]
      const persons = objectsOf(plain).filter((person) => typesOf(person).includes('Person'))
      const named = typeof plain === 'string' && role !== '' ? [{ name: plain }] : []
      return [...persons, ...named].flatMap((person) => member(item, person, role, stringOf(value['name'])))
    }),
  )
  const kind = pageKind(page)
  if (kind !== 'team' && kind !== 'about' && kind !== 'home') return ofCompany
  const alone = page.jsonLd
    .filter(({ types }) => types.includes('Person'))
    .flatMap((item) => member(item, item.value, '', stringOf(item.value['worksFor'])))
  return [...ofCompany, ...alone]
}

/** The menu's pages of people, as law firms have them. */
function inMenus(page: Page): Candidate[] {
  return linksUnder(page, isTeamLabel).flatMap((link) =>
    isPersonName(link.text) && hasGivenName(link.text)
      ? candidateInLink(page, stated(link.text, ''), link, 'menu')
      : [],
  )
}

const practitionerMax = 90

/** `Léo Turpin Bonnet – Avocat fiscaliste`: the person after whom a practice is named; `decide` checks that. */
function practitioners(page: Page): Candidate[] {
  return linesOf(page).flatMap((line) => {
    if (line.text.length > practitionerMax || (line.area === 'main' && line.heading !== 1)) return []
    const split = nameBeforeRole(line.text)
    return split === undefined ? [] : candidateInLine(page, stated(split.name, split.role, 'sole'), line)
  })
}

const founding = new RegExp(
  `(?<!\\p{L})(?:${lexicon.founding})(?: [\\p{L}\\d]{2,12}){0,3} (?:${lexicon.by}) (?<name>\\p{Lu}[\\p{L}'’.-]{1,20}(?: (?:van|von|de|der|den|da|di|el|al|\\p{Lu}[\\p{L}'’.-]{1,20})){1,3})`,
  'u',
)

/** `HM Motor grundades 1990 av Håkan Mikaelsson`. */
function founders(page: Page): Candidate[] {
  const kind = pageKind(page)
  if (kind !== 'home' && kind !== 'about' && kind !== 'team') return []
  return linesOf(page).flatMap((line) => {
    const name =
      line.area === 'main' ? founding.exec(line.text)?.groups?.['name']?.replace(/\.$/, '') : undefined
    if (name === undefined || !isPersonName(name) || !hasGivenName(name)) return []
    return candidateInLine(page, stated(name, 'Founder'), line)
  })
}

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const brands = new Set(site.names.map((name) => personKey(name)))
  const own = candidates.filter(({ value, place, details: { use } }) =>
    use === 'sole'
      ? isNamedAfter(site, value)
      : // Above a line such as `Your specialist`, the company's name is not a person's.
        use === 'officer' || place === 'json-ld' || !brands.has(personKey(value)),
  )
  const byPerson = Map.groupBy(own, ({ value }) => personKey(value))
  return [...byPerson].slice(0, peopleMax).map(([key, support]) => {
    const { value = '', role = '' } = bestWording(support)
    const text = role === '' ? value : `${value}, ${role}`
    return { topic: 'team', key: `person ${key}`, text, value: text, support }
  })
}

/** Prefers the role of a person to the label of an office. */
function bestWording(support: readonly SiteCandidate[]): { value?: string; role?: string } {
  const rank = ({ place, details }: SiteCandidate) =>
    Number(place === 'json-ld') * 2 +
    Number(place !== 'imprint') +
    Number(details['use'] !== 'sole') +
    Number(details['role'] !== '') / 2
  const [best] = support.toSorted((one, other) => rank(other) - rank(one))
  return best === undefined ? {} : { value: best.value, role: best.details['role'] ?? '' }
}

/** Whether the domain or a name of the site contains the person's name, or the domain the initials. */
function isNamedAfter({ label, names }: Site, name: string): boolean {
  const words = normalWords(name)
  const initials = words.map((word) => word[0]).join('')
  const joined = [label, ...names].map((each) => normalWords(each).join(' '))
  return (
    (initials.length > 2 && normalWords(label)[0] === initials) ||
    joined.some((each) => words.some((word) => word.length > 3 && each.includes(word)))
  )
}
