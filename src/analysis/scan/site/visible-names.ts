import { phraseList } from '../../text/phrases.ts'
import type { Evidence } from '../document/evidence.ts'
import { attributeEvidence, lineEvidence } from '../document/evidence.ts'
import { type Line, linesOf, wordsOf } from '../document/lines.ts'
import type { Page } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { sectionsOf } from '../document/sections.ts'
import { nameWithForm } from './legal-names.ts'

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

export type AddName = (source: NameSource, text: string, evidence: Evidence | undefined) => void

/** Names that a visitor sees: in headings, behind labels, in copyright lines, and on the logo. */
export function addVisibleNames(page: Page, add: AddName): void {
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
/** The preposition of `© 2025 por Acme`; in capitals it is a part of the name, as in `Da Vinci`. */
const writtenBy = /^(?:por|by|von|par|da|di|af|av|door|przez|durch|od|dal|della|do|pela|pelo) /
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
  rest = rest.replace(writtenBy, '')
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

function addLogo(page: Page, add: AddName): void {
  let seen = 0
  for (const image of page.all('img')) {
    if (!image.hasAttribute('alt')) continue
    if (++seen > 60) break
    const alt = (image.getAttribute('alt') ?? '').slice(0, 120)
    const hint = `${alt} ${image.getAttribute('class') ?? ''} ${image.getAttribute('id') ?? ''} ${(image.getAttribute('src') ?? '').slice(-80)}`
    if (!/logo/i.test(hint) || !leadsHome(page, image)) continue
    add('logo', alt.replace(logoWords, ' ').trim(), attributeEvidence(page, 'meta', image, 'alt'))
  }
}

/** Whether an image is the page's own logo: inside a link to the site's start. */
function leadsHome(page: Page, image: Element): boolean {
  const link = image.closest('a')
  const href = link?.getAttribute('href') ?? ''
  if (link === null || !URL.canParse(href, page.url)) return false
  const url = new URL(href, page.url)
  return url.host === new URL(page.url).host && url.pathname.split('/').filter(Boolean).length <= 1
}
