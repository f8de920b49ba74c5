import { ancestors, classOf, nearest } from '../../document/dom-tree.ts'
import { joinedLine, type Line, linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { sectionsOf } from '../../document/sections.ts'
import { teamCards } from '../people/team-cards.ts'
import { listedName } from './offer-names.ts'
import {
  areAdvantages,
  headsOffers,
  headsOthers,
  isOfferLabel,
  isOfferPath,
  offerSlug,
  partNamed,
} from './offer-words.ts'
import { namesPrices } from './price-words.ts'
import { pricedNames } from './text-prices.ts'

export interface ListedOffer {
  name: string
  line: Line
  /** Offset of the end of the name in the line. */
  end: number
  /** How it is listed: beside a price of its own, by a title, in bold at the start of an item, or as an item. */
  by: 'price' | 'title' | 'lead' | 'item'
}

const itemsMin = 3
/** Headings are surer than links and items. */
const headingsMin = 2
const itemsMax = 40
const itemCharsMax = 120
/** Of the text under a name. */
const proseMin = 80
const labelCharsMax = 40

/** The items of a list of services, of equal layout, under a heading or in a container named for services; entries of price lists. */
export function listedOffers(page: Page): ListedOffer[] {
  const people = new Set(teamCards(page).map(({ name }) => name))
  const listed = [...offerSections(page).flatMap(itemsOf), ...pricedOffers(page)]
  return listed.filter(({ name }) => !people.has(name))
}

interface OfferSection {
  lines: Line[]
  /** Only the names of its elements say that it lists offers, so that its headings alone count. */
  isNamed: boolean
}

/** Each part of the page that lists products or services. */
function offerSections(page: Page): OfferSection[] {
  const foreign = sectionsOf(page)
  const kind = pageKind(page)
  // Headings on the page of a single service are its parts.
  const hasHeadings = linesOf(page).some(({ heading }) => heading > 0)
  const isList = hasHeadings && isOfferPath(page.url) && offerSlug(page.url) === undefined
  const found: OfferSection[] = []
  let section: Line[] | undefined
  /** Level of the heading that starts the section. */
  let level = 0
  /** Level of a heading of another subject. */
  let skipped = 0
  let label: Line | undefined
  /** Whether the section is an element named for offers, with whose end it ends. */
  let isPart = false
  /** The `<section>` around the heading of each, or the `<li>` around a label, with which a list in it ends. */
  const boxes: Array<Element | null> = []
  const open = (at: number, { block }: Line['block'], isNamed = false) => {
    isPart = isNamed
    boxes.push(isList && at === 1 ? null : nearest(block, 'section', ...(at > 6 ? ['li'] : [])))
    section = []
    level = at
    skipped = 0
    found.push({ lines: section, isNamed })
  }
  for (const line of linesOf(page)) {
    if (line.area !== 'main') continue
    if (isList && found.length === 0) open(1, line.block)
    else if (
      section !== undefined &&
      section.length > 0 &&
      boxes.at(-1)?.contains(line.block.block) === false
    )
      section = undefined
    const { heading } = line
    if (heading > 0) {
      const isLabelled = label !== undefined
      if (isPart && partAround(line) !== 'offers') section = undefined
      if (skipped > 0 && heading <= skipped) skipped = 0
      const opens = isLabelled || headsOffers(line.text)
      // A label without a heading stands for the whole `<section>` around it.
      const isOfLabel = level > 6 && !isLabelled && boxes.at(-1)?.localName === 'section'
      if (section === undefined || (heading <= level && !(isList && level === 1) && !isOfLabel)) {
        section = undefined
        if (opens && (heading > 1 || isOfferLabel(line.text))) {
          open(heading, line.block)
          label = undefined
          continue
        }
      } else if (headsOthers(line.text.split(/ [–—-] /)[0] ?? '') && skipped === 0) skipped = heading
    }
    label = line.text.length <= labelCharsMax && isOfferLabel(line.text) ? line : undefined
    if (label !== undefined && heading === 0 && section === undefined) open(7, line.block)
    // Templates reuse the cards of services on pages about the company.
    const inPart = section === undefined && heading > 0 && partAround(line) === 'offers'
    if (inPart && (kind === 'home' || kind === 'other')) open(heading - 1, line.block, true)
    if (section !== undefined && skipped === 0 && foreign.get(line)?.foreign !== true) section.push(line)
  }
  return found
}

const climbMax = 8
const namesMax = 300

/** What the nearest named element around the line contains, as in `<section id="services">`. */
function partAround(line: Line): ReturnType<typeof partNamed> {
  for (const at of ancestors(line.block.block, climbMax)) {
    if (at.localName === 'main' || at.localName === 'body') return undefined
    const names = `${at.getAttribute('id') ?? ''} ${classOf(at)}`
    const named = names === ' ' ? undefined : partNamed(names.slice(0, namesMax))
    if (named !== undefined) return named
  }
  return undefined
}

/** The headings of one level, else those of equal layout, else equal titles, links or items. */
function itemsOf({ lines, isNamed }: OfferSection): ListedOffer[] {
  const joined = joinedHeadings(lines)
  const above = new Set(
    joined.filter(({ pieces }, at) => pieces.length === 1 && (joined[at + 1]?.text.length ?? 0) >= proseMin),
  )
  const short = joined.filter((line) => line.text.length <= itemCharsMax)
  const groups = [
    ...Map.groupBy(
      short.filter(({ heading }) => heading > 0),
      ({ heading }) => `h${heading}`,
    ),
    ...Map.groupBy(
      short,
      (line) => layoutOf(line) || (above.has(line) ? `above ${line.block.block.localName}` : ''),
    ),
  ]
  const sound = groups.flatMap(([layout, group]) => {
    const isRead = isNamed ? /^h\d/.test(layout) : layout !== ''
    const offers = isRead ? group.flatMap(offerOf) : []
    const isList =
      offers.length >= (layout.startsWith('h') ? headingsMin : itemsMin) &&
      offers.length <= itemsMax &&
      3 * offers.length >= 2 * group.length &&
      2 * new Set(offers.map(({ name }) => name)).size > offers.length &&
      !areAdvantages(offers.map(({ name }) => name))
    const rank = kinds.indexOf(layout.split(' ')[0] ?? '') + (offers.length < itemsMin ? kinds.length : 0)
    return isList ? [{ rank, offers }] : []
  })
  const [first, ...others] = sound.sort((one, other) => one.rank - other.rank)
  if (first === undefined) return []
  // Headings below others are their parts; before the first of the others they are offers too.
  const startOf = (offer: ListedOffer | undefined) => offer?.line.block.span.start ?? 0
  const earlier = others.find(
    ({ rank, offers }) => rank < kinds.indexOf('title') && startOf(offers.at(-1)) < startOf(first.offers[0]),
  )
  return [...(earlier?.offers ?? []), ...first.offers]
}

/**
 * Lines of one heading, all text of its own, are one name: `<h4>Automated<br>Staffing<br>Processes</h4>`. Those of other
 * elements name nothing.
 */
function joinedHeadings(lines: readonly Line[]): Line[] {
  const joined: Line[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    const elements = new Set([last, line].flatMap((one) => one?.pieces.map(({ run }) => plain(run.element))))
    if (last === undefined || line.heading === 0 || last.block !== line.block) joined.push(line)
    if (last?.block !== line.block || line.heading === 0 || elements.size > 1) continue
    joined[joined.length - 1] = joinedLine(last, line)
  }
  return joined
}

/** `Election<br><em>Law</em>` is one text. */
const plain = (run: Element) => (/^(?:em|i|b|strong)$/.test(run.localName) ? run.parentElement : run)

const pricedMin = 5
const cardsMin = 3
/** `60 min` behind the name of a treatment, in an element of its own. */
const duration = /[ (–-]{0,4}\d{1,3} ?(?:min|mn|minutes?|minuten|minuti|minutos|std|h)\.?\)?$/iu
/** `Kilometerpreis` names what the amount is for, not what is sold. */
const priceLabel =
  /^(?:(?-i:[A-Z]{3})|\S*(?:preise?|tarif|satz|gebühr|gebyr|kosten|prijs|pris|price|rate|fee))$/iu

/** What has a price: on a menu or a price list, or as a heading in one of several cards of one layout. */
function pricedOffers(page: Page): ListedOffer[] {
  const offers = pricedNames(page).flatMap(({ name, line }) => offerBeside(name, line))
  const titled = offers.filter(({ line }) => line.heading > 0)
  const countOf = (some: readonly ListedOffer[]) => new Set(some.map(({ name }) => name)).size
  if (namesPrices(page)) {
    if (countOf(offers) >= pricedMin) return offers
    if (countOf(titled) >= headingsMin) return titled
  }
  return [...Map.groupBy(titled, ({ line }) => layoutOf(line)).values()]
    .filter((cards) => countOf(cards) >= cardsMin && !areAdvantages(cards.map(({ name }) => name)))
    .flat()
}

/** What an amount is of, unless that is a part of its label. */
function offerBeside(priced: string, line: Line): ListedOffer[] {
  const written = line.heading > 0 ? line.text.slice(0, endOfName(line)) : priced
  const end = line.text.indexOf(written) + written.length
  const isOther = priceLabel.test(written) || headsOthers(written)
  const name = isOther ? undefined : listedName(written.replace(duration, ''))
  return name === undefined || !/^\p{L}/u.test(name) ? [] : [{ name, line, end, by: 'price' }]
}

/** Kinds of items, the best first. */
const kinds = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'title', 'above', 'a', 'li']
const titleClass = /(?:^|[\s_-])(?:title|heading|header|name|titel|titre|titulo|titolo)(?:$|[\s_-])/i

