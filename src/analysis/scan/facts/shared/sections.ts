import type { Page } from '../../page.ts'
import { type Line, linesOf } from './lines.ts'
import { pageKind } from './page-kind.ts'
import { hasPhrase, phraseLine } from './words.ts'

/** What a line stands under, and whether that speaks of somebody else than the company. */
export interface Section {
  heading: string
  foreign: boolean
}

/** Others who are named on a site wherever it may be: whoever made it, and whoever praises it. */
const foreignAnywhere = [
  ...[
    'web design by',
    'website by',
    'site by',
    'designed by',
    'design by',
    'built by',
    'developed by',
    'made by',
  ],
  ...['powered by', 'webdesign by', 'crafted by', 'theme by', 'template by', 'website made by', 'created by'],
  ...[
    'realisiert von',
    'umsetzung durch',
    'erstellt von',
    'gestaltet von',
    'realise par',
    'cree par',
    'site realise',
  ],
  ...[
    'conception et realisation',
    'realizzato da',
    'disenado por',
    'desarrollado por',
    'diseno web',
    'sito web di',
  ],
  ...['website door', 'gerealiseerd door', 'webbplats av', 'strona wykonana przez', 'projekt i wykonanie'],
]
/** Others who are named in an imprint, a privacy notice or terms. */
const foreignInLegal = [
  ...[
    'aufsichtsbehorde',
    'landesbeauftragte',
    'landesbeauftragter',
    'bundesbeauftragte',
    'datenschutzbehorde',
  ],
  ...[
    'supervisory authority',
    'data protection authority',
    'information commissioner',
    'cnil',
    'aepd',
    'garante',
  ],
  ...[
    'autorite de controle',
    'autorita di controllo',
    'autoriteit persoonsgegevens',
    'agencia espanola de proteccion',
  ],
  ...[
    'streitbeilegung',
    'streitschlichtung',
    'schlichtungsstelle',
    'verbraucherschlichtung',
    'schlichtungsverfahren',
  ],
  ...[
    'dispute resolution',
    'mediateur',
    'mediation',
    'ombudsman',
    'ombudsstelle',
    'arbitration',
    'online dispute',
  ],
  ...[
    'hosting',
    'hoster',
    'hosting provider',
    'hebergeur',
    'hebergement',
    'alojamiento',
    'hosted by',
    'heberge par',
  ],
  ...[
    'webdesign',
    'web design',
    'webdesigner',
    'webmaster',
    'umsetzung',
    'realisierung',
    'programmierung',
    'gestaltung',
  ],
  ...[
    'konzept und umsetzung',
    'realisation',
    'conception',
    'conception du site',
    'creation du site',
    'credits',
  ],
  ...['bildnachweis', 'bildnachweise', 'bildquellen', 'bildrechte', 'fotografie', 'fotos', 'photo credits'],
  ...[
    'kammer',
    'rechtsanwaltskammer',
    'steuerberaterkammer',
    'arztekammer',
    'handwerkskammer',
    'zahnarztekammer',
  ],
  ...['zulassungsbehorde', 'berufshaftpflicht', 'berufshaftpflichtversicherung', 'haftpflichtversicherung'],
  ...[
    'vermogensschadenhaftpflichtversicherung',
    'professional indemnity',
    'assurance responsabilite',
    'barreau',
  ],
  ...[
    'registergericht',
    'google',
    'facebook',
    'meta platforms',
    'cloudflare',
    'mailchimp',
    'auftragsverarbeiter',
  ],
  ...[
    'third party',
    'third parties',
    'drittanbieter',
    'processors',
    'kassenarztliche vereinigung',
    'ministerium',
  ],
  ...[
    'solicitors regulation authority',
    'financial conduct authority',
    'fca',
    'bafin',
    'ihk',
    'ordine degli',
  ],
]
/** Headings over other people's words and addresses; the whole heading, but for `our` and the like. */
const foreignHeadings = new Set(
  `testimonials testimonial reviews|customer reviews|kundenstimmen|referenzen|references|customers|clients|kunden|
  partners|partner|sponsors|sponsoren|supporters|forderer|unterstutzer|temoignages|avis|avis clients|opiniones|
  recensioni|dicono di noi|ce que disent nos clients|what our customers say|what customers say|what people say|
  what our clients say|was unsere kunden sagen|das sagen unsere kunden|loved by|trusted by|in the press|presse stimmen|
  stockists|dealers|handler|resellers|where to buy|comments|kommentare|leave a comment|related posts|donors|
  customer stories|success stories|case studies|partenaires|clientes|klanten|wat klanten zeggen|referencje|referenser|
  notfall|notdienst|emergency|emergency numbers`
    .split('|')
    .map((heading) => heading.trim()),
)
const ourWords = new Set(
  'our unsere unser nos notre nuestros nuestras i nostri onze vara nasi de die der the les'.split(' '),
)

