import { normalWords } from '../../../text/normal-words.ts'
import { phraseList } from '../../../text/phrases.ts'
import { headsOthers } from '../offer/offer-words.ts'
import data from './job-words.json'
import { isPersonName } from './person-names.ts'
import { isRoleWord } from './roles.ts'

/** `(m/w/d)`, `(f/m/x)`, `(H/F)`: gender marks of job titles. */
const marker =
  /\((?:[mwfdxhin](?:[/|*., ]{1,2}[mwfdxhin*]){1,3}|all genders|gn)\)|\b(?:[mwf]\/[mwf]\/[dxi*]|h\/f|f\/h)\b/i
const titleMax = 100
const sentenceWords = new Set(data.sentenceWords.split(' '))
const titleWords = new Set(data.titleWords.split(' '))
/** Words of headings and sentences about jobs that titles do not contain. */
const lineWords = new Set(phraseList(data.lineWords))
const firstWords = new Set(phraseList(data.notFirst))

/** `Bäcker (m/w/d)` of `Bäcker (m/w/d) in Vollzeit gesucht`; undefined for a line without such a mark. */
export function markedJobTitle(text: string): string | undefined {
  if (text.length > 300) return undefined
  const mark = marker.exec(text)
  if (mark === null || mark.index < 3 || mark.index > titleMax) return undefined
  const before = text.slice(0, mark.index)
  const start = Math.max(before.lastIndexOf(': '), before.lastIndexOf('. '), before.lastIndexOf('! '))
  const title = text.slice(start === -1 ? 0 : start + 2, mark.index + mark[0].length).trim()
  const words = title.split(' ')
  const [first = ''] = normalWords(words[0] ?? '')
  return words.length <= 9 && /^[\p{Lu}\d]/u.test(title) && !sentenceWords.has(first) ? title : undefined
}

const separators = [', ', ' – ', ' - ', ' | ', ' · ']
const conditions = new Set(phraseList(data.conditions))
const conditionStarts = phraseList(data.conditions).map((condition) => `${condition} `)

/** `Koch/Köchin` of `Koch/Köchin, Saison`: without hours, duration and place. */
export function bareTitle(text: string): string {
  let title = text.replace(/\s?\((?:pdf|docx?)\)$/i, '').trim()
  for (const separator of separators) {
    const at = title.lastIndexOf(separator)
    const rest = normalWords(title.slice(at + separator.length)).join(' ')
    if (at > 2 && conditions.has(rest)) title = title.slice(0, at).trim()
  }
  return title
}

/** Without gender marks. */
export function withoutGenders(title: string): string {
  return title.replace(/\((?:[mwfdxhin](?:[/|*., ]{1,2}[mwfdxhin*]){1,3}|all genders|gn|h\/f|f\/h)\)/gi, '')
}

/**
 * Whether a short line reads as a position's title; with `listed`, a few words without the punctuation of a sentence
 * suffice.
 */
export function isJobTitle(text: string, listed = false): boolean {
  if (
    text.length < 4 ||
    text.length > 80 ||
    /[!?@;€$£©]|\d{2} 000|: |\. |https?/.test(text) ||
    text.endsWith('.')
  )
    return false
  if (!/^[\p{Lu}\d(]/u.test(text) || !/\p{L}{3}/u.test(text) || isPersonName(text)) return false
  const words = normalWords(text.replaceAll('/', ' '))
  if (words.length === 0 || words.length > 9 || words.some((word) => lineWords.has(word))) return false
  // `From trainee to project manager` is an article.
  if (firstWords.has(words[0] ?? '')) return false
  if (headsOthers(text) || conditionStarts.some((start) => `${words.join(' ')} `.startsWith(start)))
    return false
  return listed || words.some((word) => titleWords.has(word) || isRoleWord(word)) || bothGenders.test(text)
}

const rank = /(?<!\p{L})(?:senior|junior|stage|stagiaire|internship|praktikum|werkstudent)(?!\p{L})/iu

/** `Senior Software Engineer`: a title of vacancies alone, as a company does not call itself so. */
export function isVacancy(text: string): boolean {
  return markedJobTitle(text) !== undefined || (rank.test(text) && isJobTitle(text))
}

/** `Rezeptionist:in`, `Bäcker*innen`, `Koch/-in`. */
const bothGenders = /\p{L}{3}(?:[:*_·]|\/-?)in(?:nen)?(?!\p{L})/u
