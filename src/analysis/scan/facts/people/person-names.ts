import { normalWords } from '../../../text/normal-words.ts'
import { remembered } from '../../../text/remembered.ts'
import { hasLegalForm } from '../../site/company-names.ts'
import given from './given-names.json'
import words from './names.json'
import { isAsianRole, isRoleWord } from './roles.ts'

const particles = new Set(
  "von van de der den di da la le del della dos du zu zur ten ter al el bin ibn d' av af".split(' '),
)
const articles = new Set('de la der den del het the die das les los'.split(' '))
const titles =
  /^(?:(?:Drs?|Dra|Do[ck]tora?|Dokter|Docteure?|Doutora?|Prof|Dipl|Mag|Ing|inż|Ir|Lic|Licda|Lcdo|Lcda|Arq|Mr|Mrs|Ms|Miss|Mx|Br|Ust|Herr|Herrn|Frau|Dhr|Mevr|Mw|Mme|M(?!\. \S+$)|Sr|Sra|Dott|Dott\.ssa|Avv|Adv|adw|Maître|Me|Sir|Dame|Lord|Lady|Rev|Univ|PD|RA|RAin|StB|WP|mgr|lek|hab|med|jur|rer|nat|phil|iur|dent|vet|h\.c)(?:\.(?:-[A-Z][a-zäöü]{1,12}\.?|[A-Z][a-zäöü]{1,12}\.)?|-[A-Z][a-z]{1,12}\.?|(?= ))(?:\s?\([A-Z]{2,4}\))? ?){0,6}/iu
/** Of `, M.D., FAAP`. */
const credential =
  /^(?:LL\.?M|Ph\.?D|[BM]\.?Sc|B\.?A|M\.?[AD]|Esq|Jr|Sr|RN|PE|[A-Z]{3,6}|(?:[A-Z][a-z]{0,3}\.){1,4}[A-Z]?)\.?$/
const degree = /^(?:[A-Z][a-z]{0,3}\.){2,4}[A-Z]?$/
/** `Shih Ting (Tina) Huang`. */
const nickname = /\s?[("“„]\p{Lu}\p{Ll}{1,15}[)”"“]\s?(?=\p{Lu})/u
const salutation = /^(?:Herrn?|Frau|Mr|Mrs|Ms|Miss|Mme|Monsieur|Madame|Sig\.ra|Sig|Sra|Sr)\.? /
/** Words of capitalised headings that do not occur in names of persons. */
const notNames = new Set(words.notNames)
/** Surnames that are also trades. */
const surnames = new Set(words.surnames)

/** Whether a text consists of a person's name. Precision over recall: two to five capitalised words. */
export function isPersonName(text: string): boolean {
  return text.length >= 5 && text.length <= 60 && text.includes(' ') && !/\d/.test(text) && readsAsName(text)
}

/** `NameAnna`, `JavaScript`. */
const joined = /^(?!Mc|Mac|D[aei]|L[aeo]|V[ao]n|Fitz|O)\p{Lu}\p{Ll}{2,}\p{Lu}/u

const readsAsName = remembered((text) => {
  if (!/^\p{L}/u.test(text)) return false
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
    if ((word.endsWith('.') && word.length > 3) || joined.test(word)) return false
    const [normal = ''] = normalWords(word)
    const isSurname = at === parts.length - 1 && surnames.has(normal)
    if (notNames.has(normal) || (isRoleWord(normal) && !isSurname)) return false
    if (words.companyEndings.some((ending) => normal.endsWith(ending))) return false
    if (word.length <= 3 || !/^\p{Lu}+$/u.test(word)) capitalised++
  }
  return capitalised >= 1 && /^\p{Lu}/u.test(parts.at(-1) ?? '') && !hasLegalForm(text)
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

/** With one of the common family names in Korean. */
const asianName =
  /^[김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허남심노하곽성차주우구민나진지엄]\p{Script=Hangul}{1,3}$|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}[ \u3000]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}$/u

const latinMax = 0x24f

/** A name in Japanese, Chinese or Korean characters, which has the form of other words: counts only beside a role. */
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
  return withoutCredentials(text.replace(nickname, ' ').replace(titles, '').trim())
}

function withoutCredentials(text: string): string {
  const at = text.lastIndexOf(' ')
  const last = text.slice(at + 1)
  const isBehindComma = text[at - 1] === ','
  if (at < 3 || !(isBehindComma ? credential : degree).test(last) || isRoleWord(last.toLowerCase()))
    return text
  return withoutCredentials(text.slice(0, isBehindComma ? at - 1 : at))
}

const givenNames = new Set(normalWords(given.join(' ')))

/** Whether a common given name, an initial or a title is in a name, which things with the form of one do not have. */
export const hasGivenName = remembered(
  (text) =>
    /^\p{Lu}\.? | \p{Lu}\.? /u.test(text) ||
    hasTitle(text) ||
    normalWords(text).some((word) => givenNames.has(word.replaceAll('ł', 'l').replaceAll('ø', 'o'))),
)

/** The same for a name with and without titles. */
export function personKey(text: string): string {
  return normalWords(isAsianName(text) ? text.replace(/[ \u3000]/g, '') : withoutTitles(text)).join(' ')
}
