import { phraseLine, phraseList } from '../../text/phrases.ts'
import { metaOf } from './metas.ts'
import { oncePerPage } from './once-per-page.ts'
import type { Page } from './page.ts'

export type PageKind =
  | 'home'
  | 'imprint'
  | 'contact'
  | 'team'
  | 'careers'
  | 'about'
  | 'privacy'
  | 'terms'
  | 'others'
  | 'article'
  | 'other'

/** What a path's last words, or a page's heading, promise. The first kind that fits wins. */
const kindWords: ReadonlyArray<readonly [kind: PageKind, phrases: readonly string[]]> = [
  [
    'imprint',
    phraseList(`
    impressum|imprint|legal notice|legal notices|mentions légales|mention légale|mentions|aviso legal|avís legal|
    note legali|colofon|colophon|impresszum|company details|legal information|rechtliche hinweise|informacje prawne|
    juridische informatie|tokushoho|anbieterkennzeichnung|informations légales|información legal|offenlegung|
    tietoa yrityksestä|特定商取引法に基づく表記|dati societari|legal`),
  ],
  [
    'privacy',
    phraseList(`
    privacy|privacy policy|privacy notice|privacy statement|datenschutz|datenschutzerklärung|datenschutzhinweise|cookies|
    gdpr|dsgvo|rgpd|cookie policy|politique de confidentialité|confidentialité|données personnelles|
    política de privacidad|privacidad|política de privacidade|privacidade|informativa privacy|privacyverklaring|
    privacybeleid|integritetspolicy|polityka prywatności|data protection|privatlivspolitik|personvern|tietosuoja|
    tietosuojaseloste|ochrana osobních údajů|zásady ochrany|adatvédelem|adatkezelési tájékoztató|プライバシーポリシー`),
  ],
  [
    'terms',
    phraseList(`
    terms|terms of service|terms and conditions|terms of use|agb|allgemeine geschäftsbedingungen|conditions générales|
    cgv|cgu|términos y condiciones|termini e condizioni|algemene voorwaarden|regulamin|nutzungsbedingungen|widerruf|
    widerrufsbelehrung|acceptable use|condiciones|termos|termos e condições|villkor|köpvillkor|vilkår|ászf`),
  ],
  [
    'careers',
    phraseList(`
    careers|career|jobs|job|karriere|stellenangebote|stellen|offene stellen|jobbörse|join us|hiring|work with us|
    work for us|work here|vacancies|vacatures|werken bij|recrutement|carrières|carrière|emplois|nous rejoindre|
    rejoignez nous|on recrute|empleo|trabaja con nosotros|únete|lavora con noi|kariera|praca|karriär|lediga jobb|
    jobba hos oss|open positions|open roles|ledige stillinger|stillinger|ura|avoimet työpaikat|työpaikat|vagas|
    trabalhe conosco|carreiras|recrutamento|volunteer|openings|employment|opportunities|job openings|ausbildung|kariéra|採用情報`),
  ],
  [
    'contact',
    phraseList(`
    contact|contact us|contacts|kontakt|kontaktieren|contacto|contatti|contatto|contato|contactos|contactez nous|
    nous contacter|yhteystiedot|ota yhteyttä|kapcsolat|get in touch|iletişim|anfahrt|anreise|find us|visit us|visit|
    besuchen|so finden sie uns|standort|standorte|location|locations|offices|our offices|adresse|find me|reservierung|
    reservations|お問い合わせ|アクセス|contacte|kontakta|kontakta oss|kontakt os|kontakt oss|où nous trouver|dove siamo|
    dónde estamos|contacteer ons|plan your visit|directions|where to find us|lage|öffnungszeiten`),
  ],
  [
    'team',
    phraseList(`
    team|our team|people|leadership|management|unser team|das team|staff|attorneys|équipe|notre équipe|l équipe|equipo|
    nuestro equipo|il team|lo staff|ansprechpartner|lawyers|anwälte|rechtsanwälte|avocats|abogados|avvocati|board|vorstand|
    medewerkers|meet the team|ons team|zespół|doctors|ärzte|praxisteam|founders|trustees|equipa|equipe|nossa equipe|
    coaches|teachers|faculty|crew|instructors|trainers|medarbetare|medarbejdere|ansatte|henkilöstö|tým|csapat|team members`),
  ],
  [
    'about',
    phraseList(`
    about|about us|company|über uns|ueber uns|wir|unternehmen|kanzlei|praxis|à propos|qui sommes nous|sobre nosotros|
    quiénes somos|nosotros|chi siamo|azienda|l azienda|over ons|om oss|om os|o nas|o firmie|sobre|sobre nós|quem somos|
    a empresa|tietoa|meistä|yritys|rólunk|hakkımızda|who we are|our story|story|geschichte|mission|entreprise|empresa|
    l entreprise|会社概要|会社案内|profile|profil|philosophie|stiftung|estudio|el estudio|la maison|histoire|notre histoire|
    storia|la cantina|o společnosti|about the company|wer wir sind|das haus`),
  ],
  [
    'others',
    phraseList(`
    customers|customer stories|case studies|case study|kunden|referenzen|references|testimonials|partners|partner|dealers|
    händler|haendler|directory|store locator|stores|portfolio|projekte|projects|clients|work|events|veranstaltungen|
    sponsors|integrations|resellers|distributors|success stories|reviews|donors|members|partenaires|clientes|proyectos`),
  ],
  [
    'article',
    phraseList(`
    blog|news|press|aktuelles|magazin|article|articles|post|posts|presse|actualités|noticias|blogg|insights|stories|
    journal|neuigkeiten|nyheter|ajankohtaista|aktualności|novinky|novedades|お知らせ`),
  ],
]

