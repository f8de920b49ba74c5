import { normalWords } from '../../../text/normal-words.ts'
import { phraseList } from '../../../text/phrases.ts'
import { remembered } from '../../../text/remembered.ts'
import { hasLegalForm } from '../../site/company-names.ts'
import { isRoleWord } from './role-words.ts'

const particles = new Set(
  "von van de der den di da la le del della dos du zu zur ten ter al el bin ibn of y e i und d' av af".split(
    ' ',
  ),
)
const titles =
  /^(?:(?:Dr|Prof|Dipl|Mag|Ing|Mr|Mrs|Ms|Miss|Mx|Herr|Herrn|Frau|Mme|M|Sr|Sra|Dott|Dott\.ssa|Avv|Maître|Me|Sir|Dame|Lord|Lady|Rev|Univ|PD|RA|RAin|StB|WP|med|jur|rer|nat|phil|iur|dent|vet|h\.c)(?:\.-?(?:[A-Z][a-zäöü]{1,12}\.?)?|-[A-Z][a-z]{1,12}\.?|(?= ))(?:\s?\([A-Z]{2,4}\))? ?){0,5}/u
const credentials =
  /, (?:(?:LL\.?M|M\.?B\.?A|Ph\.?D|M\.?Sc|B\.?Sc|B\.?A|M\.?A|M\.?D|DDS|CPA|CFA|Esq|Jr|Sr|RN|PE|OBE|MBE|CBE)\.?)(?:\.|$)/
/** Words that no person is called, which capitalised headings are made of. */
const noNames = new Set(
  phraseList(
    `our unser unsere team teams meet contact kontakt about the and we wir you sie your for with from this that all alle
    company firma unternehmen story geschichte history mission vision values werte office büro street strasse monday tuesday
    wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag january february
    march july september october november december opening hours news blog shop store services service leistungen products
    product pricing prices privacy policy terms data legal notice home page welcome learn more read mehr erfahren join us
    work jobs careers karriere customer customers support success stories studio labs group holding north south east west
    new old city berlin hamburg münchen london paris madrid rome wien zürich amsterdam york francisco san road avenue
    limited center centre project projects management leadership people board staff founders partners online free download
    sign log account password email phone fax address imprint impressum datenschutz agb cookie cookies google facebook
    instagram linkedin twitter youtube software engineering design marketing sales finance human resources operations head
    senior junior what who why how where when was wer wie warum wo nos notre votre les des nuestro nuestra equipo équipe
    contacto mentions légales frequently asked questions get started request book make tour demo handelsregister
    amtsgericht registergericht umsatzsteuer angaben vertreten verantwortlich inhalt haftung urheberrecht steuernummer
    kammer bank sparkasse volksbank stiftung verein gesellschaft university universität institute institut college school
    hospital clinic klinik hotel restaurant café museum republic kingdom states united county council trust foundation
    oggi hoy hoje vandaag nu idag dnes dziś now here then since seit depuis auch also today heute aujourd hui says sagt dit
    with mit con avec our her his their its open platform floor studio class classes chef founder`
      .split(/\s+/)
      .join('|'),
  ),
)

/** Whether a text is a person's name and nothing else. Careful rather than complete: two to five capitalised words. */
export function isPersonName(text: string): boolean {
  return text.length >= 5 && text.length <= 60 && text.includes(' ') && readsAsName(text)
}

const readsAsName = remembered((text) => {
  if (!/^[\p{Lu}dl]/u.test(text)) return false
  if (/[\d@:;!?/|&"„()[\]]/.test(text.replace(titles, ''))) return false
  if (hasLegalForm(text)) return false
  const words = withoutTitles(text).split(' ')
  if (words.length < 2 || words.length > 5) return false
  let capitalised = 0
  for (const [at, word] of words.entries()) {
    if (particles.has(word.toLowerCase()) && at > 0 && at < words.length - 1) continue
    if (!/^(?:[\p{Lu}][\p{L}'’.-]{0,30}|[dl]['’][\p{Lu}][\p{L}-]{1,30})$/u.test(word)) return false
    if (word.endsWith('.') && word.length > 3) return false
    if (word.length > 3 && word === word.toUpperCase() && /^\p{Lu}+$/u.test(word)) continue
    const [normal = ''] = normalWords(word)
    if (noNames.has(normal) || isRoleWord(normal)) return false
    capitalised++
  }
  return capitalised >= 1 && /^\p{Lu}/u.test(words.at(-1) ?? '')
})

const asianName =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}[ \u3000]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}$/u

/** A name in Japanese or Chinese letters, which look the same as other words: only where a label says that it is one. */
export function isAsianName(text: string): boolean {
  return text.length <= 11 && asianName.test(text)
}

/** `Petra Schuster` of `Frau Petra Schuster`; titles that are earned stay. */
export function withoutSalutation(text: string): string {
  return text.replace(/^(?:Herrn?|Frau|Mr|Mrs|Ms|Miss|Mme|Monsieur|Madame|Sig\.ra|Sig|Sra|Sr)\.? /, '')
}

export function withoutTitles(text: string): string {
  return text.replace(titles, '').replace(credentials, '').trim()
}

/** How the same person is called with and without titles. */
export function personKey(text: string): string {
  return normalWords(withoutTitles(text)).join(' ')
}

export const patterns = [
  /^(?:Herrn?|Frau|Mr|Mrs|Ms|Miss|Mme|Monsieur|Madame|Sig\.ra|Sig|Sra|Sr)\.? /,
  /^[\p{Lu}dl]/u,
  asianName,
  titles,
  credentials,
  /[\d@:;!?/|&"„()[\]]/,
  /^(?:[\p{Lu}][\p{L}'’.-]{0,30}|[dl]['’][\p{Lu}][\p{L}-]{1,30})$/u,
  /^\p{Lu}+$/u,
]
