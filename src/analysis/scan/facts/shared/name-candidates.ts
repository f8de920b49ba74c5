import type { Page, PageElement } from '../../page.ts'
import type { Evidence } from '../fact.ts'
import { cleanName, nameKey } from './company-names.ts'
import { attributeEvidence, jsonEvidence, lineEvidence, quoteEvidence } from './evidence.ts'
import { nameWithForm } from './legal-names.ts'
import { type Line, linesOf, wordsOf } from './lines.ts'
import { metaEvidence, metasOf } from './metas.ts'
import { markedProperties } from './microdata.ts'
import { organisationsOf, stringOf } from './organisation.ts'
import { pageKind } from './page-kind.ts'
import { sectionsOf } from './sections.ts'
import { siteOf } from './site.ts'
import { phraseList } from './words.ts'

export type NameSource =
  | 'json-ld'
  | 'website'
  | 'open-graph'
  | 'meta'
  | 'card'
  | 'title'
  | 'logo'
  | 'copyright'
  | 'imprint'
  | 'heading'

export interface NameCandidate {
  name: string
  key: string
  source: NameSource
  /** Adds to the score of its group once per source. */
  weight: number
  /** Whose way of writing is shown when several sources agree. */
  preference: number
  structured: boolean
  evidence: Evidence
}

const weights: Readonly<Record<NameSource, readonly [weight: number, preference: number]>> = {
  'json-ld': [9, 10],
  'open-graph': [6, 9],
  website: [5, 8],
  card: [6, 7],
  meta: [4, 6],
  logo: [3, 4],
  copyright: [4, 3],
  imprint: [4, 1],
  heading: [2, 2],
  title: [3, 5],
}

/** Everything on a page that may be the company's name, with how much it says. */
export function nameCandidates(page: Page): NameCandidate[] {
  const found: NameCandidate[] = []
  const add = (source: NameSource, text: string, evidence: Evidence | undefined) => {
    const name = cleanName(withoutDomainEnding(text, page))
    if (name === undefined || evidence === undefined) return
    const [weight, preference] = weights[source]
    const structured =
      source === 'json-ld' || source === 'open-graph' || source === 'website' || source === 'card'
    found.push({ name, key: nameKey(name), source, weight, preference, structured, evidence })
  }
  addStructured(page, add)
  addTitle(page, add)
  addVisible(page, add)
  return found
}

type Add = (source: NameSource, text: string, evidence: Evidence | undefined) => void

function addStructured(page: Page, add: Add): void {
  for (const { item, value } of organisationsOf(page).slice(0, 3)) {
    const name = stringOf(value['name'])
    add('json-ld', name, jsonEvidence(page, item, name))
  }
  for (const item of page.jsonLd) {
    if (!item.types.includes('WebSite')) continue
    const name = stringOf(item.value['name'])
    add('website', name, jsonEvidence(page, item, name))
  }
  for (const meta of metasOf(page)) {
    if (meta.name === 'og:site_name') add('open-graph', meta.content, metaEvidence(page, meta))
    if (meta.name === 'application-name' || meta.name === 'apple-mobile-web-app-title')
      add('meta', meta.content, metaEvidence(page, meta))
  }
  for (const property of markedProperties(page))
    if (property.name === 'name' || property.name === 'legalName')
      add('card', property.text, property.evidence)
}

const separators = [
  ' | ',
  ' – ',
  ' — ',
  ' - ',
  ' · ',
  ' • ',
  ' :: ',
  ' » ',
  ' « ',
  ' ‹ ',
  ' › ',
  ' / ',
  ': ',
  ' |',
  '| ',
  '｜',
  ' ― ',
  ', ',
]

/** A title's parts: the whole, and what stands between separators. */
export function titleParts(title: string): string[] {
  let parts = [title.slice(0, 300)]
  for (const separator of separators) parts = parts.flatMap((part) => part.split(separator))
  const clean = parts.map((part) => part.trim()).filter((part) => part !== '')
  return clean.length > 12 ? [] : clean
}

function addTitle(page: Page, add: Add): void {
  const element = page.elementsNamed('title')[0]
  const span = element === undefined ? undefined : page.elementSpan(element)
  for (const text of [
    page.title,
    ...metasOf(page)
      .filter(({ name }) => name === 'og:title')
      .map(({ content }) => content),
  ]) {
    const fromMeta = text !== page.title
    const meta = fromMeta ? metasOf(page).find(({ content }) => content === text) : undefined
    const parts = titleParts(text)
    for (const part of parts.length > 1 ? [...parts, text] : parts) {
      if (part.split(' ').length > 6) continue
      add(
        'title',
        part,
        meta === undefined ? quoteEvidence(page, 'meta', span, part) : metaEvidence(page, meta),
      )
    }
  }
}

