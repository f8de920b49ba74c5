import { cleanText } from '../page/clean-text.ts'
import type { Page, PageArea } from '../page.ts'
import type { PageFact } from './fact.ts'
import { structuredCountryCode } from './shared/countries.ts'
import { jsonEvidence, spanEvidence } from './shared/evidence.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { looksLikeInstruction } from './shared/instruction.ts'
import { type Line, linesOf } from './shared/lines.ts'
import { markedProperties } from './shared/microdata.ts'
import { type JsonObject, objectsOf, organisationsOf, stringOf, stringsOf } from './shared/organisation.ts'
import { pageKind } from './shared/page-kind.ts'
import { numbersIn } from './shared/phone-numbers.ts'
import { postalAddresses } from './shared/postal-addresses.ts'
import { addressKey, isStreet } from './shared/postal-lines.ts'
import { sectionsOf } from './shared/sections.ts'
import { hasPhrase, phraseLine } from './shared/words.ts'

const addressesMax = 10
const lengthMax = 200

export interface AddressMention extends Said {
  text: string
  key: string
  country: string | undefined
}

/** The company's postal addresses. Those of authorities, agencies, customers and events are left out. */
export function findAddresses(page: Page): readonly PageFact[] {
  const byKey = new Map<string, AddressMention[]>()
  for (const mention of addressMentions(page)) {
    const same = byKey.get(mention.key)
    if (same !== undefined) same.push(mention)
    else if (byKey.size < addressesMax) byKey.set(mention.key, [mention])
  }
  return [...byKey].flatMap(([key, mentions]) => {
    const value = cleanText(mentions[0]?.text ?? '')
    return factsByPlace({ topic: 'address', kind: 'found', key, text: `Address: ${value}`, value }, mentions)
  })
}

const known = new WeakMap<Page, readonly AddressMention[]>()

export function addressMentions(page: Page): readonly AddressMention[] {
  const before = known.get(page)
  if (before !== undefined) return before
  const mentions = [...structuredMentions(page), ...markedMentions(page), ...textMentions(page)].filter(
    ({ text, evidence }) => evidence !== undefined && text.length <= lengthMax && !looksLikeInstruction(text),
  )
  known.set(page, mentions)
  return mentions
}

function structuredMentions(page: Page): AddressMention[] {
  const mentions: AddressMention[] = []
  for (const { item, value } of organisationsOf(page)) {
    const holders = [
      value,
      ...objectsOf(value['location']),
      ...objectsOf(value['department']),
      ...objectsOf(value['subOrganization']),
    ]
    for (const address of holders.flatMap((holder) => objectsOf(holder['address']))) {
      const read = readStructured(address)
      const street = stringOf(address['streetAddress'])
      if (read !== undefined)
        mentions.push({ ...read, strength: 'structured', evidence: jsonEvidence(page, item, street) })
    }
    for (const text of stringsOf(typeof value['address'] === 'string' ? value['address'] : undefined)) {
      const key = phraseLine(text).trim().replaceAll(' ', '')
      if (/\d/.test(text))
        mentions.push({
          text,
          key,
          country: undefined,
          strength: 'structured',
          evidence: jsonEvidence(page, item, text),
        })
    }
  }
  return mentions
}

/** `18 Ropewalk Lane, Rockland, ME 04841`: the region and code as the country writes them. */
function readStructured(address: JsonObject): Omit<AddressMention, 'strength' | 'evidence'> | undefined {
  const street = stringsOf(address['streetAddress']).join(', ')
  const code = stringOf(address['postalCode'])
  const locality = stringOf(address['addressLocality'])
  const region = stringOf(address['addressRegion'])
  if (street === '' || (code === '' && locality === '') || !/\p{L}/u.test(street)) return undefined
  const country = structuredCountryCode(stringOf(address['addressCountry']))
  return {
    text: oneLine({ street, code, locality, region, country }),
    key: addressKey(street, code === '' ? locality : code),
    country,
  }
}

interface AddressParts {
  street: string
  code: string
  locality: string
  region: string
  country: string | undefined
}

