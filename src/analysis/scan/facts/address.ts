import { hasPhrase, phraseLine, phraseList } from '../../text/phrases.ts'
import { cleanText } from '../document/clean-text.ts'
import { nearest } from '../document/dom-tree.ts'
import { jsonEvidence, spanEvidence } from '../document/evidence.ts'
import { looksLikeInstruction } from '../document/instruction.ts'
import { type Line, linesOf, wordsOf } from '../document/lines.ts'
import { listedElements } from '../document/listing.ts'
import { markedProperties } from '../document/microdata.ts'
import { oncePerPage } from '../document/once-per-page.ts'
import { objectsOf, organisationsOf, stringOf } from '../document/organisation.ts'
import type { Page, PageArea } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import { otherParties } from './contact/other-parties.ts'
import { numbersIn } from './contact/phone-numbers.ts'
import { postalAddresses } from './contact/postal-addresses.ts'
import { isStreet } from './contact/postal-lines.ts'
import { type ReadAddress, readPlainAddress, readPostalAddress } from './contact/structured-address.ts'
import { toldAddresses } from './contact/told-addresses.ts'
import type { PageFact } from './fact.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'

const addressesMax = 10
const lengthMax = 200

export interface AddressMention extends Said, ReadAddress {}

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

export const addressMentions = oncePerPage(readAddressMentions)

function readAddressMentions(page: Page): readonly AddressMention[] {
  return [...structuredMentions(page), ...markedMentions(page), ...textMentions(page)].filter(
    ({ text, evidence }) => evidence !== undefined && text.length <= lengthMax && !looksLikeInstruction(text),
  )
}

function structuredMentions(page: Page): AddressMention[] {
  const mentions: AddressMention[] = []
  for (const { item, value } of organisationsOf(page)) {
    const places = [...objectsOf(value['location']), ...objectsOf(value['department'])]
    for (const written of [value, ...places].map((holder) => holder['address'])) {
      for (const address of objectsOf(written)) {
        const evidence = jsonEvidence(page, item, stringOf(address['streetAddress']))
        const read = readPostalAddress(address)
        if (read !== undefined) mentions.push({ ...read, strength: 'structured', evidence })
      }
      for (const text of typeof written === 'string' ? [written] : []) {
        const read = readPlainAddress(text)
        if (read !== undefined)
          mentions.push({ ...read, strength: 'structured', evidence: jsonEvidence(page, item, text) })
      }
    }
  }
  return mentions
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
    const read = readPostalAddress({
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

const contactHeadings = phraseList(`
  contact|kontakt|visit|find us|where|address|adresse|anschrift|location|locations|office|offices|headquarters|standort|
  standorte|anfahrt|so finden sie|besuchen|nous trouver|où nous trouver|venir|contacto|contatti|dove siamo|dónde estamos|
  visítanos|adres|bezoek|hitta|besök|find vej|get in touch|opening|öffnungszeiten|horaires|orari|horario|shop|showroom|
  boutique|studio|imprint|impressum|yhteystiedot|siège|sede|lage|anreise|kontakta|besøg|odwiedź nas|adresa|cím`)

function textMentions(page: Page): AddressMention[] {
  const sections = sectionsOf(page)
  const isListed = listedElements(page)
  const isOthers = otherParties(page)
  return [...postalAddresses(page), ...toldAddresses(page)].flatMap((address) => {
    const section = sections.get(address.line)
    if (
      address.from >= (section?.foreignFrom ?? 0) ||
      !speaksOfItself(page, address.line, section?.heading ?? '')
    )
      return []
    if (isListed(address.line.block.block) || isOthers(address.line, address.from)) return []
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
  if (kind === 'others' || kind === 'article' || kind === 'privacy' || kind === 'terms') return false
  if (
    hasPhrase(phraseLine(heading), contactHeadings) ||
    (line.text.length <= 80 && hasPhrase(wordsOf(line), contactHeadings))
  )
    return true
  return nearest(line.block.block, 'address') !== null || hasContactNear(page, line)
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
