import { phraseLine } from '../../text/phrases.ts'
import { nearest } from './dom-tree.ts'
import { oncePerPage } from './once-per-page.ts'
import type { HeadingLevel, Page, PageArea, TextBlock, TextRun } from './page.ts'

/** One displayed line: the text of a block between two line breaks. */
export interface Line {
  text: string
  pieces: readonly LinePiece[]
  block: TextBlock
  area: PageArea
  heading: HeadingLevel
  /** Kept by `wordsOf`. */
  words?: string
}

/** The part of a line's text that comes from one run. */
export interface LinePiece {
  run: TextRun
  text: string
  at: number
}

/** Two lines as one. */
export function joinedLine(one: Line, other: Line): Line {
  const at = one.text.length + 1
  const moved = other.pieces.map((piece) => ({ ...piece, at: piece.at + at }))
  const { words: _, ...rest } = one
  return { ...rest, text: `${one.text} ${other.text}`, pieces: [...one.pieces, ...moved] }
}

/** The visible lines of a page in document order; `<br>` ends a line. */
export const linesOf = oncePerPage((page): readonly Line[] =>
  page.blocks.flatMap((block) => linesOfBlock(page, block)),
)

const wordsMax = 1_000
/** A line's phrase line, of its first 1,000 characters; cached, as many topics read it. */
export const wordsOf = (line: Line) => (line.words ??= phraseLine(line.text.slice(0, wordsMax)))

function linesOfBlock(page: Page, block: TextBlock): Line[] {
  const lines: Line[] = []
  let pieces: LinePiece[] = []
  let text = ''
  let last: TextRun | undefined
  const finish = () => {
    if (text !== '') lines.push({ text, pieces, block, area: block.area, heading: block.heading })
    pieces = []
    text = ''
  }
  for (const run of block.runs) {
    const own = run.text.trim()
    if (own === '') continue
    if (last !== undefined) {
      const between = page.body.slice(last.span.end, run.span.start)
      if (breaksLine(between)) finish()
      else if (text !== '' && areCents(text, run)) text += '.'
      else if (text !== '' && isSpaced(page, last, between, run)) text += ' '
    }
    pieces.push({ run, text: own, at: text.length })
    text += own
    last = run
  }
  finish()
  return lines
}

function breaksLine(between: string): boolean {
  const at = between.search(/<br[\s/>]/i)
  return at !== -1
}

/** `$19<sup>99</sup>`: raised digits after an amount are its cents. */
function areCents(text: string, { text: raised, element }: TextRun): boolean {
  return (
    /^\s?\d{2}\s?$/.test(raised) &&
    /\p{Sc}\s?\d{1,6}$/u.test(text.slice(-10)) &&
    nearest(element, 'sup') !== null
  )
}

/** A price in its own element is not a part of the word or number before it: `Wine<b>ab 4,50 €</b>`. */
const ownPrice = /^(?:(?:ab|from|dès|da|desde|vanaf) ?)?\d{1,4}[.,]\d{2}(?!\d)/u
const isPriceBeside = (last: TextRun, { text }: TextRun): boolean =>
  ownPrice.test(text) && !/[.,\p{Sc}]$/u.test(last.text)

function isSpaced(page: Page, last: TextRun, between: string, run: TextRun): boolean {
  return (
    isBlank(page.body[last.span.end - 1]) ||
    isBlank(page.body[run.span.start]) ||
    page.body.startsWith('&nbsp;', run.span.start) ||
    last.text.endsWith(' ') ||
    run.text.startsWith(' ') ||
    isPriceBeside(last, run) ||
    hasBlankText(between) ||
    endsLink(last, run) ||
    areColumns(last, between, run)
  )
}

/** The edge of a link separates numbers and addresses, even without white space in the source. */
function endsLink(last: TextRun, run: TextRun): boolean {
  const [before, after] = [last.text.trim(), run.text.trim()]
  if (!/[\p{L}\p{N}]$/u.test(before.slice(-2)) || !/^[\p{L}\p{N}+]/u.test(after)) return false
  const [one, other] = [nearest(last.element, 'a'), nearest(run.element, 'a')]
  if (one === other) return false
  return (one !== null && other !== null) || isContact(before) || isContact(after)
}

/** A name and its price in adjacent spans, separated only by styles. */
function areColumns(last: TextRun, between: string, run: TextRun): boolean {
  if (!between.includes('</span') || !between.includes('<span')) return false
  const [before, after] = [last.text.slice(-3), run.text.slice(0, 3)]
  return (
    (/^\p{L}{3}$/u.test(before) && /^\d/.test(after)) || (/\d$/.test(before) && /^\p{L}{3}$/u.test(after))
  )
}

function isContact(text: string): boolean {
  return text.length <= 100 && (text.includes('@') || /\d[\d ()/.-]{4,30}\d/.test(text))
}

/** Whether the source has white space between its tags. */
function hasBlankText(source: string): boolean {
  let inTag = false
  for (const char of source) {
    if (char === '<') inTag = true
    else if (char === '>') inTag = false
    else if (!inTag && isBlank(char)) return true
  }
  return false
}

function isBlank(char: string | undefined): boolean {
  return char !== undefined && char.trim() === ''
}

const elementLines = oncePerPage((page): ReadonlyMap<Element, Line> => {
  const lines = new Map<Element, Line>()
  for (const line of linesOf(page)) {
    for (const { run } of line.pieces) {
      if (lines.has(run.element)) continue
      lines.set(run.element, line)
      const link = nearest(run.element, 'a')
      if (link !== null && !lines.has(link)) lines.set(link, line)
    }
  }
  return lines
})

/** The line that contains an element's text; undefined for an element without visible text. */
export function lineOfElement(page: Page, element: Element): Line | undefined {
  return elementLines(page).get(element)
}
