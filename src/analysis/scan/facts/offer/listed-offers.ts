import { ancestors, classOf } from '../../document/dom-tree.ts'
import { type Line, linesOf } from '../../document/lines.ts'
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

export interface ListedOffer {
  name: string
  line: Line
  /** Offset of the end of the name in the line. */
  end: number
}

const itemsMin = 3
const itemsMax = 40
const itemCharsMax = 120
const labelCharsMax = 40

/** The items of a list of services: of equal layout, under a heading or in a container named for services. */
export function listedOffers(page: Page): ListedOffer[] {
  const people = new Set(teamCards(page).map(({ name }) => name))
  return offerSections(page)
    .flatMap(itemsOf)
    .filter(({ name }) => !people.has(name))
}

/** The lines of each part of the page that lists products or services. */
function offerSections(page: Page): Line[][] {
  const foreign = sectionsOf(page)
  const kind = pageKind(page)
  // Headings on the page of a single service are its parts.
  const isList = kind === 'other' && isOfferPath(page.url) && offerSlug(page.url) === undefined
  const found: Line[][] = []
  let section: Line[] | undefined
  /** Level of the heading that starts the section. */
  let level = 0
  /** Level of a heading of another subject. */
  let skipped = 0
  let label: Line | undefined
  const open = (at: number) => {
    section = []
    level = at
    skipped = 0
    found.push(section)
  }
  if (isList) open(1)
  for (const line of linesOf(page)) {
    if (line.area !== 'main') continue
    const { heading } = line
    if (heading > 0) {
      const isLabelled = label !== undefined
      if (skipped > 0 && heading <= skipped) skipped = 0
      const opens = isLabelled || headsOffers(line.text)
      if (section === undefined || (heading <= level && !(isList && level === 1))) {
        section = undefined
        if (opens && (heading > 1 || isOfferLabel(line.text))) {
          open(heading)
          label = undefined
          continue
        }
      } else if (headsOthers(line.text) && skipped === 0) skipped = heading
    }
    label = isOfferLabel(line.text) && line.text.length <= labelCharsMax ? line : undefined
    if (label !== undefined && heading === 0 && section === undefined) open(7)
    const inPart = section === undefined && heading > 0 && partAround(line) === 'offers'
    if (inPart) open(heading - 1)
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

/** The largest group of equal headings, else of equal links or items. */
function itemsOf(lines: readonly Line[]): ListedOffer[] {
  const groups = Map.groupBy(
    lines.filter((line) => line.text.length <= itemCharsMax),
    layoutOf,
  )
  const lists = [...groups.values()].map((group) => ({ group, offers: group.flatMap(offerOf) }))
  const sound = lists.filter(
    ({ group, offers }) =>
      offers.length >= itemsMin &&
      offers.length <= itemsMax &&
      3 * offers.length >= 2 * group.length &&
      !areAdvantages(group.map(({ text }) => text)),
  )
  const rank = ({ group }: { group: readonly Line[] }) => {
    const [first] = group
    if (first === undefined) return 9
    if (first.heading > 0) return first.heading
    return first.pieces[0]?.run.element.closest('a') != null ? 7 : 8
  }
  return sound.sort((one, other) => rank(one) - rank(other))[0]?.offers ?? []
}

const layoutDepth = 4

/**
 * Elements and classes, which are equal for items of one list. Text outside of headings, links and items has no layout.
 */
function layoutOf(line: Line): string {
  const { element } = line.pieces[0]?.run ?? {}
  const kind =
    line.heading > 0
      ? `h${line.heading}`
      : element?.closest('a') != null
        ? 'a'
        : element?.closest('li') != null
          ? 'li'
          : undefined
  if (kind === undefined) return ''
  const path: string[] = []
  let at: Element | null = line.block.block
  for (let step = 0; step < layoutDepth && at !== null; step++, at = at.parentElement) path.push(at.localName)
  return `${kind} ${path.join(' ')}`
}

/** In `Express: fast deliveries` the name ends at the colon. */
function offerOf(line: Line): ListedOffer[] {
  if (layoutOf(line) === '') return []
  const colon = line.heading > 0 ? -1 : line.text.search(/: | [–—-] /)
  const end = colon === -1 ? line.text.length : colon
  const name =
    headsOthers(line.text) || partAround(line) === 'others' ? undefined : listedName(line.text.slice(0, end))
  return name === undefined || (line.heading === 0 && line.text.endsWith('.') && colon === -1)
    ? []
    : [{ name, line, end }]
}
