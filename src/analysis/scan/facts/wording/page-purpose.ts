import { phraseLine } from '../../../text/phrases.ts'
import type { Page } from '../../document/page.ts'

/** What a page may be for; one page may be for several things. */
export type Purpose =
  | 'home'
  | 'about'
  | 'article'
  | 'comparison'
  | 'customers'
  | 'careers'
  | 'legal'
  | 'pricing'
  | 'integrations'
  | 'security'
  | 'products'
  | 'menu'
  | 'documentation'

/** Words of a path's segment, or of the heading and the title's first part, that tell the purpose. */
const tellingWords: ReadonlyArray<readonly [Purpose, string]> = [
  [
    'about',
    'about|about us|company|who we are|our story|mission|uber uns|ueber uns|unternehmen|wir uber uns|die kanzlei|kanzlei|a propos|qui sommes nous|notre histoire|la maison|sobre nosotros|quienes somos|chi siamo|la nostra storia|over ons|om oss|om os|o nas',
  ],
  [
    'article',
    'blog|blogs|news|newsroom|article|articles|post|posts|press|press releases|presse|aktuelles|magazin|magazine|ratgeber|insights|stories|guides|guide|resources|learn|library|academy|glossary|glossar|lexikon|wiki|wissen|whitepaper|whitepapers|ebooks|webinars|podcast|podcasts|actualites|noticias|notizie|nieuws|journal|community|forum|changelog|releases|events',
  ],
  [
    'customers',
    'customers|customer|customer stories|case studies|case study|success stories|kunden|referenzen|referenz|references|clients|portfolio|our work|projekte|projects|testimonials|temoignages|etudes de cas|realisations|casos de exito|clientes|clienti|klanten|cases|partners|partner|partenaires|sponsors|investors|portfolio companies',
  ],
  [
    'careers',
    'careers|career|jobs|job|karriere|stellenangebote|stellen|join us|vacancies|vacatures|recrutement|carrieres|carriere|emplois|empleo|lavora con noi|open positions|offene stellen|work with us|werken bij|werken bij ons|nous rejoindre|rejoignez nous|trabaja con nosotros|kariera|praca|karriar|lediga jobb|vagas|volunteer|openings|jobboerse|vacancy|stellenanzeigen|recruitment',
  ],
  [
    'legal',
    'privacy|privacy policy|privacy notice|datenschutz|datenschutzerklarung|datenschutzhinweise|cookies|cookie policy|cookie richtlinie|politique de confidentialite|confidentialite|politica de privacidad|privacidad|informativa privacy|privacyverklaring|privacybeleid|terms|terms of service|terms and conditions|terms of use|agb|conditions generales|cgv|cgu|mentions legales|imprint|impressum|legal|legal notice|aviso legal|note legali|nutzungsbedingungen|widerruf|widerrufsbelehrung|algemene voorwaarden|subprocessors|sub processors|dpa|data protection|refund policy|shipping policy|shipping|versand|zahlung und versand|versand und zahlung|versandkosten|lieferung|returns|livraison|envios|spedizioni|verzending',
  ],
  [
    'pricing',
    'pricing|prices|price list|subscribe|abonnement|abonnements|abo|abos|become a member|mitglied werden|plans|plans and pricing|pricing and plans|pricing plans|preise|preis|preisliste|preise und leistungen|tarife|pakete|kosten|honorar|honorare|tarifs|nos tarifs|tarif|prix|precios|planes|tarifas|prezzi|listino prezzi|tariffe|prijzen|precos|ceny|hinnat|priser|tarieven|priser|rates|our rates|fees|rates and fees|membership|memberships|subscriptions|cennik',
  ],
  [
    'integrations',
    'integrations|integration|our integrations|apps|app directory|app marketplace|connectors|connections|integrationen|schnittstellen|anbindungen|integrazioni|integraciones|integraties|koppelingen|integracje|works with|data sources|destinations',
  ],
  [
    'security',
    'security|trust|trust center|trust centre|security and compliance|compliance|sicherheit|datensicherheit|it sicherheit|securite|seguridad|sicurezza|beveiliging|security and privacy|security overview|data security|safety and security',
  ],
  [
    'products',
    'products|product|our products|produkte|unsere produkte|produits|nos produits|productos|prodotti|producten|services|our services|our products and services|products and services|que hacemos|lo que hacemos|was wir tun|was wir machen|ce que nous faisons|cosa facciamo|wat we doen|wat wij doen|vad vi gor|o que fazemos|co robimy|what we make|what we sell|servicos|os nossos servicos|produtos|os nossos produtos|uslugi|nasze uslugi|oferta|produkty|nasze produkty|tjanster|vara tjanster|tjenester|ydelser|palvelut|tuotteet|wines|our wines|vini|i nostri vini|i vini|weine|unsere weine|nos vins|vinos|nuestros vinos|service|what we do|what we offer|leistungen|unsere leistungen|dienstleistungen|angebot|angebote|rechtsgebiete|fachgebiete|tatigkeitsgebiete|beratungsfelder|schwerpunkte|practice areas|expertise|areas of expertise|prestations|nos services|nos prestations|nos expertises|expertises|servicios|nuestros servicios|servizi|i nostri servizi|diensten|onze diensten|solutions|losungen|programs|programmes|our programs|our programmes|programme|treatments|behandlungen|courses|kurse|shop|store|boutique|collection|collections|catalog|catalogue|sortiment|kollektion',
  ],
  [
    'menu',
    'menu|menus|our menu|the menu|food menu|drinks|drinks menu|wine list|lunch menu|dinner menu|speisekarte|karte|speisen|getrankekarte|weinkarte|mittagskarte|carte|la carte|notre carte|nos menus|carta|la carta|il menu|kaart|menukaart|speisen und getranke',
  ],
  [
    'documentation',
    'docs|documentation|developer|developers|api|api reference|reference|help|help center|help centre|support|faq|hilfe|handbuch|manual|knowledge base',
  ],
]

