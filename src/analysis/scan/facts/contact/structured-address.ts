import { phraseLine } from '../../../text/phrases.ts'
import { type JsonObject, stringOf, stringsOf } from '../../document/organisation.ts'
import { countryCode, structuredCountryCode } from '../../site/countries.ts'
import { addressKey, isStreet, postalCity } from './postal-lines.ts'

export interface ReadAddress {
  /** One line, for display. */
  text: string
  key: string
  /** ISO 3166-1 alpha-2. */
  country: string | undefined
}

/**
 * Formats a schema.org PostalAddress: `18 Ropewalk Lane, Rockland, ME 04841`, region and code in the country's order.
 */
export function readPostalAddress(address: JsonObject): ReadAddress | undefined {
  const street = stringsOf(address['streetAddress']).join(', ')
  const code = stringOf(address['postalCode'])
  const place = stringOf(address['addressLocality'])
  // Some sites state the country there.
  const locality = countryCode(place) === undefined ? place : ''
  const region = stringOf(address['addressRegion'])
  if (street === '' || (code === '' && locality === '') || !/[\p{L}]/u.test(street)) return undefined
  const country = structuredCountryCode(stringOf(address['addressCountry']))
  const style = country ?? styleOf(code, region)
  // Some sites put the whole address into `streetAddress`.
  const isInStreet = (text: string) => phraseLine(street).includes(phraseLine(text))
  const beside = (text: string) => (text !== '' && isInStreet(text) ? '' : text)
  const parts = {
    street: partsOf(street).join(', '),
    code: beside(code),
    locality: beside(locality),
    region: beside(region),
  }
  return { text: oneLine(parts, style), key: addressKey(street, code === '' ? locality : code), country }
}

/** Parses an address given as one text with line breaks or commas; a country at its end is removed. */
export function readPlainAddress(text: string): ReadAddress | undefined {
  const parts = partsOf(text)
  const last = structuredCountryCode(parts.at(-1) ?? '')
  const own = last === undefined || parts.length < 2 ? parts : parts.slice(0, -1)
  if (!/\d/.test(text) || !/[\p{L}]/u.test(text)) return undefined
  const city = own.map(postalCity).find((found) => found !== undefined)
  const street = own.find(isStreet)
  const plain = phraseLine(text).trim().replaceAll(' ', '')
  const key = city === undefined || street === undefined ? plain : addressKey(street, city.code)
  return { text: own.join(', '), key, country: last }
}

function partsOf(text: string): string[] {
  const parts = text.slice(0, 500).split(/[,\r\n]/)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

interface AddressParts {
  street: string
  code: string
  locality: string
  region: string
}

/** The country whose format the code has, if none is given. */
function styleOf(code: string, region: string): string | undefined {
  if (/^\d{5}(?:-\d{4})?$/.test(code) && /^[A-Z]{2}$/.test(region)) return 'US'
  if (/^[A-Z]\d[A-Z] ?\d[A-Z]\d$/.test(code)) return 'CA'
  if (/^\d{4}$/.test(code) && /^(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)$/.test(region)) return 'AU'
  return /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/.test(code) ? 'GB' : undefined
}

/** Countries that write the town before the code. */
const townFirst = new Set(['GB', 'NZ', 'IN', 'SG'])

function oneLine({ street, code, locality, region }: AddressParts, country: string | undefined): string {
  if (country === 'US' || country === 'CA') return join(', ', street, locality, join(' ', region, code))
  if (country === 'AU') return join(', ', street, join(' ', locality, region, code))
  if (country === 'IE') return join(', ', street, locality, region, code)
  if (country !== undefined && townFirst.has(country)) return join(', ', street, join(' ', locality, code))
  if (country === 'JP') return join('', code === '' ? '' : `〒${code} `, region, locality, street)
  return join(', ', street, join(' ', code, locality))
}

function join(separator: string, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(separator)
}
