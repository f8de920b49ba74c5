import { hasPhrase, phraseList } from '../../../text/phrases.ts'

export interface Figure {
  kind: 'founded' | 'headcount'
  value: number
  explicit: boolean
  from: number
  to: number
}

const year = '(?<year>(?:1[5-9]|20)\\d{2})'
const verbs =
  'founded|established|started|set up|incorporated|gegründet|gegruendet|gründete[nt]?|fondée?|créée?|née? en|fundada|fundado|creada|' +
  'fondata|fondato|nata|nasce nel|nacque|opgericht|grundades|grundat|grundlagt|stiftet|etableret|etablert|perustettu|założona|' +
  'założony|założono|powstała|powstało|założen[ao]?|alapítva|alapították|înființată|kuruldu|startade|abierto|abrió|opened in'
/** `founded in 1998`, with a few words between: `founded by two sisters in 1998`. */
const founded = new RegExp(
  `(?<!\\p{L})(?:${verbs})(?!\\p{L})(?: \\p{L}{1,14}){0,5},? ${year}(?![\\d-])`,
  'giu',
)
/** `1987 hat Hinrich Petersen das Geschäft gegründet`, `1998 gegründet`. */
const yearFirst = new RegExp(
  `(?<![\\d-])${year}(?: [\\p{L}&-]{1,20}){0,8} (?:gegründet|gegruendet|gründete|gründeten|opgericht|grundades|grundlagt|stiftet|perustettu|alapítva|fondée?|founded)(?!\\p{L})`,
  'giu',
)
/** `Founded: 1998`, `Gründungsjahr 1998`, `創業 1924年`. */
const labelled = new RegExp(
  `(?:(?<!\\p{L})(?:founded|established|est\\.?|gründungsjahr|gründung|gegründet|année de création|fondation|fundación|fondazione|anno di fondazione|year founded|foundation year|opgericht|grundat|oprichting)|創業|設立|創立)\\s?[:.：]?\\s?${year}(?![\\d-])`,
  'giu',
)
/** `since 1998` and its sisters say it between the lines. */
const since = new RegExp(
  `(?<!\\p{L})(?:since|seit|depuis|desde|dal|sinds|sedan|siden|vuodesta|od(?: roku)?)(?: \\p{L}{1,10}){0,2} ${year}(?![\\d-])`,
  'giu',
)
const sinceLineMax = 160

/** The years in a line that tell when the company began. */
export function foundingYears(text: string): Figure[] {
  const found: Figure[] = []
  if (!/(?:1[5-9]|20)\d{2}/.test(text)) return found
  for (const pattern of [founded, yearFirst, labelled, since]) {
    if (pattern === since && (text.length > sinceLineMax || found.length > 0)) continue
    for (const match of text.matchAll(pattern)) {
      const value = Number(match.groups?.['year'] ?? 0)
      const from = match.index
      const figure: Figure = {
        kind: 'founded',
        value,
        explicit: pattern !== since,
        from,
        to: from + match[0].length,
      }
      if (!found.some((other) => other.value === value)) found.push(figure)
    }
  }
  return found
}

const numberWords: ReadonlyMap<string, number> = new Map(
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
    'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
    'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
    'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig',
  ].flatMap((words) => words.split(' ').map((word, at) => [word, at + 1] as const)),
)

const number = `(?<count>\\d{1,3}(?:[.,’' ]\\d{3}){1,2}|\\d{1,6}|${[...numberWords.keys()].filter((word) => word.length > 2).join('|')})`
const people =
  "(?:employees|staff|team members|colleagues|people|teammates|mitarbeiter(?:innen|n)?|mitarbeiterinnen und mitarbeitern?|mitarbeitende[nr]?|beschäftigte[n]?|angestellte[n]?|menschen|köpfe|kolleg(?:innen|en)|collaborateurs|salariés|employés|personnes|collègues|empleados|trabajadores|personas|profesionales|dipendenti|collaboratori|persone|medewerkers|werknemers|mensen|collega['’]s|anställda|medarbetare|ansatte|medarbejdere|työntekijää|pracowników|osób|osoby|zaměstnanců|lidí|munkatárs|colaboradores|funcionários|pessoas|çalışan)"