const layoutDepth = 4

/**
 * Elements and classes, which are equal for items of one list. Text outside of headings, links and items has no layout.
 */
export function layoutOf(line: Line): string {
  const { element } = line.pieces[0]?.run ?? {}
  const names = `${classOf(line.block.block)} ${element === undefined ? '' : classOf(element)}`
  const ways: Array<[string, boolean]> = [
    [`h${line.heading}`, line.heading > 0],
    ['a', nearest(element, 'a') !== null],
    ['li', nearest(element, 'li') !== null],
    ['title', titleClass.test(names.slice(0, namesMax))],
  ]
  const [kind] = ways.find(([, fits]) => fits) ?? []
  if (kind === undefined) return ''
  const path = ancestors(line.block.block, layoutDepth).map(({ localName }) => localName)
  return `${kind} ${path.join(' ')}`
}

/** In `Express: fast deliveries` the name ends at the colon; in a heading only where the whole is not a name. */
function offerOf(line: Line): ListedOffer[] {
  const { text, heading } = line
  const mark = text.search(/ ?: | [–—-] /)
  if (isBadge(line.block.block)) return []
  const lead = boldLead(line)
  const by = lead > 0 ? 'lead' : /^(?:h\d|title|$)/.test(layoutOf(line)) ? 'title' : 'item'
  const isSentence =
    lead === 0 && text.endsWith('.') && (heading === 0 ? mark === -1 : text.split(' ').length >= wordsMin)
  if (partAround(line) === 'others' || isSentence || step.test(text) || /[:：]$/.test(text)) return []
  for (const end of lead > 0 ? [lead] : heading > 0 || mark === -1 ? [endOfName(line), mark] : [mark]) {
    const name = listedName(text.slice(0, Math.max(0, end)))
    if (name !== undefined && !headsOthers(text.slice(0, end))) return [{ name, line, end, by }]
  }
  return []
}

