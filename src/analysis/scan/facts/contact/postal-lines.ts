import { normalWords } from '../../../text/normal-words.ts'
import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { remembered } from '../../../text/remembered.ts'
import { hasLegalForm } from '../../site/company-names.ts'
import forms from './postal-forms.json'
import words from './postal-words.json'

/** Cached, as each part is checked several times. */
const wordsIn = remembered(normalWords)

const partMax = 70
const wordsMax = 9
const streets = new Set(words.streets)
const buildings = new Set(words.buildings)
const notStreets = new Set(words.notStreets)

/** Whether a part of an address is a street, by a street word or a house number. */
export function isStreet(part: string): boolean {
  if (!isPlain(part)) return false
  return (
    hasStreetWord(part) || (hasHouseNumber(part) && /\p{L}{3}/u.test(part) && /^[\p{Lu}\p{Lo}\d]/u.test(part))
  )
}

export function hasStreetWord(part: string): boolean {
  if (!isPlain(part)) return false
  const partWords = wordsIn(part)
  if (partWords.length === 1 && streets.has(partWords[0] ?? '')) return false
  return (
    /^c\/ ?\p{L}/iu.test(part) ||
    partWords.some(isStreetWord) ||
    (/\d/.test(part) ? streetName : sureStreetName).test(phraseLine(part))
  )
}

/** A label may be joined to a street: `AdresseHafenstraße 2`. */
const gluedLabel = /c\/|^\p{L}{3,20}?(?:\d|(?<=\p{Ll})\p{Lu})/u

const streetWords = [...words.streets, 'dr', 'st']
const endingIn = (endings: readonly string[]) => new RegExp(`[^ ]{3}(?:${endings.join('|')}) `)
const streetName = endingIn(words.streetEndings)
/** `Hauptstrasse`; short suffixes, as in `engineering`, require a number. */
const sureStreetName = endingIn(words.streetEndings.filter(({ length }) => length >= 6))

/** Whether a part of a line may be a street by a word. */
export function mayNameStreet(line: string): boolean {
  const normal = phraseLine(line)
  const isGlued = gluedLabel.test(line) || line.includes('C/')
  return isGlued || hasPhrase(normal, streetWords) || streetName.test(normal)
}

function isStreetWord(word: string, at: number, all: readonly string[]): boolean {
  // `Dr` before a name is a title, `St` a saint.
  if (word === 'dr' || word === 'st') return at > 0 && !/^\p{L}/u.test(all[at + 1] ?? '')
  return streets.has(word)
}

/** A part that is only a house number: `12`, `12 bis`, `nº 3`, `s/n`. */
export function isHouseNumber(part: string): boolean {
  return /^(?:n[º°o.]{1,2} ?|# ?|(?:д|дом|буд|будинок|зд|корп|к)\.? ?)?\d{1,4}(?:\/\d{1,3})? ?\p{L}?(?: ?(?:bis|ter|bajo))?$|^s\/n$/iu.test(
    part,
  )
}

/** `2.º`, `1.º izq.`, `3rd floor`, `2. OG`, `1er étage`. */
export function isFloor(part: string): boolean {
  if (/^(?:kld|st|tv|th|mf)\.?$/i.test(part)) return true
  return part.length <= 24 && /^\d{1,2}(?:[.]? ?[ºª°oa]|st|nd|rd|th|er|e|ème|\.)(?:$|[ .])/i.test(part)
}

export function isBuilding(part: string): boolean {
  return isPlain(part) && wordsIn(part).some((word) => buildings.has(word))
}

/** A town, quarter or state, or its abbreviation. */
export function isTown(part: string): boolean {
  const isName =
    part.length <= 40 &&
    /^(?:(?:г|м|с|п|пос|смт|город|місто)\.? ?(?=\p{Lu}))?[\p{Lu}\p{Lo}][\p{L}\p{M}'’. ()/-]*$/u.test(part)
  const partWords = isName ? wordsIn(part) : []
  return (
    isName && partWords.length <= 5 && !hasLegalForm(part) && !partWords.some((word) => notStreets.has(word))
  )
}

const numberLast = /(?:^|[ .º°])(?<number>\d{1,4}) ?[a-zA-Z]?(?: ?[-–/+] ?\d{1,4} ?[a-zA-Z]?)?$/
const numberFirst = /^\d{1,5}[a-zA-Z]?(?: ?[-–/] ?\d{1,5}[a-zA-Z]?)?(?: (?:bis|ter))? \p{L}/u

/** A number at the end that is not a year, or one at the start. */
export function hasHouseNumber(part: string): boolean {
  // `Support 24/7`.
  if (/(?:^|\D)24 ?[/x] ?7$/.test(part)) return false
  const last = numberLast.exec(part)?.groups?.['number']
  return (last !== undefined && !isYear(last)) || (numberFirst.test(part) && !isYear(part))
}

export const isYear = (text: string) => /^(?:19|20)\d\d(?:$|[–-])/.test(text)

function isPlain(part: string): boolean {
  if (part.length < 3 || part.length > partMax || /[@©!?€$£:;{}]/.test(part)) return false
  const partWords = wordsIn(part)
  return partWords.length <= wordsMax && !partWords.some((word) => notStreets.has(word))
}

const city = "[\\p{Lu}][\\p{L}'’.-]{0,30}(?:[ /-](?:[\\p{L}(][\\p{L}'’.()-]{0,30}|\\d{1,2}(?:e|er)?)){0,5}"
const cityForms = forms.map(({ country, form }) => ({
  country,
  form: new RegExp(form.replace('{city}', city), 'u'),
}))

export interface PostalCity {
  code: string
  country: string
}

/** Parses `10115 Berlin`, `Leeds LS1 4AB`, `Portland OR 97201`; undefined for lines without a postcode. */
export function postalCity(part: string): PostalCity | undefined {
  return part.length <= partMax && codeLike.test(part) ? readPostalCity(part) : undefined
}

/** Common to all formats. */
const codeLike = /\d{3}|\d[A-Z]{2}|[A-Z]\d/

const readPostalCity = remembered((part): PostalCity | undefined => {
  for (const { country, form } of cityForms) {
    const code = form.exec(part)?.groups?.['code']
    if (code !== undefined && (country !== '' || /\p{Ll}|\p{Lu}{3}|\p{Lo}/u.test(part)))
      return { code, country }
  }
  return undefined
})

const shortened: ReadonlyMap<string, string> = new Map(Object.entries(words.shortened))

/** Normal words, equal for different spellings of a street. */
export function addressWords(text: string): string[] {
  return normalWords(text).map((word) => shortened.get(word) ?? word.replace(/(?:strasse|str)$/, 'str'))
}

/** Equal for different spellings of a street and code. */
export function addressKey(street: string, code: string): string {
  return `${addressWords(street).join('')}|${code.replace(/[^A-Za-z0-9]/g, '').toLowerCase()}`
}

/** At least four digits, three and two as in Sweden, or letters and digits as in the United Kingdom and Ireland. */
const postcode = /\b(?:\d{4,6}|\d{3} \d{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[\dW] ?[A-Z\d]{4})\b/

/** The postcode of an address on one line, after the first comma. */
export function postcodeIn(address: string): string | undefined {
  return postcode.exec(address.split(',').slice(1).join(','))?.[0]
}
