import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { sentenceAt } from '../../../text/sentences.ts'
import { looksLikeInstruction } from '../../document/instruction.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import { listedElements } from '../../document/listing.ts'
import { contactsOf, objectsOf, stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { sectionsOf } from '../../document/sections.ts'
import { areOneAddress } from '../../site/spellings.ts'
import { candidateInSpan, candidatesOfOrganisations } from '../candidates.ts'
import { settle } from '../merge/settle.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { otherParties } from './other-parties.ts'
import { numbersIn } from './phone-numbers.ts'
import { type PostalAddress, postalAddresses } from './postal-addresses.ts'
import { addressWords, isStreet, postcodeIn } from './postal-lines.ts'
import words from './postal-words.json'
import { type ReadAddress, readPlainAddress, readPostalAddress } from './structured-address.ts'

/** The company's postal addresses, without those of authorities, agencies, customers and events. */
export const address: Topic = {
  topics: ['address'],
  read: (page) => [...inStructuredData(page), ...inText(page)],
  decide,
}

const addressesMax = 10
const lengthMax = 200

const stated = ({ text, key }: Pick<ReadAddress, 'text' | 'key'>) =>
  ({ topic: 'address', value: text.slice(0, lengthMax), details: { key } }) as const

function inStructuredData(page: Page): Candidate[] {
  return candidatesOfOrganisations(page, (value) => {
    return contactsOf(value).flatMap((holder) => {
      const objects = objectsOf(holder['address']).map((object) => ({
        read: readPostalAddress(object),
        written: stringOf(object['streetAddress']),
      }))
      const text = stringOf(holder['address'])
      return [...objects, { read: readPlainAddress(text), written: text }].flatMap(({ read, written }) =>
        read ? [{ ...stated(read), written }] : [],
      )
    })
  })
}

function inText(page: Page): Candidate[] {
  const isListed = listedElements(page)
  const isOthers = otherParties(page)
  return postalAddresses(page).flatMap((found) => {
    const { line, from, span, text } = found
    const isCompany =
      text.length <= lengthMax &&
      !looksLikeInstruction(text) &&
      !isListed(line.block.block) &&
      !isOthers(line, from)
    return isCompany && isAtContacts(page, found)
      ? candidateInSpan(page, stated(found), line, { from, span })
      : []
  })
}

/** Whether an address is at a place of contact details. */
function isAtContacts(page: Page, { line, labelled, from }: PostalAddress): boolean {
  if (line.area === 'footer' || line.area === 'header') return true
  const kind = pageKind(page)
  if (kind === 'imprint' || kind === 'contact' || kind === 'team') return true
  if (kind === 'others' || kind === 'article') return false
  const heading = sectionsOf(page).get(line)?.heading ?? ''
  // `Sie finden uns in der`, in the sentence of the address.
  const before = line.text.slice(sentenceAt(line.text, from).start, from)
  return (
    labelled ||
    hasPhrase(phraseLine(before), words.leads) ||
    hasPhrase(phraseLine(heading), words.contactHeadings) ||
    (line.text.length <= 80 && hasPhrase(wordsOf(line), words.contactHeadings)) ||
    hasContactNear(page, line)
  )
}

const nearLines = 4

/** A phone number or e-mail address within a few lines. */
function hasContactNear(page: Page, line: Line): boolean {
  const lines = linesOf(page)
  const at = lines.indexOf(line)
  return lines
    .slice(Math.max(0, at - nearLines), at + nearLines + 2)
    .some(
      ({ text }) =>
        text.length < 120 && (text.includes('@') || (numbersIn(text).length > 0 && !isStreet(text))),
    )
}

interface Group {
  value: string
  support: SiteCandidate[]
}

function decide(candidates: readonly SiteCandidate[]): Decision[] {
  const groups: Group[] = []
  const byKey = [...Map.groupBy(candidates, ({ details }) => details['key'] ?? '').values()]
  for (const support of byKey.sort((a, b) => b.length - a.length)) {
    const value = fullest(support)
    const known = groups.find((group) => areOneAddress(wordsIn(group.value), wordsIn(value)))
    if (known === undefined) groups.push({ value, support })
    else {
      known.support.push(...support)
      known.value = fullest(known.support)
    }
  }
  const full = groups.filter(({ value }) => postcodeIn(value) !== undefined)
  // Beside a complete address, one without a code is a part of it or of another party.
  const chosen = full.some(({ support }) => support.length > 1) ? full : groups
  // `AcmeMain Street 1`: a name in an element of its own without a space behind it.
  const isJoined = (value: string) =>
    chosen.some((other) => other.value !== value && value.endsWith(other.value))
  const bare = chosen.filter(({ value }) => !isJoined(value))
  const decisions = bare.slice(0, addressesMax).map(
    ({ value, support }): Decision => ({
      topic: 'address',
      key: support[0]?.details['key'] ?? value,
      value,
      text: `Address: ${value}`,
      support,
    }),
  )
  // A house has one postcode.
  return [...Map.groupBy(decisions, ({ value = '' }) => streetOf(value) ?? value).values()].flatMap(
    (sameStreet) =>
      new Set(sameStreet.map(({ value = '' }) => postcodeIn(value)?.replaceAll(' ', ''))).size > 1
        ? settle(sameStreet, 'the postcode of an address')
        : sameStreet,
  )
}

/** Street and number; undefined where the first part has no number. */
function streetOf(text: string): string | undefined {
  const street = text.split(',')[0]?.trim().toLowerCase() ?? ''
  return /\d/.test(street) && /\p{L}/u.test(street) ? street : undefined
}

const wordsIn = (text: string) => addressWords(text).join(' ')

/** Prefers an address with a postcode, then the most frequent one (structured data counts twice), then the shorter. */
function fullest(support: readonly SiteCandidate[]): string {
  const counts = [...Map.groupBy(support, ({ value }) => value)].map(([value, same]) => ({
    value,
    coded: postcodeIn(value) === undefined ? 0 : 1,
    places: new Set(same.map(({ place, page }) => `${place} ${page.url}`)).size,
    structured: same.some(({ place }) => place === 'json-ld' || place === 'microdata') ? 1 : 0,
  }))
  counts.sort(
    (a, b) =>
      b.coded - a.coded ||
      b.places + b.structured - (a.places + a.structured) ||
      a.value.length - b.value.length,
  )
  return counts[0]?.value ?? ''
}