const counted = new RegExp(
  `(?<![\\p{L}\\d.,–-])${number}\\+? (?:\\p{L}{2,14} ){0,2}?${people}(?!\\p{L})`,
  'giu',
)
const teamOf = new RegExp(
  `\\b(?:team|crew|staff|équipe|equipo|squadra|equipe) (?:of|von|aus|de|di|van|på|med)(?: (?:about|over|more than|around|rund|über|mehr als|etwa|plus de|più di|más de))? ${number}(?!\\p{L}|\\d|[.,:]\\d)`,
  'giu',
)
/** A label with its number, and a number in big letters with what is counted under it. */
const labelFirst = new RegExp(
  `^(?:employees|headcount|team size|staff|mitarbeiter(?:zahl|innen|:innen)?|anzahl mitarbeiter|effectif|salariés|empleados|dipendenti|medewerkers|anställda|ansatte|従業員数) ?[:：]? ?${number}[+名]?$`,
  'giu',
)
const numberAlone = new RegExp(`^${number}\\+? (?:\\p{L}{2,14} ){0,1}?${people}$`, 'giu')
const pairMax = 40

const ownCues = phraseList(`
  we|our|us|team|wir|unser|unsere|unserem|unseren|uns|nous|notre|nos|somos|nuestro|nuestra|equipo|siamo|conta|nostri|nostra|
  nostro|vi|våra|ons|onze|wij|hier|today|heute|work|works|arbeiten|employs|employ|beschäftigt|beschäftigen|emploie|
  travaillent|équipe|kanzlei|company|unternehmen|olemme|meitä|jesteśmy|nasz|nas|jsme|lavorano|trabajan|trabajamos|werken|
  arbetar|arbejder|jobber|praxis|betrieb|firm|somos|trabalham`)
const otherCues = phraseList(`
  up to|bis zu|companies with|businesses with|teams with|organisations with|organizations with|unternehmen mit|betriebe mit|
  firmen mit|for teams of|fewer than|less than|weniger als|unter|moins de|jusqu à|jusqu|hasta|fino a|tot|per month|pro monat|
  customers|kunden|users|nutzer|helped|trained|geholfen|reached|attended|guests|gäste|between|zwischen|entreprises de|seats|
  event|from companies|room for|platz für|killed|population|einwohner|million|groups|gruppen|party|parties|menu|table|
  recipe|personen|visitors|besucher|members|mitglieder|families|familien|children|kinder|pupils|students|patients|patienten`)

const writtenNumbers = phraseList([...numberWords.keys()].filter((word) => word.length > 2).join('|'))

/** Whether a number, in digits or letters, stands in a line, given with its phrase line. */
export function tellsNumber(text: string, words: string): boolean {
  return /\d/.test(text) || hasPhrase(words, writtenNumbers)
}

/** The number of people in a company, where a line, given with its phrase line, tells its own. */
export function headcounts(text: string, words: string): Figure[] {
  if (!tellsNumber(text, words)) return []
  if (hasPhrase(words, otherCues)) return []
  const own = hasPhrase(words, ownCues)
  const found: Figure[] = []
  for (const pattern of [teamOf, labelFirst, counted]) {
    if (pattern === counted && !own) continue
    for (const match of text.matchAll(pattern)) {
      const value = readNumber(match.groups?.['count'] ?? '')
      if (value === undefined || value < 2 || value > 3_000_000) continue
      if (value > 1900 && value < 2100 && !/[.,]/.test(match.groups?.['count'] ?? '')) continue
      const from = match.index
      if (found.length === 0)
        found.push({ kind: 'headcount', value, explicit: true, from, to: from + match[0].length })
    }
  }
  return found
}

/** What a label and the line after it, or a number and the word under it, tell together. */
export function pairedFigures(first: string, second: string): Figure[] {
  if (first.length > pairMax || second.length > pairMax) return []
  const text = `${first.replace(/ ?[:：]$/, '')}: ${second}`
  const found = /^\d{4}(?!\d)/.test(second) ? foundingYears(text).filter(({ explicit }) => explicit) : []
  for (const pattern of [labelFirst, numberAlone]) {
    const match = [...(pattern === numberAlone ? `${first} ${second}` : text).matchAll(pattern)][0]
    const value = readNumber(match?.groups?.['count'] ?? '')
    if (value !== undefined && value > 1 && !(value > 1800 && value < 2100) && found.length === 0)
      found.push({ kind: 'headcount', value, explicit: true, from: 0, to: 0 })
  }
  return found
}

function readNumber(written: string): number | undefined {
  const word = numberWords.get(written.toLowerCase())
  if (word !== undefined) return word
  const digits = written.replace(/[^\d]/g, '')
  return digits === '' ? undefined : Number(digits)
}

export const patterns = [
  founded,
  yearFirst,
  labelled,
  since,
  counted,
  teamOf,
  labelFirst,
  numberAlone,
  /(?:1[5-9]|20)\d{2}/,
  /\d/,
  / ?[:：]$/,
  /^\d{4}(?!\d)/,
  /[^\d]/g,
]