const byWords = new Map<string, Purpose[]>()
for (const [purpose, list] of tellingWords) {
  for (const words of list.split('|')) byWords.set(words, [...(byWords.get(words) ?? []), purpose])
}

const articleTypes = new Set(['Article', 'BlogPosting', 'NewsArticle', 'TechArticle', 'Report', 'HowTo'])
const homeWords = new Set([
  'index',
  'home',
  'start',
  'startseite',
  'accueil',
  'inicio',
  'welcome',
  'default',
  'main',
])
const dated = /\/(?:19|20)\d\d\/\d{1,2}(?:\/|$)/
const ending = /\.(?:html?|php|aspx?|jsp|shtml)$/i
const language = /^[a-z]{2}(?:[-_][a-z]{2})?$/i
const titleBreak = /[|–—·:]| - /
const versus = /(?:^|[\s/-])(?:vs\.?|versus)(?:$|[\s/-])/i

const known = new WeakMap<Page, ReadonlySet<Purpose>>()

/** What the page is for, by its path, its heading and title, and the types of its structured data. */
export function purposesOf(page: Page): ReadonlySet<Purpose> {
  const before = known.get(page)
  if (before !== undefined) return before
  const purposes = new Set(readPurposes(page))
  known.set(page, purposes)
  return purposes
}

/** What a heading of these words stands over. */
export function purposesOfHeading(text: string): readonly Purpose[] {
  return text.length > 80 ? [] : (byWords.get(phraseLine(text).trim()) ?? [])
}

export function isFor(page: Page, ...purposes: readonly Purpose[]): boolean {
  const own = purposesOf(page)
  return purposes.some((purpose) => own.has(purpose))
}

/** Pages that speak of others or about the world rather than of what the company does. */
export function speaksOfOthers(page: Page): boolean {
  return isFor(page, 'article', 'comparison', 'customers', 'careers', 'legal')
}

function* readPurposes(page: Page): Generator<Purpose> {
  const segments = pathSegments(page.url)
  const own = language.test(segments[0] ?? '') && segments[0] !== 'vs' ? segments.slice(1) : segments
  if (own.length === 0 || (own.length === 1 && homeWords.has((own[0] ?? '').toLowerCase()))) yield 'home'

  for (const [at, segment] of own.entries()) {
    const words = phraseLine(segment).trim()
    for (const purpose of byWords.get(words) ?? []) {
      // A list of articles speaks of others as its articles do; a page under `products` may be one product's.
      yield purpose
    }
    if (at === own.length - 1) yield* lastSegment(words)
  }
  const heading = page.blocks.find((block) => block.heading === 1)?.text.slice(0, 120) ?? ''
  if (own.length > 0) {
    for (const text of [heading, page.title.split(titleBreak)[0] ?? '']) {
      yield* byWords.get(phraseLine(text.slice(0, 120)).trim()) ?? []
    }
  }
  const path = own.join('/')
  if (
    versus.test(path) ||
    versus.test(page.title.slice(0, 200)) ||
    versus.test(heading) ||
    compares(`${path} ${page.title.slice(0, 200)}`)
  )
    yield 'comparison'
  if (dated.test(page.url)) yield 'article'
  if (page.jsonLd.some((item) => item.types.some((type) => articleTypes.has(type)))) yield 'article'
}

/** Two words of a longer last segment are enough: `/our-pricing-plans`, `/speisekarte-mittag`. */
function* lastSegment(words: string): Generator<Purpose> {
  const list = words.split(' ')
  if (list.length < 2 || list.length > 5) return
  for (const word of list) {
    for (const purpose of byWords.get(word) ?? []) {
      if (purpose === 'pricing' || purpose === 'menu' || purpose === 'integrations' || purpose === 'legal')
        yield purpose
    }
  }
}

const comparing = new Set(
  'alternative alternatives compare comparison comparisons competitors vergleich comparatif comparativa confronto vergelijking versus'.split(
    ' ',
  ),
)

function compares(text: string): boolean {
  return phraseLine(text)
    .split(' ')
    .some((word) => comparing.has(word))
}

/** The path's segments, decoded, without endings such as `.html`. */
export function pathSegments(url: string): string[] {
  const path = URL.parse(url)?.pathname ?? ''
  return path
    .slice(0, pathCharsMax)
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decoded(segment).replace(ending, ''))
}

const pathCharsMax = 1_000

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
