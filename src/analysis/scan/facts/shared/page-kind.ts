import type { Page } from '../../page.ts'
import { phraseLine } from './words.ts'

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
    [
      ...['impressum', 'imprint', 'legal notice', 'legal notices', 'mentions legales', 'mention legale'],
      ...['aviso legal', 'avis legal', 'note legali', 'colofon', 'colophon', 'impresszum', 'company details'],
      ...[
        'legal information',
        'rechtliche hinweise',
        'juridische informatie',
        'informacje prawne',
        'tokushoho',
      ],
      ...[
        'anbieterkennzeichnung',
        'informations legales',
        'informacion legal',
        'offenlegung',
        'ochrona prawna',
      ],
    ],
  ],
  [
    'privacy',
    [
      ...[
        'privacy',
        'privacy policy',
        'privacy notice',
        'datenschutz',
        'datenschutzerklarung',
        'cookies',
        'gdpr',
      ],
      ...['cookie policy', 'politique de confidentialite', 'confidentialite', 'politica de privacidad'],
      ...[
        'privacidad',
        'informativa privacy',
        'privacyverklaring',
        'privacybeleid',
        'integritetspolicy',
        'dsgvo',
      ],
      ...['polityka prywatnosci', 'data protection', 'privatlivspolitik', 'personvern', 'tietosuoja', 'rgpd'],
    ],
  ],
  [
    'terms',
    [
      ...['terms', 'terms of service', 'terms and conditions', 'terms of use', 'agb', 'conditions generales'],
      ...[
        'cgv',
        'cgu',
        'terminos y condiciones',
        'termini e condizioni',
        'algemene voorwaarden',
        'regulamin',
      ],
      ...['nutzungsbedingungen', 'widerruf', 'widerrufsbelehrung', 'acceptable use', 'condiciones'],
    ],
  ],
  [
    'careers',
    [
      ...['careers', 'career', 'jobs', 'job', 'karriere', 'stellenangebote', 'stellen', 'join us', 'hiring'],
      ...[
        'work with us',
        'vacancies',
        'vacatures',
        'werken bij',
        'recrutement',
        'carrieres',
        'carriere',
        'emplois',
      ],
      ...['empleo', 'trabaja con nosotros', 'lavora con noi', 'kariera', 'praca', 'karriar', 'lediga jobb'],
      ...[
        'open positions',
        'offene stellen',
        'stillinger',
        'ura',
        'tyopaikat',
        'vagas',
        'trabalhe conosco',
        'jobboerse',
      ],
      ...['nous rejoindre', 'rejoignez nous', 'volunteer', 'openings'],
    ],
  ],
  [
    'contact',
    [
      ...[
        'contact',
        'contact us',
        'contacts',
        'kontakt',
        'kontaktieren',
        'contacto',
        'contatti',
        'contatto',
        'contato',
      ],
      ...[
        'contactez nous',
        'nous contacter',
        'yhteystiedot',
        'kapcsolat',
        'get in touch',
        'iletisim',
        'anfahrt',
      ],
      ...['find us', 'visit us', 'contactos', 'standorte', 'locations', 'visit', 'besuchen', 'ota yhteytta'],
      ...[
        'お問い合わせ',
        'contacte',
        'kontakta',
        'kontakta oss',
        'kontakt os',
        'kontakt oss',
        'location',
        'standort',
      ],
      ...[
        'offices',
        'our offices',
        'adresse',
        'find me',
        'reservierung',
        'reservations',
        'so finden sie uns',
      ],
    ],
  ],
  [
    'team',
    [
      ...[
        'team',
        'our team',
        'people',
        'leadership',
        'management',
        'unser team',
        'das team',
        'staff',
        'attorneys',
      ],
      ...[
        'equipe',
        'notre equipe',
        'equipo',
        'nuestro equipo',
        'il team',
        'chi siamo team',
        'ansprechpartner',
      ],
      ...[
        'lawyers',
        'anwalte',
        'rechtsanwalte',
        'avocats',
        'abogados',
        'avvocati',
        'board',
        'vorstand',
        'medewerkers',
      ],
      ...[
        'meet the team',
        'ons team',
        'zespol',
        'doctors',
        'arzte',
        'praxisteam',
        'founders',
        'trustees',
        'who we are team',
      ],
    ],
  ],
  [
    'about',
    [
      ...[
        'about',
        'about us',
        'company',
        'uber uns',
        'ueber uns',
        'unternehmen',
        'a propos',
        'qui sommes nous',
      ],
      ...[
        'sobre nosotros',
        'quienes somos',
        'chi siamo',
        'azienda',
        'over ons',
        'om oss',
        'om os',
        'o nas',
        'sobre',
      ],
      ...[
        'tietoa',
        'meista',
        'rolunk',
        'hakkimizda',
        'who we are',
        'our story',
        'story',
        'geschichte',
        'mission',
      ],
      ...[
        'sobre nos',
        'entreprise',
        'empresa',
        'l entreprise',
        '会社概要',
        'profile',
        'profil',
        'philosophie',
        'stiftung',
      ],
    ],
  ],
  [
    'others',
    [
      ...[
        'customers',
        'customer stories',
        'case studies',
        'case study',
        'kunden',
        'referenzen',
        'references',
      ],
      ...['testimonials', 'partners', 'partner', 'dealers', 'handler', 'haendler', 'store locator', 'stores'],
      ...[
        'portfolio',
        'projekte',
        'projects',
        'clients',
        'work',
        'events',
        'veranstaltungen',
        'directory',
        'sponsors',
      ],
      ...['integrations', 'resellers', 'distributors', 'success stories', 'reviews', 'donors', 'members'],
    ],
  ],
  [
    'article',
    [
      'blog',
      'news',
      'press',
      'aktuelles',
      'magazin',
      'article',
      'articles',
      'post',
      'posts',
      'presse',
      'actualites',
      'noticias',
      'blogg',
      'insights',
      'stories',
    ],
  ],
]

const homeWords = [
  '',
  'index',
  'home',
  'startseite',
  'start',
  'accueil',
  'inicio',
  'homepage',
  'default',
  'main',
  'welcome',
]

const known = new WeakMap<Page, PageKind>()

/** What a page is for, by its path and then by its heading and title. */
export function pageKind(page: Page): PageKind {
  const before = known.get(page)
  if (before !== undefined) return before
  const kind = kindOfPath(page.url) ?? kindOfHeading(page) ?? 'other'
  known.set(page, kind)
  return kind
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
  return rest.length === 0 || (rest.length === 1 && homeWords.includes((rest[0] ?? '').toLowerCase()))
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

export const patterns = [/\.(?:html?|php|aspx?|jsp|shtml)$/i, /^[a-z]{2}(?:[-_][a-z]{2})?$/i, /[|–—·:]| - /]
