import { plainText } from '../../text/clean-text.ts'
import { firstFrom } from '../first-from.ts'
import { linesOf } from './lines.ts'
import { oncePerPage } from './once-per-page.ts'
import type { Page, Span } from './page.ts'

/** What a reader sees around a quote. */
export interface QuoteContext {
  before: string
  /** The quote as displayed: without markup, entities resolved. */
  text: string
  after: string
}

export const contextSideMax = 200
export const contextTextMax = 300

/** The displayed text of a page as one string, and where its pieces stand in the source, in the order of the source. */
const displayed = oncePerPage((page) => {
  const pieces: { source: Span; at: number; length: number }[] = []
  const parts: string[] = []
  let length = 0
  for (const line of linesOf(page)) {
    for (const { run, text, at } of line.pieces)
      pieces.push({ source: run.span, at: length + at, length: text.length })
    parts.push(line.text)
    length += line.text.length + 1
  }
  pieces.sort((one, other) => one.source.start - other.source.start)
  return { text: parts.join('\n'), pieces }
})

/** The displayed text around a piece of the source; undefined for what is not displayed, such as attributes and scripts. */
export function contextOf(page: Page, { start, end }: Span): QuoteContext | undefined {
  const { text, pieces } = displayed(page)
  const from = firstFrom(pieces, ({ source }) => source.end > start)
  const [first, last] = [pieces[from], pieces[firstFrom(pieces, ({ source }) => source.start >= end) - 1]]
  if (first === undefined || last === undefined || first.source.start >= end) return undefined
  const begin = first.at + displayedLength(page, first.source.start, start)
  const stop = last.at + last.length - displayedLength(page, end, last.source.end)
  // Text moved in front of its table is displayed in another order than it is written.
  if (stop <= begin || stop - begin > contextTextMax) return undefined
  const before = text.slice(Math.max(0, begin - contextSideMax), begin)
  const after = text.slice(stop, stop + contextSideMax)
  return {
    before: oneLine(begin > contextSideMax ? before.replace(/^\S*\s/, '') : before),
    text: oneLine(text.slice(begin, stop)),
    after: oneLine(stop + contextSideMax < text.length ? after.replace(/\s\S*$/, '') : after),
  }
}

const oneLine = (text: string) => text.replaceAll('\n', ' ').toWellFormed()

/** Displayed length of a part of a text node; 0 when it has entities, so that a quote is marked with its whole piece. */
function displayedLength(page: Page, start: number, end: number): number {
  const source = page.body.slice(start, Math.max(start, end))
  return source.includes('&') || source.includes('<') ? 0 : plainText(`|${source}|`).length - 2
}