const homeWords = phraseList(
  'index|home|startseite|start|accueil|inicio|homepage|default|main|welcome|hjem|hem|etusivu|início',
)

/** What a page is for, by its path and then by its heading and title. */
export const pageKind = oncePerPage(readPageKind)

function readPageKind(page: Page): PageKind {
  return kindOfPath(page.url) ?? (isArticle(page) ? 'article' : kindOfHeading(page)) ?? 'other'
}

function kindOfPath(url: string): PageKind | undefined {
  const segments = pathSegments(url)
  if (isHomePath(segments)) return 'home'
  for (const segment of segments.slice(-2).reverse()) {
    const line = phraseLine(segment)
    for (const [kind, phrases] of kindWords) {
      if (phrases.some((phrase) => line === ` ${phrase} `)) return kind
    }
  }
  // A long last segment may hold the word among others, as in /unser-team-in-berlin or /contact-sales.
  const last = phraseLine(segments.at(-1) ?? '')
  if (last.split(' ').length > 6) return undefined
  for (const [kind, phrases] of kindWords) {
    if (kind === 'article' || kind === 'others') continue
    if (phrases.some((phrase) => phrase.length > 4 && last.includes(` ${phrase} `))) return kind
  }
  return undefined
}

const articleTypes = new Set([
  'Article',
  'NewsArticle',
  'BlogPosting',
  'TechArticle',
  'Report',
  'LiveBlogPosting',
])

/** A text with a date and an author rather than a page of the company. */
function isArticle(page: Page): boolean {
  if (/\/(?:19|20)\d{2}\/\d{1,2}\//.test(new URL(page.url).pathname)) return true
  return (
    metaOf(page, 'og:type')?.content === 'article' ||
    page.jsonLd.some(({ types }) => types.some((type) => articleTypes.has(type)))
  )
}

function pathSegments(url: string): string[] {
  const path = new URL(url).pathname
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // A malformed escape stays as it is written.
  }
  const segments = decoded.split('/').filter((segment) => segment !== '')
  return segments.map((segment) => segment.replace(/\.(?:html?|php|aspx?|jsp|shtml)$/i, ''))
}

function isHomePath(segments: readonly string[]): boolean {
  const rest = /^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(segments[0] ?? '') ? segments.slice(1) : segments
  return rest.length === 0 || (rest.length === 1 && homeWords.includes(phraseLine(rest[0] ?? '').trim()))
}

function kindOfHeading(page: Page): PageKind | undefined {
  const heading = page.blocks.find((block) => block.heading === 1)?.text ?? ''
  for (const text of [heading, page.title.split(/[|–—·:]| - /)[0] ?? '']) {
    const line = phraseLine(text.slice(0, 80))
    for (const [kind, phrases] of kindWords) {
      if (phrases.some((phrase) => line === ` ${phrase} `)) return kind
    }
  }
  return undefined
}