function addVisible(page: Page, add: Add): void {
  const kind = pageKind(page)
  const sections = sectionsOf(page)
  let last: Line | undefined
  for (const line of linesOf(page)) {
    if (sections.get(line)?.foreign === true) continue
    const holder = copyrightHolder(line)
    if (holder !== undefined) add('copyright', holder, partEvidence(page, line, holder))
    if (kind === 'home' && line.heading === 1 && line.text.split(' ').length <= 8)
      add('heading', line.text, lineEvidence(page, line))
    if (isNameLabel(last)) add('imprint', line.text, lineEvidence(page, line))
    last = line
    if (kind === 'imprint' || line.area === 'footer') {
      const name = line.text.length <= 200 ? nameWithForm(line.text) : undefined
      if (name !== undefined) add('imprint', name, partEvidence(page, line, name))
    }
  }
  addLogo(page, add)
}

const nameLabels = phraseList(`
  会社名|商号|社名|firma|firmenname|company|company name|legal name|registered name|raison sociale|ragione sociale|
  razón social|denominación social|bedrijfsnaam|företagsnamn|virksomhedsnavn|nazwa firmy|denominazione`)

/** A cell or term that says that the company's name follows. */
function isNameLabel(line: Line | undefined): boolean {
  if (line === undefined || !['dt', 'th', 'td'].includes(line.block.block.localName)) return false
  return nameLabels.includes(wordsOf(line).trim())
}

function partEvidence(page: Page, line: Line, part: string): Evidence | undefined {
  const at = line.text.indexOf(part)
  return at === -1 ? lineEvidence(page, line) : lineEvidence(page, line, at, at + part.length)
}

const copyrightMark = /©|\(c\)|copyright/i
const leadIn = /^[\s©\d–—\-,./:()|]+|^(?:copyright|by|\(c\))\b/i
const rights =
  /\b(?:all rights|alle rechte|tous droits|todos los derechos|tutti i diritti|alla rättigheter|alle rettigheder|wszelkie prawa|minden jog|všechna práva|kaikki oikeudet|todos os direitos)|[|·•]|\. | [–—-] /i

/** `Acme GmbH` of `© 2015–2024 Acme GmbH. All rights reserved.` */
export function copyrightHolder(line: Line): string | undefined {
  if (line.text.length > 300 || (line.area !== 'footer' && line.text.length > 120)) return undefined
  const mark = copyrightMark.exec(line.text)
  if (mark === null) return undefined
  let rest = line.text.slice(mark.index + mark[0].length)
  if (mark.index > 0 && rest.replace(/[\s\d.–-]/g, '') === '') rest = line.text.slice(0, mark.index)
  for (let step = 0; step < 6; step++) {
    const lead = leadIn.exec(rest)?.[0]
    if (lead === undefined || lead === '') break
    rest = rest.slice(lead.length)
  }
  const end = rest.search(rights)
  const holder = withoutYears(end === -1 ? rest : rest.slice(0, end))
  return holder === '' || holder.split(' ').length > 8 ? undefined : holder
}

/** Without the years, points and dashes at its end; the point of an abbreviation stays. */
function withoutYears(text: string): string {
  let end = text.length
  while (end > 0 && ' .,–-0123456789'.includes(text.charAt(end - 1))) end--
  return text.slice(0, text[end] === '.' ? end + 1 : end).trim()
}

const logoWords = /\b(?:logo|logotype|logotipo|company logo|brand|home|homepage|startseite)\b/gi

function addLogo(page: Page, add: Add): void {
  let seen = 0
  for (const image of page.elementsNamed('img')) {
    if (!image.hasAttribute('alt')) continue
    if (++seen > 60) break
    const alt = (image.getAttribute('alt') ?? '').slice(0, 120)
    const hint = `${alt} ${image.getAttribute('class') ?? ''} ${image.getAttribute('id') ?? ''} ${(image.getAttribute('src') ?? '').slice(-80)}`
    if (!/logo/i.test(hint) || !leadsHome(page, image)) continue
    add('logo', alt.replace(logoWords, ' ').trim(), attributeEvidence(page, 'meta', image, 'alt'))
  }
}

/** Whether an image is the page's own logo: inside a link to the site's start. */
function leadsHome(page: Page, image: PageElement): boolean {
  const link = image.closestNamed('a')
  const href = link?.getAttribute('href') ?? ''
  if (link === null || !URL.canParse(href, page.url)) return false
  const url = new URL(href, page.url)
  return url.host === new URL(page.url).host && url.pathname.split('/').filter(Boolean).length <= 1
}

/** `acme.de` is the same name as `Acme` when it is this site's own domain. */
function withoutDomainEnding(text: string, page: Page): string {
  const { domain, label } = siteOf(page.url)
  const low = text.trim().toLowerCase()
  return low === domain || low === `www.${domain}` ? label : text
}

export const patterns = [copyrightMark, leadIn, rights, logoWords, /[\s\d.–-]/g, /logo/i]
