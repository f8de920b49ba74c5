import { normalWords } from '../../../text/normal-words.ts'
import { phraseLine } from '../../../text/phrases.ts'
import { remembered } from '../../../text/remembered.ts'
import { hasLegalForm } from '../../site/company-names.ts'
import lexicon from './roles.json'

const roleWords = new Set(lexicon.words)
/** Words with the ending of a role, or that are one alone: `Ableitung`, `Hilfe`. */
const things = new Set(lexicon.things)
const officers = new Set(lexicon.officers)
const singular: Readonly<Record<string, string>> = lexicon.singular
const roleMax = 80
const wordsMax = 11

export const isRoleWord = remembered(
  (word) =>
    roleWords.has(word) || (!things.has(word) && lexicon.endings.some((ending) => word.endsWith(ending))),
)

/** Whether a text is a role in a company: `Head of Customer Success`, `Rechtsanwältin und Notarin`. */
export function isRole(text: string): boolean {
  return text.length >= 2 && text.length <= roleMax && readsAsRole(text)
}

/** `Professor · CREF 029984-G/RS`: the number of a professional licence behind the role. */
const licence = /\s[·|]\s[^·|]{0,20}\d{4}[^·|]{0,12}$/

const readsAsRole = remembered((text) => {
  if (isAsianRole(text)) return true
  const plain = text.replace(/\s\([^()]{0,40}\)$/, '').replace(licence, '')
  if (/[!?@©“”„«»"]|\D\. |https?:|\d{4}/.test(plain)) return false
  const words = normalWords(plain.replaceAll('/', ' '))
  return words.length <= wordsMax && words.some(isRoleWord)
})

/** At the end, unlike `コーチ` of `コーチング` and `講師` of `講師マッチング`. */
const asianRole = new RegExp(`(?:${lexicon.asian.join('|')})(?![ァ-ヶー]|\\p{L}{3})`, 'u')

export function isAsianRole(text: string): boolean {
  return (
    text.length <= 25 &&
    /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) &&
    asianRole.test(text)
  )
}

const elsewhere = / (?:at(?! Law\b)|bei|beim|chez|@|presso|hos|bij|of) (?:the )?\p{Lu}/u
const department =
  /\b(?:head|vp|vice president|director|chief|manager|chair|lead|president|professor|dean|leiter|leiterin) of /i

/** A role in this company: not `CFO at Norrland`, but `Head of Customer Success`. */
export function isOwnRole(text: string): boolean {
  return isRole(text) && !hasLegalForm(text) && (!elsewhere.test(text) || department.test(text))
}

/** A label of owners or managers: `Geschäftsführer`, `Titular`. */
export function isOfficerLabel(label: string): boolean {
  return label.length <= 60 && (officers.has(phraseLine(label).trim()) || isAsianRole(label))
}

/** The singular: `Director` of `Directors`. */
export function roleOfOne(label: string): string {
  return singular[phraseLine(label).trim()] ?? trimRole(label)
}

export function trimRole(text: string): string {
  return text
    .replace(licence, '')
    .replace(/^[\s,–—|·-]{1,5}|^(?:Ihre?|Your|Votre|Uw) /, '')
    .replace(/[.,;:]$/, '')
}
