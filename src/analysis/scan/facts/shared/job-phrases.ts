import { phraseList } from '../../../text/phrases.ts'

/** What says on its own that a company looks for people. */
export const openStatements = phraseList(`
  we are hiring|we're hiring|now hiring|open positions|open roles|current openings|job openings|current vacancies|
  we are looking for a|we're looking for a|help wanted|offene stellen|wir stellen ein|verstärkung gesucht|
  wir suchen verstärkung|wir suchen dich|nous recrutons|on recrute|postes ouverts|postes à pourvoir|estamos contratando|
  posizioni aperte|stiamo assumendo|openstaande vacatures|lediga tjänster|ledige stillinger|vi anställer|zatrudniamy|zatrudnimy|
  estamos a contratar|rekrytoimme`)

/** Headings after which positions are listed, and nothing else. */
export const listPhrases = phraseList(`
  open positions|open position|open roles|open role|current openings|job openings|open vacancies|current vacancies|
  vacancies|openings|offene stellen|offene positionen|stellenangebote|aktuelle stellen|stellenausschreibung|
  stellenausschreibungen|freie stellen|unsere stellen|stelle frei|stellen frei|ausbildungsplätze|postes ouverts|
  postes à pourvoir|offres d emploi|offres d'emploi|nos offres|puestos vacantes|vacantes|ofertas de empleo|
  posizioni aperte|vacature|vacatures|openstaande vacatures|lediga tjänster|lediga jobb|ledige stillinger|avoimet työpaikat|
  oferty pracy|volná místa|vagas abertas|állások|nyitott pozíciók|current opportunities|job opportunities`)

/** What says it in a heading or on a page about jobs, where other things may follow. */
export const openPhrases = [
  ...listPhrases,
  ...phraseList(`
  we are hiring|we're hiring|now hiring|join our team|wir stellen ein|wir suchen|wir suchen dich|verstärkung gesucht|
  ausbildungsplatz|nous recrutons|on recrute|estamos contratando|stiamo assumendo|cerchiamo|wij zoeken|vi söker|
  vi anställer|vi søger|haemme|szukamy|zatrudniamy|zatrudnimy|poszukujemy|hledáme|estamos a contratar|work with us`),
]

/** Headings that are nothing but these words. */
export const openHeadings = phraseList(
  'jobs|karriere|kariera|praca|lavora con noi|positions|roles|stellen|postes|puestos|vagas|vacancy|karriere bei uns|our jobs|unsere jobs',
)

export const deniedPhrases = phraseList(`
  no open positions|no current openings|no openings|no vacancies|not hiring|no open roles|no current vacancies|
  no job openings|keine offenen stellen|keine stellen frei|keine freien stellen|derzeit keine stellen|aktuell keine stellen|
  keine stellenangebote|pas de poste|aucun poste|aucune offre|ne recrutons pas|no hay vacantes|sin vacantes|
  nessuna posizione|geen vacatures|inga lediga|ingen ledige|don't have any open|do not have any open|no positions`)

/** What companies call themselves that offer other companies' positions. */
export const agencyPhrases = phraseList(`
  staffing|recruitment agency|recruiting agency|recruitment consultancy|temp agency|employment agency|job board|
  personalvermittlung|zeitarbeit|personaldienstleister|personaldienstleistung|personaldienstleistungen|arbeitsvermittlung|
  stellenmarkt|jobbörse|jobportal|uitzendbureau|agence d intérim|agence d'intérim|travail temporaire|bemanning|
  bemanningsföretag|vikarbureau|agenzia per il lavoro|empresa de trabajo temporal|headhunter|headhunting`)
