import { phraseLine } from '../../../text/phrases.ts'
import { lineEvidence, quoteEvidence, spanEvidence } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { isSameSite } from '../../site/site-name.ts'
import { wordSet } from '../../word-set.ts'
import { isFor, pathSegments, purposesOfHeading, speaksOfOthers } from '../wording/page-purpose.ts'
import { headingName } from './names.ts'
import { pricedProducts } from './priced-products.ts'
import type { NamedProduct } from './product-fact.ts'

/** Path segments under which each page is about one thing that is sold. */
const productPaths = wordSet(
  'product products produkt produkte produit produits producto productos prodotto prodotti service services leistung leistungen dienstleistungen prestations servicios servizi diensten solutions loesungen lösungen rechtsgebiete practice-areas treatments behandlungen courses kurse programs programmes rooms zimmer p',
)
/** Segments after these group products. */
const groupPaths = wordSet(
  'category categories kategorie kategorien categorie collections collection tag brand brands page search',
)

/** What pages name as sold: headings of product pages, links to them, and items with a price. */
export function listedProducts(page: Page): NamedProduct[] {
  if (speaksOfOthers(page) || isFor(page, 'documentation')) return []
  return [
    ...ownHeading(page),
    ...linked(page),
    ...headings(page),
    ...underHeading(page),
    ...pricedProducts(page),
  ]
}

/** The part of a URL behind `/products/`; undefined elsewhere. */
function productSlug(url: string): string | undefined {
  const segments = pathSegments(url).map((segment) => segment.toLowerCase())
  const at = segments.findIndex((segment) => productPaths.has(segment))
  if (at === -1 || at !== segments.length - 2 || segments.some((segment) => groupPaths.has(segment)))
    return undefined
  return segments[at + 1]
}

function* ownHeading(page: Page): Generator<NamedProduct> {
  if (productSlug(page.url) === undefined) return
  const line = linesOf(page).find(({ heading }) => heading === 1)
  yield* fromLine(page, line, headingName(line?.text ?? ''))
}

function fromLine(page: Page, line: Line | undefined, name: string | undefined): NamedProduct[] {
  const evidence = line === undefined || name === undefined ? undefined : lineEvidence(page, line)
  return name === undefined || evidence === undefined ? [] : [{ name, strength: 'explicit', evidence }]
}

const linksMax = 40

/** `<a href="/services/tax-returns">Tax returns</a>`: the address and the text agree on a word. */
function* linked(page: Page): Generator<NamedProduct> {
  let count = 0
  for (const link of page.links) {
    if (!link.visible || link.text === '' || count >= linksMax) continue
    const slug = productSlug(link.url)
    const name = slug === undefined ? undefined : headingName(link.text)
    if (slug === undefined || name === undefined || !isSameSite(link.url, page) || !sharesWord(slug, name))
      continue
    const evidence =
      quoteEvidence(page, 'link', page.elementSpan(link.element), link.text) ??
      spanEvidence(page, 'link', link.hrefSpan)
    if (evidence === undefined || evidence.quote.includes('<')) continue
    count++
    yield { name, strength: 'explicit', evidence }
  }
}

function sharesWord(slug: string, name: string): boolean {
  const line = phraseLine(slug)
  return phraseLine(name)
    .trim()
    .split(' ')
    .some((word) => word.length > 2 && line.includes(` ${word}`))
}

const headingsMin = 2
const headingsMax = 20

/** On a page of products or services: the headings of one level, when several of them are short names. */
function* headings(page: Page): Generator<NamedProduct> {
  if (!isFor(page, 'products') || productSlug(page.url) !== undefined || isAboutFeatures(page)) return
  const all = linesOf(page).filter((line) => line.heading > 1 && line.area === 'main')
  for (const level of [2, 3, 4]) {
    const named = namesAmong(
      page,
      all.filter(({ heading }) => heading === level),
    )
    if (named === undefined) continue
    for (const { line, name } of named) yield* fromLine(page, line, name)
    return
  }
}

const featurePages = wordSet(
  'product produkt produit producto prodotto solution solutions losung losungen soluciones soluzioni expertise platform',
)

/** `/product` and `/solutions` are headed by advantages rather than by names. */
function isAboutFeatures(page: Page): boolean {
  return featurePages.has(phraseLine(pathSegments(page.url).at(-1) ?? '').trim())
}

/** Anywhere under a heading such as `Services`: the headings one level below it. */
function* underHeading(page: Page): Generator<NamedProduct> {
  let below: Line[] = []
  let level = 0
  const finish = () => namesAmong(page, below) ?? []
  for (const line of linesOf(page)) {
    if (line.heading === 0 || line.area !== 'main') continue
    if (level > 0 && line.heading > level) {
      if (line.heading === (below[0]?.heading ?? line.heading)) below.push(line)
      continue
    }
    for (const { line: own, name } of finish()) yield* fromLine(page, own, name)
    below = []
    level = line.heading > 1 && purposesOfHeading(line.text).includes('products') ? line.heading : 0
  }
  for (const { line, name } of finish()) yield* fromLine(page, line, name)
}

/** The names among headings, when there are several and most of the headings are names. */
function namesAmong(page: Page, lines: readonly Line[]): Array<{ line: Line; name: string }> | undefined {
  const sections = sectionsOf(page)
  const own = lines.filter((line) => sections.get(line)?.foreign !== true)
  const named = own.flatMap((line) => {
    const name = headingName(line.text)
    return name === undefined ? [] : [{ line, name }]
  })
  const enough = named.length >= headingsMin && named.length <= headingsMax && 2 * named.length >= own.length
  return enough ? named : undefined
}
