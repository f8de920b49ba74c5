import { phraseList } from '../../text/phrases.ts'
import { nearest } from '../document/dom-tree.ts'
import { type Line, linesOf, wordsOf } from '../document/lines.ts'
import { metasNamed, metasOf } from '../document/metas.ts'
import { markedProperties } from '../document/microdata.ts'
import { oncePerPage } from '../document/once-per-page.ts'
import { organisationsOf, stringOf } from '../document/organisation.ts'
import type { Page } from '../document/page.ts'
import { isStartUrl, pageKind } from '../document/page-kind.ts'
import type { Candidate } from '../facts/candidate.ts'
import {
  candidateInAttribute,
  candidateInElement,
  candidateInJsonLd,
  candidateInLine,
  candidateInMeta,
  candidateInMicrodata,
} from '../facts/candidates.ts'
import { cleanName } from './company-names.ts'
import { copyrightHolder } from './copyright-line.ts'
import { nameWithForm } from './legal-names.ts'

/** Weight of a source of names, and preference for its spelling. */
export const nameWeights = {
  'json-ld': [9, 10],
  'open-graph': [6, 9],
  card: [6, 7],
  website: [5, 8],
  meta: [4, 6],
  copyright: [4, 3],
  imprint: [4, 1],
  title: [3, 5],
  logo: [3, 4],
  heading: [2, 2],
} as const
export type NameSource = keyof typeof nameWeights

const namesMax = 60
const titleWordsMax = 6
const logosMax = 60
const formLineMax = 200

type Cite = (stated: Stated) => readonly Candidate[]
interface Stated {
  topic: 'company-name'
  value: string
  details: Readonly<Record<string, string>>
}

/** Possible names of the company on a page; `details.source` is the kind of place. */
export const nameMentions = oncePerPage(readNames)

function readNames(page: Page): readonly Candidate[] {
  const found: Candidate[] = []
  const add = (source: NameSource, text: string, cite: Cite) => {
    const name = found.length < namesMax ? cleanName(text.replace(/^\s?www\./i, '')) : undefined
    if (name === undefined) return
    // The name of the organisation above does not apply to a name itself.
    for (const { owner: _, ...rest } of cite({ topic: 'company-name', value: name, details: { source } }))
      found.push(rest)
  }
  addStructured(page, add)
  addTitles(page, add)
  addLogos(page, add)
  addBrandLink(page, add)
  addLines(page, add)
  return found
}

type Add = (source: NameSource, text: string, cite: Cite) => void

function addStructured(page: Page, add: Add): void {
  for (const { item, value } of organisationsOf(page).slice(0, 3)) {
    const name = stringOf(value['name'])
    add('json-ld', name, (stated) => candidateInJsonLd(page, stated, item, { written: name }))
  }
  for (const item of page.jsonLd) {
    const name = item.types.includes('WebSite') ? stringOf(item.value['name']) : ''
    add('website', name, (stated) => candidateInJsonLd(page, stated, item, { written: name }))
  }
  for (const meta of metasOf(page)) {
    const isApp = meta.name === 'application-name' || meta.name === 'apple-mobile-web-app-title'
    if (meta.name === 'og:site_name' || isApp)
      add(isApp ? 'meta' : 'open-graph', meta.content.replace(isApp ? appWord : '', ''), (stated) =>
        candidateInMeta(page, stated, meta),
      )
  }
  for (const property of markedProperties(page))
    if (property.name === 'name' || property.name === 'legalName')
      add('card', property.text, (stated) => candidateInMicrodata(page, stated, property))
}

/** "Acme PWA!" of a page that can be installed. */
const appWord = / (?:PWA|App)!?$/

const titleSeparators = / [|–—\-·•»«‹›/―] | ?:: |: |[|｜]|, /

