import { hasPhrase, phraseAt, phraseLine } from '../../text/phrases.ts'
import { oncePer } from '../../text/remembered.ts'
import { ancestors, attributesOf, nearest } from './dom-tree.ts'
import foreignWords from './foreign-words.json'
import { type Line, linesOf, wordsOf } from './lines.ts'
import { oncePerPage } from './once-per-page.ts'
import type { Page } from './page.ts'
import { pageKind } from './page-kind.ts'

/** The headings above a line, and whether it is about another party than the company. */
export interface Section {
  heading: string
  foreign: boolean
  /** Offset from which the line is about another party; beyond its end when it is not. */
  foreignFrom: number
}

const foreignHeadings = new Set(foreignWords.headings)
const foreignPlurals = new Set(foreignWords.headingPlurals)
const ourWords = new Set(foreignWords.our)

/** Below all heading levels: a bold or short line with a colon, and a line that introduces the rest of its block. */
const labelLevel = 7
const blockLevel = 8
const blockLeadMax = 80

/**
 * The section of each line. It ends at the next heading of its level or above, and at the end of the page's area; one
 * about another party ends with the `<section>` that holds its heading too.
 */
export const sectionsOf = oncePerPage(readSections)

function readSections(page: Page): ReadonlyMap<Line, Section> {
  const sections = new Map<Line, Section>()
  const kind = pageKind(page)
  const legal = kind === 'imprint' || kind === 'privacy' || kind === 'terms'
  let heading = ''
  let foreignLevel = 0
  let box: Element | null = null
  let last: Line | undefined
  for (const line of linesOf(page)) {
    if (last !== undefined && last.area !== line.area) {
      heading = ''
      foreignLevel = 0
    }
    if (box !== null && !ancestors(line.block.block, depthMax).includes(box)) {
      box = null
      foreignLevel = 0
    }
    if (foreignLevel === blockLevel && last?.block !== line.block) foreignLevel = 0
    const level = headingLevel(line)
    if (level > 0 && (foreignLevel === 0 || level <= foreignLevel)) {
      foreignLevel = isForeignHeading(line, legal) ? level : 0
      box = foreignLevel > 0 ? nearest(line.block.block, 'section') : null
    }
    if (level > 0) heading = line.text
    const from = foreignStart(line, legal)
    if (from === 0 && foreignLevel === 0 && line.text.length <= blockLeadMax) foreignLevel = blockLevel
    const foreign = foreignLevel > 0 || from === 0 || isQuoted(line.block.block)
    sections.set(line, { heading, foreign, foreignFrom: foreign ? 0 : from })
    last = line
  }
  return sections
}

const depthMax = 40
const labelTags = new Set(['b', 'strong', 'dt', 'th', 'summary', 'legend'])

/** 1 to 6 for headings, 7 for a line used as one, 0 for text. */
function headingLevel(line: Line): number {
  if (line.heading > 0) return line.heading
  if (line.text.length > 60) return 0
  const element = line.pieces[0]?.run.element.localName ?? ''
  const bold = line.pieces.length === 1 && labelTags.has(element)
  return bold || line.text.endsWith(':') ? labelLevel : 0
}

function isForeignHeading(line: Line, legal: boolean): boolean {
  const text = wordsOf(line).trim()
  const words = text.split(' ')
  const rest = ourWords.has(words[0] ?? '') ? words.slice(1).join(' ') : text
  if (foreignHeadings.has(rest) || foreignHeadings.has(text)) return true
  if (words.length <= 3 && foreignPlurals.has(words.at(-1) ?? '')) return true
  return (
    words.length <= 10 &&
    (hasPhrase(wordsOf(line), foreignWords.anywhere) || (legal && isForeignInLegal(line)))
  )
}

function isForeignInLegal(line: Line): boolean {
  return hasPhrase(wordsOf(line), foreignWords.inLegal) || hasForeignEnding(line)
}

function hasForeignEnding(line: Line): boolean {
  const words = wordsOf(line)
  return foreignWords.legalEndings.some((ending) => words.includes(`${ending} `))
}

const textMax = 1_000

/** Offset where a line begins to be about another party; 0 when it cannot be located. */
function foreignStart(line: Line, legal: boolean): number {
  const text = line.text.slice(0, textMax)
  const words = wordsOf(line)
  let first = placeOr(phraseAt(text, words, foreignWords.anywhere), Number.POSITIVE_INFINITY)
  if (legal) first = Math.min(first, placeOr(phraseAt(text, words, foreignWords.inLegal), first))
  if (legal && hasForeignEnding(line)) first = 0
  if (line.area === 'footer') first = Math.min(first, placeOr(creditAt(text), first))
  return first
}

function placeOr(found: number, otherwise: number): number {
  return found === -1 ? otherwise : found
}

/** `Umsetzung: …` in a footer: a word of credits followed by a colon, at the start of a line or sentence. */
function creditAt(text: string): number {
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    const before = text.slice(Math.max(0, colon - 40), colon)
    const cut = Math.max(
      ...['. ', '| ', '· ', '– ', '- ', '• ', ', ', ') '].map((mark) => before.lastIndexOf(mark)),
    )
    const label = cut === -1 ? before : before.slice(cut + 2)
    if (foreignWords.credits.includes(phraseLine(label).trim())) return colon - label.length
  }
  return -1
}

const foreignName =
  /testimonial|(?<!p)review|blockquote|comment-|credit|byline|t[eé]moignage|kundenstimme|recension|rezension|getuigenis/i
/** Attributes that name what an element contains; the type of microdata is one. */
const namingAttributes = new Set(['class', 'id', 'itemtype'])
const climbMax = 10

/** Whether an element is inside a quotation, by tag or name. */
export const isQuoted = (element: Element): boolean => levelsToQuotation(element) < climbMax

const levelsToQuotation = oncePer((element: Element): number => {
  const outer = element.parentElement
  return isQuotation(element) ? 0 : outer === null ? climbMax : 1 + levelsToQuotation(outer)
})

function isQuotation(element: Element): boolean {
  const { localName } = element
  return (
    localName === 'blockquote' ||
    localName === 'q' ||
    (localName === 'figure' && element.querySelector('blockquote') !== null) ||
    attributesOf(element).some(
      ({ name, value }) => namingAttributes.has(name) && foreignName.test(value.slice(0, 300)),
    )
  )
}