function oneLine({ street, code, locality, region, country }: AddressParts): string {
  const join = (separator: string, ...parts: string[]) => parts.filter((part) => part !== '').join(separator)
  const clean = street.replace(/\s{0,3}[\r\n]\s{0,3}/g, ', ')
  if (country === 'US' || country === 'CA') return join(', ', clean, locality, join(' ', region, code))
  if (country === 'AU') return join(', ', clean, join(' ', locality, region, code))
  if (country === 'GB' || country === 'IE' || country === 'NZ' || country === 'IN' || country === 'SG')
    return join(', ', clean, join(' ', locality, code))
  return join(', ', clean, join(' ', code, locality))
}

/** Microdata of one postal address: its street with the code and town beside it. */
function markedMentions(page: Page): AddressMention[] {
  const properties = markedProperties(page)
  const mentions: AddressMention[] = []
  for (const street of properties.filter(({ name }) => name === 'streetAddress')) {
    const scope = street.element.closest('[itemscope]')
    if (scope === null) continue
    const of = (name: string) =>
      properties.find(
        (property) => property.name === name && property.element.closest('[itemscope]') === scope,
      )?.text ?? ''
    const read = readStructured({
      streetAddress: street.text,
      postalCode: of('postalCode'),
      addressLocality: of('addressLocality'),
      addressRegion: of('addressRegion'),
      addressCountry: of('addressCountry'),
    })
    if (read !== undefined) mentions.push({ ...read, strength: 'structured', evidence: street.evidence })
  }
  return mentions
}

const contactHeadings = [
  ...[
    'contact',
    'kontakt',
    'visit',
    'find us',
    'where',
    'address',
    'adresse',
    'anschrift',
    'location',
    'locations',
    'office',
  ],
  ...[
    'offices',
    'headquarters',
    'standort',
    'standorte',
    'anfahrt',
    'so finden sie',
    'besuchen',
    'nous trouver',
  ],
  ...[
    'ou nous trouver',
    'venir',
    'contacto',
    'contatti',
    'dove siamo',
    'donde estamos',
    'visitanos',
    'adres',
    'bezoek',
  ],
  ...[
    'hitta',
    'besok',
    'find vej',
    'get in touch',
    'opening',
    'offnungszeiten',
    'horaires',
    'orari',
    'horario',
    'shop',
    'our home',
  ],
  ...['showroom', 'boutique', 'studio', 'imprint', 'impressum', 'yhteystiedot', 'siege', 'sede'],
]

function textMentions(page: Page): AddressMention[] {
  const sections = sectionsOf(page)
  return postalAddresses(page).flatMap((address) => {
    const section = sections.get(address.line)
    if (section?.foreign === true || !speaksOfItself(page, address.line, section?.heading ?? '')) return []
    const { text, key, country, span } = address
    return [{ text, key, country, strength: 'explicit', evidence: spanEvidence(page, 'text', span) }]
  })
}

const ownAreas: ReadonlySet<PageArea> = new Set<PageArea>(['footer', 'header'])

/** Whether an address stands where a company tells its own. */
function speaksOfItself(page: Page, line: Line, heading: string): boolean {
  if (ownAreas.has(line.area)) return true
  const kind = pageKind(page)
  if (kind === 'imprint' || kind === 'contact' || kind === 'team') return true
  if (kind === 'others' || kind === 'article') return false
  if (
    hasPhrase(phraseLine(heading), contactHeadings) ||
    hasPhrase(phraseLine(line.text.slice(0, 80)), contactHeadings)
  )
    return true
  return line.block.block.closest('address') !== null || hasContactNear(page, line)
}

const nearLines = 4

/** A phone number or mail address within a few lines. */
function hasContactNear(page: Page, line: Line): boolean {
  const lines = linesOf(page)
  const at = lines.indexOf(line)
  return lines
    .slice(Math.max(0, at - nearLines), at + nearLines + 2)
    .some(
      (near) =>
        near.text.length < 120 &&
        (near.text.includes('@') || (numbersIn(near.text).length > 0 && !isStreet(near.text))),
    )
}

export const patterns = [/\s{0,3}[\r\n]\s{0,3}/g, /\d/, /\p{L}/u]