const known = new WeakMap<Page, ReadonlyMap<Line, Section>>()

/** Deeper than any heading: a bold or short line with a colon, and a line that speaks for the rest of its block. */
const labelLevel = 7
const blockLevel = 8

/** Every line's section. A verdict ends at the next heading of its level or above, and where the page's area ends. */
export function sectionsOf(page: Page): ReadonlyMap<Line, Section> {
  const before = known.get(page)
  if (before !== undefined) return before
  const sections = new Map<Line, Section>()
  const kind = pageKind(page)
  const legal = kind === 'imprint' || kind === 'privacy' || kind === 'terms'
  let heading = ''
  let foreignLevel = 0
  let last: Line | undefined
  for (const line of linesOf(page)) {
    if (last !== undefined && last.area !== line.area) {
      heading = ''
      foreignLevel = 0
    }
    if (foreignLevel === blockLevel && last?.block !== line.block) foreignLevel = 0
    const words = phraseLine(line.text.slice(0, 400))
    const level = headingLevel(line)
    if (level > 0 && (foreignLevel === 0 || level <= foreignLevel))
      foreignLevel = isForeignHeading(words, legal) ? level : 0
    if (level > 0) heading = line.text
    const foreignLine = isForeignLine(words, legal)
    if (foreignLine && foreignLevel === 0 && line.text.length <= 80) foreignLevel = blockLevel
    sections.set(line, { heading, foreign: foreignLevel > 0 || foreignLine || isQuoted(line.block.block) })
    last = line
  }
  known.set(page, sections)
  return sections
}

/** 1 to 6 for headings, 7 for a line that is used as one, 0 for text. */
function headingLevel(line: Line): number {
  if (line.heading > 0) return line.heading
  if (line.text.length > 60) return 0
  const element = line.pieces[0]?.run.element.localName ?? ''
  const bold = line.pieces.length === 1 && ['b', 'strong', 'dt', 'th', 'summary', 'legend'].includes(element)
  return bold || line.text.endsWith(':') ? labelLevel : 0
}

function isForeignHeading(words: string, legal: boolean): boolean {
  const list = words.trim().split(' ')
  const rest = ourWords.has(list[0] ?? '') ? list.slice(1) : list
  if (foreignHeadings.has(rest.join(' ')) || foreignHeadings.has(list.join(' '))) return true
  return list.length <= 10 && isForeignLine(words, legal)
}

function isForeignLine(words: string, legal: boolean): boolean {
  return hasPhrase(words, foreignAnywhere) || (legal && hasPhrase(words, foreignInLegal))
}

const foreignClass = /testimonial|review|blockquote|comment-|credit|byline/i
const climbMax = 10

/** Whether an element stands in a quotation, or in what its class calls one. */
export function isQuoted(element: Element): boolean {
  let at: Element | null = element
  for (let step = 0; step < climbMax && at !== null; step++, at = at.parentElement) {
    if (at.localName === 'blockquote' || at.localName === 'q') return true
    if (foreignClass.test((at.getAttribute('class') ?? '').slice(0, 300))) return true
  }
  return false
}

export const patterns = [foreignClass]
