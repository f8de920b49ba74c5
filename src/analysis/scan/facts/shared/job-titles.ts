import { normalWords } from '../../../normal-words.ts'
import { isPersonName } from './person-names.ts'
import { isRoleWord } from './role-words.ts'

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
  volunteer porter receptionist host bartender welder fitter machinist roaster weaver editor buyer
  ausbildung azubi auszubildende auszubildender praktikum praktikant werkstudent aushilfe minijob referendar
  fachangestellte kaufmann kauffrau koch kellner fahrer mitarbeiter apprenti stage stagiaire alternance vendeur vendeuse
  serveur cuisinier camarero cocinero cuoco cameriere verkoper medewerker stagiair kok`.split(/\s+/),
)

/** Whether a short line reads as a position's title. */
export function isJobTitle(text: string): boolean {
  if (text.length < 4 || text.length > 80 || /[!?@:;€$£]|\. |https?/.test(text) || text.endsWith('.'))
    return false
  const words = normalWords(text.replaceAll('/', ' '))
  if (words.length === 0 || words.length > 9 || !/^[\p{Lu}\d(]/u.test(text) || isPersonName(text))
    return false
  if (words.some((word) => lineWords.has(word))) return false
  return words.some((word) => jobWords.has(word) || isRoleWord(word))
}

/** Words of headings and sentences about jobs, which no title has. */
const lineWords = new Set(
  `we you your our us how why what wir sie ihr ihre du dein unser unsere uns warum wie nous vous votre nos notre you apply
  team careers career jobs positions openings benefits values culture process join working life hiring contact stellen
  karriere bewerben bewerbung leitung ansprechpartner is are has have with years experience erfahrung`.split(
    /\s+/,
  ),
)

export const patterns = [marker, /[!?@:;€$£]|\. |https?/, /^[\p{Lu}\d(]/u]