/** A title's parts between separators. */
export function titleParts(title: string): string[] {
  const parts = title
    .slice(0, 300)
    .split(titleSeparators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 12 ? [] : parts
}

function addTitles(page: Page, add: Add): void {
  const [element] = page.all('title')
  if (element !== undefined)
    for (const part of shortParts(page.title))
      for (const source of nameWithForm(part) === part
        ? (['title', 'imprint'] as const)
        : (['title'] as const))
        add(source, part, (stated) =>
          candidateInElement(page, stated, { element, needle: part, place: 'meta' }),
        )
  for (const meta of metasNamed(page, 'og:title').slice(0, 1))
    for (const part of shortParts(meta.content))
      add('title', part, (stated) => candidateInMeta(page, stated, meta))
}

function shortParts(title: string): string[] {
  return [...new Set([...titleParts(title), title])].filter((part) => part.split(' ').length <= titleWordsMax)
}

const logoWords = /\b(?:logo|logotype|logotipo|company logo|brand|home|homepage|startseite)\b/gi

/** `Logo de Couleur Café`. */
const logoOf =
  /^(?:logo|logotype|logotipo) (?:de la|de|du|des|di|del|della|dello|von|der|of|van|da|do|av|af) /i

function addLogos(page: Page, add: Add): void {
  for (const image of page.all('img').slice(0, logosMax)) {
    const alt = (image.getAttribute('alt') ?? '').slice(0, 120)
    if (alt === '' || !isOwnLogo(page, image)) continue
    add('logo', alt.replace(logoOf, '').replace(logoWords, ' '), (stated) =>
      candidateInAttribute(page, stated, { element: image, name: 'alt', place: 'image' }),
    )
  }
}

const brandCharsMax = 40

/** The first link in words to the start page, as in `<a class="navbar-brand" href="/">`. */
function addBrandLink(page: Page, add: Add): void {
  const { host } = new URL(page.url)
  const link = page.links.find(({ url, area, text }) => {
    const isPlace = area !== 'main' && area !== 'footer' && text !== '' && url.includes(host)
    const target = isPlace ? URL.parse(url) : null
    return target !== null && target.host === host && target.hash === '' && isStartUrl(url)
  })
  if (link === undefined || link.text.length > brandCharsMax) return
  if (link.text.replace(logoWords, '').trim() !== link.text) return
  const { element, text: needle } = link
  add('logo', needle, (stated) => candidateInElement(page, stated, { element, needle, place: 'meta' }))
}

/** Whether an image is called a logo in its alternative text, classes or file name. */
export function isCalledLogo(image: Element): boolean {
  const hints = ['alt', 'class', 'id'].map((name) => image.getAttribute(name)?.slice(0, 200) ?? '')
  const files = ['src', 'data-src'].map((name) => image.getAttribute(name)?.slice(-80) ?? '')
  return /logo/i.test([...hints, ...files].join(' '))
}

/** Whether an image is called a logo and links to the start page. */
export function isOwnLogo(page: Page, image: Element): boolean {
  if (!isCalledLogo(image)) return false
  const href = nearest(image, 'a')?.getAttribute('href') ?? ''
  if (href === '' || !URL.canParse(href, page.url)) return false
  const url = new URL(href, page.url)
  return url.host === new URL(page.url).host && url.pathname.split('/').filter(Boolean).length <= 1
}

const nameLabels = phraseList(`
  会社名|商号|社名|firma|firmenname|company|company name|legal name|registered name|raison sociale|ragione sociale|
  razón social|denominación social|bedrijfsnaam|företagsnamn|virksomhedsnavn|nazwa firmy|denominazione`)

/** Visible names: in headings, after labels, in copyright lines and in imprints. */
function addLines(page: Page, add: Add): void {
  const kind = pageKind(page)
  let last: Line | undefined
  for (const line of linesOf(page)) {
    const addPart = (source: NameSource, part: string) => {
      const from = Math.max(0, line.text.indexOf(part))
      add(source, part, (stated) => candidateInLine(page, stated, line, [from, from + part.length]))
    }
    const holder = copyrightHolder(line)
    if (holder !== undefined) addPart('copyright', holder)
    if (kind === 'home' && line.heading === 1 && mayBeName(line.text)) addPart('heading', line.text)
    if (last !== undefined && isNameLabel(last)) addPart('imprint', line.text)
    last = line
    const mayNameOwner = kind === 'imprint' || line.area === 'footer'
    const name = mayNameOwner && line.text.length <= formLineMax ? nameWithForm(line.text) : undefined
    if (name !== undefined) addPart('imprint', name)
  }
}

const headingWordsMax = 5

/** `Vos spécialistes de la climatisation dans le 77` and `Ihre Fahrschule in Leverkusen` are claims. */
const mayBeName = (heading: string) =>
  (heading.split(' ').length <= headingWordsMax && !possessive.test(heading)) ||
  nameWithForm(heading) !== undefined

const possessive =
  /^(?:ihre?[nrms]?|dein[enrms]{0,2}|your|votre|vos|ton|su|sus|tu|tus|il (?:tuo|vostro)|la (?:tua|vostra)|uw|jouw|je) \p{L}+ (?:in|im|am|aus|für|en|à|au|dans|de|du|nel|nella|te|bij|voor|for|near|of|at|on)(?!\p{L})/iu

const labelTags = ['dt', 'th', 'td']

/** A cell or term that labels the company's name. */
function isNameLabel(line: Line): boolean {
  return labelTags.includes(line.block.block.localName) && nameLabels.includes(wordsOf(line).trim())
}
