import { normalWords } from '../../../text/normal-words.ts'
import { phraseList } from '../../../text/phrases.ts'
import { isPersonName } from '../people/person-names.ts'
import { isRoleWord } from '../people/roles.ts'

/** `(m/w/d)`, `(f/m/x)`, `(H/F)`: what stands after a job's title and hardly anywhere else. */
const marker =
  /\((?:[mwfdxhin](?:[/|*., ]{1,2}[mwfdxhin*]){1,3}|all genders|gn)\)|\b(?:[mwf]\/[mwf]\/[dxi*]|h\/f|f\/h)\b/i
const titleMax = 100

/** `Bäcker (m/w/d)` of `Bäcker (m/w/d) in Vollzeit gesucht`; undefined for a line without such a mark. */
export function markedJobTitle(text: string): string | undefined {
  if (text.length > 300) return undefined
  const mark = marker.exec(text)
  if (mark === null || mark.index < 3 || mark.index > titleMax) return undefined
  const before = text.slice(0, mark.index)
  const start = Math.max(before.lastIndexOf(': '), before.lastIndexOf('. '), before.lastIndexOf('! '))
  const lead = start === -1 ? 0 : start + 2
  const title = text.slice(lead, mark.index + mark[0].length).trim()
  const words = title.split(' ')
  // A sentence that names the position in passing: its title is what begins with the last capital letters.
  return words.length <= 9 &&
    /^[\p{Lu}\d]/u.test(title) &&
    !sentenceWords.has(normalWords(words[0] ?? '')[0] ?? '')
    ? title
    : undefined
}

const sentenceWords = new Set(
  'wir we nous zur zum ab fur for als suchen gesucht unser unsere our werde werden join'.split(' '),
)
const jobWords = new Set(
  `engineer developer manager designer apprentice intern internship trainee assistant executive representative analyst
  specialist chef cook waiter waitress driver technician mechanic accountant nurse teacher officer coordinator consultant
  lead head director administrator barista baker sales marketing warden ranger electrician plumber carpenter operator
  volunteer porter receptionist host bartender lehrling instruktor tornitore operaio magazziniere kierowca mechanik chauffeur monteur adviseur beertender eventmanager welder fitter machinist roaster weaver editor buyer
  ausbildung azubi auszubildende auszubildender praktikum praktikant werkstudent aushilfe minijob referendar
  fachangestellte kaufmann kauffrau koch kellner fahrer mitarbeiter apprenti stage stagiaire alternance vendeur vendeuse
  serveur cuisinier camarero cocinero cuoco cameriere verkoper medewerker stagiair kok`.split(/\s+/),
)

/** Whether a short line reads as a position's title. */
export function isJobTitle(text: string): boolean {
  if (text.length < 4 || text.length > 80 || /[!?@;€$£]|: |\. |https?/.test(text) || text.endsWith('.'))
    return false
  const words = normalWords(text.replaceAll('/', ' '))
  if (words.length === 0 || words.length > 9 || !/^[\p{Lu}\d(]/u.test(text) || isPersonName(text))
    return false
  if (words.some((word) => lineWords.has(word))) return false
  return words.some((word) => jobWords.has(word) || isRoleWord(word)) || bothGenders.test(text)
}

/** `Rezeptionist:in`, `Bäcker*innen`, `Koch/-in`. */
const bothGenders = /\p{L}{3}(?:[:*_·]|\/-?)in(?:nen)?(?!\p{L})/u

/** Words of headings and sentences about jobs, which no title has. */
const lineWords = new Set(
  phraseList(
    `we|you|your|our|us|how|why|what|wir|sie|ihr|ihre|du|dich|dein|unser|unsere|uns|warum|wie|nous|vous|votre|nos|notre|
    apply|team|careers|career|jobs|positions|openings|benefits|values|culture|process|join|working|life|hiring|contact|
    stellen|karriere|bewerben|bewerbung|ansprechpartner|is|are|has|have|experience|erfahrung|vacatures|vacancies|salary|
    gehalt|perks|vorteile|location|standort|employment|offers|equal|opportunity|read|more|mehr|details|learn|view|all|
    questions|fragen|kontakt|about|über|no|keine|not|stillinger|oferty|emplois|recrutement|hours|pay|days`,
  ),
)

/** Under a heading that says that positions follow: a few words without a sentence's signs. */
export function isListedTitle(text: string): boolean {
  if (text.length < 4 || text.length > 70 || /[!?@€$£©]|\. |https?/.test(text) || text.endsWith('.'))
    return false
  if (!/^[\p{Lu}\d(]/u.test(text) || !/\p{L}{3}/u.test(text)) return false
  const words = normalWords(text)
  return words.length <= 8 && !isPersonName(text) && !words.some((word) => lineWords.has(word))
}

const conditions =
  /^(?:ganzjährig|saison|saisonal|vollzeit|teilzeit|voll- oder teilzeit|full[- ]?time|part[- ]?time|remote|permanent|temporary|seasonal|unbefristet|befristet|minijob|ab sofort|m\/w\/d|temps plein|temps partiel|cdi|cdd|jornada completa|media jornada|tempo pieno|part-time|fulltime|parttime|heltid|deltid|fast|hybrid|on-site|onsite)$/i

const fileType = /\s?\((?:pdf|docx?)\)$/i

/** `Koch/Köchin` of `Koch/Köchin, Saison`: without how much, how long and where one works. */
export function bareTitle(text: string): string {
  let title = text.replace(fileType, '').trim()
  for (const separator of [', ', ' – ', ' - ', ' | ', ' · ']) {
    const at = title.lastIndexOf(separator)
    if (at > 2 && conditions.test(title.slice(at + separator.length).trim()))
      title = title.slice(0, at).trim()
  }
  return title
}

const wanted =
  /(?<!\p{L})(?:looking for|hiring|seeking|suchen|recherchons|recrutons|buscamos|cerchiamo|zoeken|söker|søger):? (?:an? (?:(?:part|full)-time )?|einen? |eine |une? |una? |un |een |en |ett )?(?<title>\p{Lu}[\p{L}/:*&+-]{1,30}(?: (?:[\p{Lu}&][\p{L}/:*&+-]{0,30}|of|and|und|et|de)){0,6})/u

/** The same where nouns are written in small letters. */
const wantedInSmall =
  /(?<!\p{L})(?:söker|søger|søker|zoeken|recherchons|recrutons|buscamos|cerchiamo|procuramos) (?:en |ett |et |een |une? |una? |um |uma )(?<title>\p{Ll}[\p{L}-]{2,30}(?: \p{Ll}[\p{L}-]{2,20})?)/u

/** `PPC Manager` of `We are looking for a PPC Manager.` */
export function wantedTitle(text: string): string | undefined {
  if (text.length > 400) return undefined
  const title = wanted.exec(text)?.groups?.['title']
  if (title !== undefined && isJobTitle(title)) return title
  const words = wantedInSmall.exec(text)?.groups?.['title']?.split(' ') ?? []
  const own = words.slice(0, words.length > 1 && isRoleWord(normalWords(words[1] ?? '')[0] ?? '') ? 2 : 1)
  return own.some((word) => isRoleWord(normalWords(word)[0] ?? '')) ? own.join(' ') : undefined
}

export const patterns = [
  fileType,
  bothGenders,
  wantedInSmall,
  wanted,
  marker,
  conditions,
  /[!?@;€$£]|: |\. |https?/,
  /[!?@€$£©]|\. |https?/,
  /^[\p{Lu}\d(]/u,
  /\p{L}{3}/u,
]
