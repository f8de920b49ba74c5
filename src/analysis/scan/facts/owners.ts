import { nearest } from '../document/dom-tree.ts'
import { type Line, lineOfElement, linesOf } from '../document/lines.ts'
import { oncePerPage } from '../document/once-per-page.ts'
import type { Page, PageLink } from '../document/page.ts'
import { isPlaceholder } from '../document/placeholder.ts'
import type { Topic } from '../schema.ts'
import { nameWithForm } from '../site/legal-names.ts'
import { isSameSite, resembles, siteOf } from '../site/site-name.ts'
import { profileOf } from './contact/social-profiles.ts'

/** Contacts next to a link to another organisation's site belong to that one. */
const contactTopics: ReadonlySet<Topic> = new Set<Topic>([
  'contact-email',
  'contact-phone',
  'address',
  'opening-hours',
])

/** Contacts beside the placeholder text of a template are the template's. */
export const isOfTemplate = (page: Page, { area }: Line, topic: Topic): boolean =>
  contactTopics.has(topic) && unfinishedAreas(page).has(area)

const unfinishedAreas = oncePerPage(
  (page) => new Set(linesOf(page).flatMap(({ area, text }) => (isPlaceholder(text) ? [area] : []))),
)
const reachMax = 8
const ownerLineMax = 200

/** The organisation that a page names nearest to a line, if any. */
export function ownerOf(page: Page, line: Line, topic: Topic): string | undefined {
  return namedOwners(page).get(line) ?? (contactTopics.has(topic) ? linkedOwners(page).get(line) : undefined)
}

/** Owners by a name with a legal form in the line or above it. */
const namedOwners = oncePerPage((page) =>
  ownersBelow(page, (line) => (line.text.length <= ownerLineMax ? nameWithForm(line.text) : undefined)),
)

/**
 * Owners by a line or list item that consists of a link to another site whose domain resembles the link's text; no
 * legal form is required.
 */
const linkedOwners = oncePerPage((page): ReadonlyMap<Line, string> => {
  const names = new Map<Line, string>()
  const items = new Map<Element, string>()
  for (const link of page.links) {
    const name = otherSite(page, link)
    const line = name === undefined ? undefined : lineOfElement(page, link.element)
    if (name === undefined || line?.text !== link.text) continue
    names.set(line, name)
    const item = itemOf(link.element)
    if (item !== null && !items.has(item)) items.set(item, item.textContent.length > itemTextMax ? '' : name)
  }
  if (names.size === 0) return names
  const owners = new Map(ownersBelow(page, (line) => names.get(line)))
  for (const line of items.size === 0 ? [] : linesOf(page)) {
    const item = itemOf(line.block.block)
    const name = item === null ? undefined : items.get(item)
    if (name !== undefined && name !== '') owners.set(line, name)
  }
  return owners
})

const itemOf = (element: Element) => nearest(element, 'li', 'article', 'td')
/** Longer items hold the whole page. */
const itemTextMax = 600

/** A link to a place on a map is beside the company's own address. */
const mapLink =
  /^https?:\/\/(?:www\.)?(?:maps\.|google\.[a-z.]{2,6}\/maps|goo\.gl\/maps|g\.page|openstreetmap\.org|waze\.com)/i

function otherSite(page: Page, { url, text, area, visible }: PageLink): string | undefined {
  const isPlace = visible && (area === 'main' || area === 'aside')
  if (!isPlace || !/^https?:/.test(url) || !/\p{L}{3}/u.test(text) || isSameSite(url, page)) return undefined
  const isOther =
    resembles(text, siteOf(url).label) && profileOf(url, false) === undefined && !mapLink.test(url)
  return isOther ? text : undefined
}

/**
 * An organisation named in a line owns that line and those below, up to the next heading or the end of the area. A line
 * in a paragraph of prose is not an owner.
 */
function ownersBelow(page: Page, nameIn: (line: Line) => string | undefined): ReadonlyMap<Line, string> {
  const named = new Map<Line, string>()
  let owner: string | undefined
  let reach = 0
  let last: Line | undefined
  for (const line of linesOf(page)) {
    if (last?.area !== line.area || line.heading > 0 || reach === 0) owner = undefined
    const name = nameIn(line)
    if (name !== undefined) {
      owner = name
      reach = reachMax
    }
    if (owner !== undefined) named.set(line, owner)
    reach = Math.max(0, reach - 1)
    last = line
  }
  return named
}