/** `2. Design`, `Step 3`: the parts of a project. */
const step = /^(?:(?:step|schritt|étape|etape|paso|passo|fase|stap|steg|trin|krok) \d|\d{1,2}[.):] )/iu

/** Length of the bold words that begin an item: `<li><b>Ledger</b> writes invoices.` */
function boldLead({ heading, pieces, text }: Line): number {
  const [first, next] = pieces
  const isBold = nearest(first?.run.element, 'strong', 'b') !== null
  if (heading > 0 || !isBold || next === undefined || nearest(first?.run.element, 'li') === null) return 0
  return text.slice(0, next.at).replace(/[\s:.,–—-]{1,4}$/u, '').length
}

/** Of a heading that is a sentence. */
const wordsMin = 4

const badgeClass = /(?:^|[\s_-])(?:badge|chip|label|pill|tag)s?(?:$|[\s_-])/i

export const isBadge = (element: Element): boolean => badgeClass.test(classOf(element).slice(0, namesMax))

/** `Sold` in a badge beside a heading's text is not a part of the name. */
function endOfName({ heading, pieces, text }: Line): number {
  const badge = pieces.find(({ run, at }) => at > 0 && isBadge(run.element))
  return heading === 0 || badge === undefined ? text.length : text.slice(0, badge.at).trimEnd().length
}
