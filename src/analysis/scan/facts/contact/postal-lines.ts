import { normalWords } from '../../../text/normal-words.ts'
import { buildingWords, streetEndings, streetlessWords, streetWords } from './street-words.ts'

const partMax = 70
const wordsMax = 9

/** What a part of an address says, or nothing. */
export function isStreet(part: string): boolean {
  if (!isPlain(part)) return false
  return (
    hasStreetWord(part) ||
    (hasHouseNumber(part) && /\p{L}{3}/u.test(part) && /^[\p{Lu}\d]/u.test(part) && !hasMonth(part))
  )
}

export function hasStreetWord(part: string): boolean {
  const words = normalWords(part)
  if (!isPlain(part) || (words.length === 1 && streetWords.has(words[0] ?? ''))) return false
  return words.some(
    (word) =>
      streetWords.has(word) ||
      streetEndings.some((ending) => word.length > ending.length + 2 && word.endsWith(ending)),
  )
}

/** A part that is nothing but a house number: `12`, `12 bis`, `nº 3`, `s/n`. */
export function isHouseNumber(part: string): boolean {
  return /^(?:[nN][º°o.]{1,2} ?)?\d{1,4} ?[a-zA-Z]?(?: ?(?:bis|ter|bajo))?$|^s\/n$/.test(part)
}

/** `2.º`, `1.º izq.`, `3rd floor`, `2. OG`, `1er étage`. */
export function isFloor(part: string): boolean {
  return part.length <= 24 && /^\d{1,2}(?:[.]? ?[ºª°oa]|st|nd|rd|th|er|e|ème|\.)(?:$|[ .])/i.test(part)
}

export function isBuilding(part: string): boolean {
  if (!isPlain(part)) return false
  return normalWords(part).some((word) => buildingWords.has(word))
}

const numberLast = /(?:^|[ .])(?<number>\d{1,4}) ?[a-zA-Z]?(?: ?[-–/+] ?\d{1,4} ?[a-zA-Z]?)?$/
const numberFirst = /^\d{1,5}[a-zA-Z]?(?: ?[-–/] ?\d{1,5}[a-zA-Z]?)?(?: (?:bis|ter))? \p{L}/u

/** A number at the end that is no year, or one in front. */
function hasHouseNumber(part: string): boolean {
  const last = numberLast.exec(part)?.groups?.['number']
  return (last !== undefined && !/^(?:19|20)\d\d$/.test(last)) || numberFirst.test(part)
}

function isPlain(part: string): boolean {
  if (
    part.length < 3 ||
    part.length > partMax ||
    part.includes('@') ||
    part.includes('©') ||
    /[!?€$£:;{}]/.test(part)
  )
    return false
  const words = normalWords(part)
  return words.length <= wordsMax && !words.some((word) => streetlessWords.has(word))
}

let months: ReadonlySet<string> | undefined

function hasMonth(part: string): boolean {
  if (months === undefined) {
    const names: string[] = []
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'no', 'pl', 'fi', 'cs'])
      for (let month = 0; month < 12; month++)
        for (const style of ['long', 'short'] as const)
          names.push(
            ...normalWords(
              new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(
                Date.UTC(2020, month, 15),
              ),
            ),
          )
    months = new Set(names.filter((name) => name.length > 2 && /^\p{L}+$/u.test(name)))
  }
  return normalWords(part).some((word) => months?.has(word))
}

