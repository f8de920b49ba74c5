import { cleanText } from '../../../text/clean-text.ts'
import { normalWords } from '../../../text/normal-words.ts'
import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { looksLikeInstruction } from '../../document/instruction.ts'
import { countryCode } from '../../site/countries.ts'
import { hasGivenName, isPersonName } from '../people/person-names.ts'
import words from './offer-words.json'
import { isQuality } from './offer-words.ts'

const usual = { chars: 70, words: 8 }
/** For products of shops. */
const long = { chars: 100, words: 16 }
/** Texts of headings and links that are not names of offers. */
const generic = new Set([...words.generic, ...words.offers].map((phrase) => phraseLine(phrase).trim()))
/** Phrases of sentences, questions and calls to action. */
const sentencePhrases = words.speaking.map((phrase) => phraseLine(phrase).trim())
/** Target groups and ticket categories. */
const groups = new Set(words.groups)

/** `Service Two`, `Product 3`. */
const ofTemplate =
  /^(?:service|product|feature|item|project) (?:one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})$/i

/** `Toutes les prestations`, `All our services`. */
const all =
  /^(?:all|alla|alle|toutes|tous|todos|todas|tutti|tutte|wszystkie|kaikki) (?:(?:our|unsere|nos|les|los|las|le|i|nuestros|nuestras|nossos|onze|vara|vore) )?/

/** `Course of`, and with a number `Course of 3`: the rest of the name stands elsewhere. */
const unfinished =
  / (?:of|for|with|from|the|an|your|von|für|mit|de|du|des|di|del|van|voor|met|à)(?: \d{1,3})?$/i

/** The name of an offer, ready to display; undefined for other texts. */
export function offerName(text: string, limits = usual): string | undefined {
  const name = cleanText(text.slice(0, 4 * limits.chars))
    .replace(/[®™©]/g, '')
    .replace(/^[^\p{L}\p{N}"'“„«»(「]{1,4}\s?/u, '')
    .replace(/[\s.:,;→›»]{1,4}$/, '')
    .trim()
  if (name.length < 2 || name.length > limits.chars || /[?!]$|[{}<>@]|https?:/.test(name)) return undefined
  const own = normalWords(name)
  const key = own.join(' ')
  if (own.length === 0 || own.length > limits.words || generic.has(key) || generic.has(key.replace(all, '')))
    return undefined
  if (!/\p{L}{2}/u.test(name) || looksLikeInstruction(name) || ofTemplate.test(name)) return undefined
  return name
}

/** As `offerName`, stricter, for headings, items and links. */
export function listedName(text: string): string | undefined {
  const name = nameOf(text, usual)
  if (name === undefined || groups.has(normalWords(name)[0] ?? '') || isQuality(name)) return undefined
  if (name.length > 2 && countryCode(name) !== undefined) return undefined
  if (isPersonName(name) && hasGivenName(name.slice(0, name.lastIndexOf(' ')))) return undefined
  // A trailing connector and an open bracket mark a truncated name; a time of day a rate's hours; `を` a sentence.
  return /\d{4,}|%|\d[:h]\d\d|を|(?:[&/,-]| \+)$|\([^)]*$/.test(name) ? undefined : name
}

/** `Foot à 5 · 5 équipes max`, `Format détendu, ouvert à tous.`: what holds for a price, not what it is of. */
const limit = /(?:^|[ .])(?:max|maxi|maximum|maximal|máx|máximo|massimo)\.?$/iu
const holdsForPrice = (text: string) => limit.test(text) || (text.includes(', ') && /[^.]\.$/.test(text))

/** As `offerName`, for texts beside a price, which may be a target group: `Children`. */
export function pricedName(text: string): string | undefined {
  return holdsForPrice(text.trim()) ? undefined : nameOf(text, long)
}

function nameOf(text: string, limits: typeof usual): string | undefined {
  const name = offerName(text, limits)
  if (name === undefined || hasPhrase(phraseLine(name), sentencePhrases) || /\p{Sc}/u.test(name))
    return undefined
  if (unfinished.test(name) || name.endsWith(' a')) return undefined
  // `iPhone` begins with a lower-case letter.
  return /^["'“„«(「]?(?:[\p{Lu}\p{Lo}\p{N}]|\p{Ll}{1,20}\p{Lu})/u.test(name) ? name : undefined
}
