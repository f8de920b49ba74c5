import type { Evidence } from '../document/evidence.ts'
import { jsonEvidence, quoteEvidence } from '../document/evidence.ts'
import { metaEvidence, metasNamed, metasOf } from '../document/metas.ts'
import { markedProperties } from '../document/microdata.ts'
import { organisationsOf, stringOf } from '../document/organisation.ts'
import type { Page } from '../document/page.ts'
import { cleanName, nameKey } from './company-names.ts'
import { siteOf } from './site-name.ts'
import { type AddName, addVisibleNames, type NameSource } from './visible-names.ts'

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

const structuredSources: ReadonlySet<NameSource> = new Set<NameSource>([
  'json-ld',
  'open-graph',
  'website',
  'card',
])

/** Everything on a page that may be the company's name, with how much it says. */
export function nameCandidates(page: Page): NameCandidate[] {
  const found: NameCandidate[] = []
  const { domain, label } = siteOf(page.url)
  const add = (source: NameSource, text: string, evidence: Evidence | undefined) => {
    const name = cleanName(text.replace(/^\s?www\./i, ''))
    if (name === undefined || evidence === undefined) return
    // `acme.de` is the same name as `Acme` when it is this site's own domain, and written so only if no place says Acme.
    const isDomain = name.toLowerCase() === domain
    const key = nameKey(isDomain ? label : name)
    const [weight, preference] = weights[source]
    const structured = structuredSources.has(source)
    found.push({ name, key, source, weight, preference: isDomain ? 0 : preference, structured, evidence })
  }
  addStructured(page, add)
  addTitle(page, add)
  addVisibleNames(page, add)
  return found
}

function addStructured(page: Page, add: AddName): void {
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

const titleWordsMax = 6

function addTitle(page: Page, add: AddName): void {
  const element = page.all('title')[0]
  const span = element === undefined ? undefined : page.elementSpan(element)
  for (const part of nameParts(page.title)) add('title', part, quoteEvidence(page, 'meta', span, part))
  for (const meta of metasNamed(page, 'og:title').slice(0, 1))
    for (const part of nameParts(meta.content)) add('title', part, metaEvidence(page, meta))
}

/** A title's short parts, and the whole where that is short. */
function nameParts(title: string): string[] {
  return [...new Set([...titleParts(title), title])].filter((part) => part.split(' ').length <= titleWordsMax)
}
