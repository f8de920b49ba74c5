import { type Line, linesOf } from '../../document/lines.ts'
import type { Page, Span } from '../../document/page.ts'
import { firstFrom } from '../../first-from.ts'
import { headsIntegrations, namesOtherSubject } from './integration-words.ts'
import { toolNamedBy } from './names.ts'
import { listsIntegrations } from './subjects.ts'

interface Listing extends Span {
  level: number
}

/** Below all heading levels. */
const textLevel = 7
const titleCharsMax = 120

/**
 * Source spans that list integrations: from a matching heading up to the next heading of its level or, on a page of
 * integrations, from its first heading on. A line about customers ends a span.
 */
export function integrationListings(page: Page): readonly Span[] {
  const listings: Listing[] = []
  let open: Listing | undefined
  let wholePage = listsIntegrations(page)
  for (const line of linesOf(page)) {
    const span = line.pieces[0]?.run.span
    if (span === undefined) continue
    if (line.area === 'footer' || line.area === 'nav') {
      open = undefined
      continue
    }
    const matters = open !== undefined || wholePage || line.heading > 0
    const others = matters && line.text.length <= titleCharsMax && namesOtherSubject(line.text)
    const level = line.heading || textLevel
    if (others) {
      if (open === undefined || level <= open.level || level === textLevel) open = undefined
      if (line.heading > 0) wholePage = false
    } else if (line.heading > 0) {
      const begins = (wholePage && line.heading === 1) || isIntegrationHeading(line)
      if (begins) {
        open = { level: Math.min(level, open?.level ?? level), start: span.start, end: span.end }
        listings.push(open)
      } else if (open !== undefined && level <= open.level && toolNamedBy(line.text) === undefined) {
        open = undefined
      }
    } else if (open === undefined && wholePage && line.area === 'main') {
      open = { level: 1, start: span.start, end: span.end }
      listings.push(open)
    }
    if (open !== undefined) open.end = Math.max(open.end, lineEnd(line))
  }
  return listings.map(({ start, end }) => ({ start, end: nextBlockStart(page, end) }))
}

function isIntegrationHeading(line: Line): boolean {
  return line.text.length <= titleCharsMax && headsIntegrations(line.text)
}

function lineEnd(line: Line): number {
  return line.pieces.at(-1)?.run.span.end ?? 0
}

/** Images after the last line belong to the list up to the next text. */
function nextBlockStart(page: Page, from: number): number {
  return page.blocks[firstFrom(page.blocks, ({ span }) => span.start >= from)]?.span.start ?? page.body.length
}