const city = "[\\p{Lu}][\\p{L}'’.-]{0,30}(?:[ /-](?:[\\p{L}(][\\p{L}'’.()-]{0,30}|\\d{1,2}(?:e|er)?)){0,5}"
const forms: ReadonlyArray<readonly [countries: string, form: RegExp]> = [
  [
    'US',
    /^(?:[\p{Lu}][\p{L}.' -]{1,30} )?(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? (?<code>\d{5}(?:-\d{4})?)(?: USA)?$/u,
  ],
  [
    'CA',
    /^(?:[\p{Lu}][\p{L}.' -]{1,30} )?\(?(?:ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|YT|NT|NU|Québec|Quebec|Ontario)\)? {1,2}(?<code>[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u,
  ],
  ['AU', /^(?:[\p{Lu}][\p{L}.' -]{1,30} )?(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT) (?<code>\d{4})$/u],
  ['GB', /^(?:[\p{Lu}][\p{L}.'’ -]{1,40} )?(?<code>(?:GIR|[A-Z]{1,2}\d[A-Z\d]?) ?\d[A-Z]{2})$/u],
  ['IE', /^(?:[\p{Lu}][\p{L}\d.'’ -]{1,40} )?(?<code>[A-Z]\d[\dW] ?[A-Z\d]{4})$/u],
  ['NL', new RegExp(`^(?:NL-)?(?<code>\\d{4} ?[A-Z]{2}) ${city}$`, 'u')],
  ['PL', new RegExp(`^(?:PL-)?(?<code>\\d{2}-\\d{3}) ${city}$`, 'u')],
  ['PT', new RegExp(`^(?:PT-)?(?<code>\\d{4}-\\d{3}) ${city}$`, 'u')],
  ['SE', new RegExp(`^(?:(?:SE?|CZ|SK|GR)-? ?)?(?<code>\\d{3} \\d{2}) ${city}$`, 'u')],
  ['', new RegExp(`^(?:[A-Z]{1,3}-|[ABDFILPS] |CH |AT |DE |DK |FR )?(?<code>\\d{4,6}) ${city}$`, 'u')],
  ['IN', /^\p{Lu}\p{Ll}{2,20}(?: \p{Lu}\p{Ll}{2,20}){0,2}(?: ?[–-] ?| )(?<code>\d{6}|\d{3} \d{3})$/u],
  ['JP', /^〒? ?(?<code>\d{3}-\d{4}) ?[\p{Lo}].{2,60}$/u],
  [
    'NZ',
    /^(?:Auckland|Wellington|Christchurch|Hamilton|Dunedin|Tauranga|Nelson|Queenstown|Napier) (?<code>\d{4})$/u,
  ],
  ['BR', /^(?:CEP:? ?)?(?<code>\d{5}-\d{3})(?: .{2,40})?$/u],
  ['LT', new RegExp(`^(?:LT|LV|EE)-(?<code>\\d{4,5}) ${city}$`, 'u')],
  ['LV', /^[\p{Lu}][\p{L}-]{1,30},? LV-(?<code>\d{4})$/u],
]

export interface PostalCity {
  code: string
  country: string
}

/** Reads `10115 Berlin`, `Leeds LS1 4AB`, `Portland OR 97201`; undefined for what is no line with a postal code. */
export function postalCity(part: string): PostalCity | undefined {
  if (part.length > partMax || !/\d/.test(part)) return undefined
  for (const [country, form] of forms) {
    const code = form.exec(part)?.groups?.['code']
    if (code !== undefined && (country !== '' || /\p{Ll}|\p{Lu}{3}/u.test(part))) return { code, country }
  }
  return undefined
}

/** The same street and code however it is written. */
export function addressKey(street: string, code: string): string {
  const words = normalWords(street).map(
    (word) => shortened.get(word) ?? word.replace(/(?:strasse|str)$/, 'str'),
  )
  return `${words.join('')}|${code.replace(/[^A-Za-z0-9]/g, '').toLowerCase()}`
}

const shortened: ReadonlyMap<string, string> = new Map([
  ['street', 'st'],
  ['road', 'rd'],
  ['avenue', 'ave'],
  ['av', 'ave'],
  ['boulevard', 'blvd'],
  ['bd', 'blvd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['suite', 'ste'],
  ['place', 'pl'],
  ['square', 'sq'],
  ['court', 'ct'],
  ['avenida', 'avda'],
])

export const patterns = [
  /\p{Ll}|\p{Lu}{3}/u,
  /^\d{1,2}(?:[.]? ?[ºª°oa]|st|nd|rd|th|er|e|ème|\.)(?:$|[ .])/i,
  ...forms.map(([, form]) => form),
  /^(?:[nN][º°o.]{1,2} ?)?\d{1,4} ?[a-zA-Z]?(?: ?(?:bis|ter|bajo))?$|^s\/n$/,
  numberLast,
  numberFirst,
  /[!?€$£:;{}]/,
  /(?:strasse|str)$/,
  /\p{L}{3}/u,
]
