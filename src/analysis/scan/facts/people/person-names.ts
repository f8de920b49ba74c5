import { normalWords } from '../../../text/normal-words.ts'
import { remembered } from '../../../text/remembered.ts'
import { hasLegalForm } from '../../site/company-names.ts'
import words from './names.json'
import { isAsianRole, isRoleWord } from './roles.ts'

const particles = new Set(
  "von van de der den di da la le del della dos du zu zur ten ter al el bin ibn d' av af".split(' '),
)
const articles = new Set('de la der den del het the die das les los'.split(' '))
const titles =
  /^(?:(?:Dr|Dra|Prof|Dipl|Mag|Ing|Lic|Licda|Lcdo|Lcda|Arq|Mr|Mrs|Ms|Miss|Mx|Br|Ust|Herr|Herrn|Frau|Mme|M|Sr|Sra|Dott|Dott\.ssa|Avv|Maître|Me|Sir|Dame|Lord|Lady|Rev|Univ|PD|RA|RAin|StB|WP|mgr|lek|hab|med|jur|rer|nat|phil|iur|dent|vet|h\.c)(?:\.(?:-[A-Z][a-zäöü]{1,12}\.?|[A-Z][a-zäöü]{1,12}\.)?|-[A-Z][a-z]{1,12}\.?|(?= ))(?:\s?\([A-Z]{2,4}\))? ?){0,5}/u
const credentials =
  /, (?:(?:LL\.?M|M\.?B\.?A|Ph\.?D|M\.?Sc|B\.?Sc|B\.?A|M\.?A|M\.?D|DDS|DMD|CPA|CFA|Esq|Jr|Sr|RN|PE|OBE|MBE|CBE)\.?)(?:\.|$)/
const salutation = /^(?:Herrn?|Frau|Mr|Mrs|Ms|Miss|Mme|Monsieur|Madame|Sig\.ra|Sig|Sra|Sr)\.? /
/** Words of capitalised headings that do not occur in names of persons. */
const notNames = new Set(words.notNames)
/** Surnames that are also trades. */
const surnames = new Set(words.surnames)

/** Whether a text consists of a person's name. Precision over recall: two to five capitalised words. */
export function isPersonName(text: string): boolean {
  return text.length >= 5 && text.length <= 60 && text.includes(' ') && readsAsName(text)
}

const readsAsName = remembered((text) => {
  if (!/^\p{L}/u.test(text) || hasLegalForm(text)) return false
  const plain = withoutTitles(text)
  if (/[\d@:;!?/|&"„()[\]]|^\p{Lu}{2,3} .{0,60}\p{Ll}/u.test(plain)) return false
  const parts = plain.split(' ')
  if (parts.length < 2 || parts.length > 5) return false
  // `De Creatieve` has no first name.
  if (parts.length === 2 && articles.has(parts[0]?.toLowerCase() ?? '')) return false
  let capitalised = 0
  for (const [at, word] of parts.entries()) {
    if (particles.has(word.toLowerCase()) && at > 0 && at < parts.length - 1) continue
    if (!/^(?:[\p{Lu}][\p{L}'’.-]{0,30}|[dl]['’][\p{Lu}][\p{L}-]{1,30})$/u.test(word)) return false
    if (word.endsWith('.') && word.length > 3) return false
    const [normal = ''] = normalWords(word)
    const isSurname = at === parts.length - 1 && surnames.has(normal)
    if (notNames.has(normal) || (isRoleWord(normal) && !isSurname)) return false
    if (words.companyEndings.some((ending) => normal.endsWith(ending))) return false
    if (word.length <= 3 || !/^\p{Lu}+$/u.test(word)) capitalised++
  }
  return capitalised >= 1 && /^\p{Lu}/u.test(parts.at(-1) ?? '')
})

/** `Peter`, `Marc B.`: counts as a name only among others in the same layout. */
export function isFirstName(text: string): boolean {
  return text.length <= firstNameMax && readsAsFirstName(text)
}

const firstNameMax = 34
const readsAsFirstName = remembered((text) => {
  if (!/^\p{Lu}\p{Ll}{1,14}(?:-\p{Lu}\p{Ll}{1,14})?(?: \p{Lu}\.)?$/u.test(text)) return false
  const [normal = ''] = normalWords(text)
  return !notNames.has(normal) && !isRoleWord(normal)
})

const asianName =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}[ \u3000]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}$/u

const latinMax = 0x24f

/** A name in Japanese or Chinese characters, which has the form of other words: counts only beside a role. */
export function isAsianName(text: string): boolean {
  return (
    text.length >= 2 &&
    text.length <= 11 &&
    text.charCodeAt(0) > latinMax &&
    asianName.test(text) &&
    !isAsianRole(text) &&
    !text.includes('会社')
  )
}

/** `Petra Schuster` of `Frau Petra Schuster`; academic titles stay. */
export function withoutSalutation(text: string): string {
  return text.replace(salutation, '')
}

/** Whether a name begins with an academic or professional title, which only persons have. */
export const hasTitle = (text: string): boolean =>
  withoutTitles(withoutSalutation(text)) !== withoutSalutation(text)

function withoutTitles(text: string): string {
  return text.replace(titles, '').replace(credentials, '').trim()
}

/** The same for a name with and without titles. */
export function personKey(text: string): string {
  return normalWords(isAsianName(text) ? text.replace(/[ \u3000]/g, '') : withoutTitles(text)).join(' ')
}
