import { plainText } from '../../text/clean-text.ts'
import { firstFrom } from '../first-from.ts'
import { wordSet } from '../word-set.ts'
import { isElement, isText, placeOf } from './dom-tree.ts'
import { areaWithin, type Hints, isInvisible, opensContent, ownColorTags, readHints } from './hints.ts'
import type { PageLimits } from './limits.ts'
import type { HeadingLevel, PageArea, Span, TextBlock, TextRun } from './page.ts'
import { withoutSpace } from './positions.ts'
import type { HidingRules } from './style-rules.ts'
import { piecesOf, type SourceTree } from './tree.ts'

export interface Anchor {
  element: Element
  /** As written in the element's `href` or, of another element, in its `onclick`. */
  target: string
  area: PageArea
  runs: TextRun[]
  /** Alternative texts of the images in it. */
  alternatives: string[]
}

export interface VisibleText {
  blocks: readonly TextBlock[]
  hidden: ReadonlySet<Element>
  /** Every `<a>` and `<area>` with an `href`, and what else leads to an address, in document order. */
  anchors: readonly Anchor[]
  chars: number
  truncated: boolean
}

const blockTags = wordSet(
  'html body address article aside blockquote button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext pre search section select summary table tbody td textarea tfoot th thead tr ul xmp text',
)
/** Inline elements that separate words even without white space in the source. */
const apartTags = new Set('a area br wbr img input label picture svg iframe'.split(' '))
const blockDisplay = /^(?:block|flex|grid|table|list-item|flow-root)/

/** State of the walk for the element whose children it visits. */
interface Level {
  next: Node | null
  element: Element
  block: Element
  isBlock: boolean
  isApart: boolean
  area: PageArea
  inContent: boolean
  heading: HeadingLevel
  hidden: boolean
  background: string | undefined
  color: string | undefined
  /** Text colour equals the background; content may have other colours. */
  unreadable: boolean
  anchor: Anchor | undefined
}

/** `<button onclick="location.href='contact.html'">` */
const clickTarget =
  /^\s{0,9}(?:window\.|document\.|self\.)?(?:location(?:\.href)? {0,2}= {0,2}|location\.(?:assign|replace)\(|open\() {0,2}(?:'([^']{1,400})'|"([^"]{1,400})")/

/** The address that a click on an element leads to. */
function targetOf(element: Element): string | undefined {
  if (element.localName === 'a' || element.localName === 'area')
    return element.getAttribute('href') ?? undefined
  const script = element.getAttribute('onclick')
  const [, single, double] = (script !== null && clickTarget.exec(script)) || []
  return single ?? double
}

/** Whether an element holds the page, which a script shows after a consent or a loading screen. */
const holdsPage = (element: Element) =>
  element.parentElement?.localName === 'body' && element.querySelector('main') !== null

/** One walk over the tree in document order, for everything that depends on an element's ancestors. */
export function readVisibleText(
  body: string,
  tree: SourceTree,
  rules: HidingRules,
  limits: PageLimits,
): VisibleText {
  const hidden = new Set<Element>()
  const anchors: Anchor[] = []
  const writer = createBlockWriter(limits.visibleCharsMax)
  const levels: Level[] = []
  const isInNoscript = (place: number | undefined) =>
    tree.noscript.length > 0 && place !== undefined && isInside(tree.noscript, place)

  const open = (source: Element, parent: Level | undefined) => {
    const hints = readHints(source, rules)
    const outer = parent?.area ?? 'main'
    const area = areaWithin(outer, parent?.inContent ?? false, source, hints)
    const isBlock =
      parent === undefined || blockTags.has(source.localName) || blockDisplay.test(hints.display)
    const background = hints.background ?? (parent === undefined ? rules.ground : parent.background)
    const color = hints.color ?? (ownColorTags.has(source.localName) ? undefined : parent?.color)
    const level: Level = {
      next: source.firstChild,
      element: source,
      block: isBlock || parent === undefined ? source : parent.block,
      isBlock,
      isApart: apartTags.has(source.localName),
      area,
      inContent: parent?.inContent === true || opensContent(source, area),
      heading: headingOf(source, hints) || (parent?.heading ?? 0),
      hidden:
        (hints.hidden && !holdsPage(source)) ||
        parent?.hidden === true ||
        isInNoscript(placeOf(source)?.startOffset),
      background,
      color,
      unreadable: color !== undefined && isInvisible(color, background),
      anchor: parent?.anchor,
    }
    if (level.hidden || level.unreadable) hidden.add(source)
    const target = targetOf(source)
    if (target !== undefined) {
      level.anchor = { element: source, target, area, runs: [], alternatives: [] }
      anchors.push(level.anchor)
    }
    const alternative = level.anchor && source.getAttribute('alt')
    if (alternative) level.anchor?.alternatives.push(alternative)
    if (isBlock) writer.endBlock()
    else if (level.isApart) writer.space()
    levels.push(level)
  }
  const close = (level: Level) => {
    levels.pop()
    if (level.isBlock) writer.endBlock()
    else if (level.isApart) writer.space()
  }
  const read = (source: Text, level: Level) => {
    if (level.hidden || level.unreadable) return
    for (const { raw, start, end } of trimmedPieces(body, source)) {
      if (isInNoscript(start)) continue
      if (!writer.hasRoom(raw.length)) return
      const text = plainText(raw)
      if (text === '') {
        writer.space()
        continue
      }
      const run: TextRun = {
        text,
        span: { start, end },
        element: level.element,
        block: level.block,
        area: level.area,
        heading: level.heading,
      }
      writer.add(run, raw)
      level.anchor?.runs.push(run)
    }
  }

  for (const child of tree.document.childNodes) {
    if (!isElement(child)) continue
    open(child, undefined)
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const source = level.next
      level.next = source?.nextSibling ?? null
      if (source === null) close(level)
      else if (isElement(source)) open(source, level)
      else if (isText(source)) read(source, level)
    }
  }
  writer.endBlock()
  return { blocks: writer.blocks, hidden, anchors, chars: writer.chars(), truncated: writer.isFull() }
}

/** `spans` are in order and do not overlap. */
function isInside(spans: readonly Span[], place: number): boolean {
  const span = spans[firstFrom(spans, ({ end }) => end > place)]
  return span !== undefined && span.start <= place && place < span.end
}

/** Collects runs into blocks, with the white space of the source between them. */
function createBlockWriter(charsMax: number) {
  const blocks: TextBlock[] = []
  let runs: TextRun[] = []
  let parts: string[] = []
  let chars = 0
  let full = false

  return {
    blocks,
    chars: () => chars,
    isFull: () => full,
    space() {
      if (parts.length > 0) parts.push(' ')
    },
    /** False once the page's text has reached its limit. */
    hasRoom(length: number): boolean {
      if (chars + length > charsMax) full = true
      return !full
    },
    add(run: TextRun, raw: string) {
      chars += run.text.length
      runs.push(run)
      parts.push(raw)
    },
    endBlock() {
      const first = runs[0]
      if (first !== undefined) {
        const { block, area, heading } = first
        const text = parts.length === 1 ? first.text : plainText(parts.join(''))
        blocks.push({ text, span: spanOf(runs), runs, block, area, heading })
        runs = []
      }
      if (parts.length > 0) parts = []
    },
  }
}

/** Text moved in front of its table is out of order. */
function spanOf(runs: readonly TextRun[]): Span {
  let [start, end] = [Number.POSITIVE_INFINITY, 0]
  for (const { span } of runs) {
    if (span.start < start) start = span.start
    if (span.end > end) end = span.end
  }
  return { start, end }
}

/** The contiguous parts of a text node, their spans trimmed. */
function trimmedPieces(body: string, source: Text): Array<{ raw: string } & Span> {
  const pieces = piecesOf(source)
  return pieces.map((piece, index) => {
    const { start, end } = withoutSpace(body, piece)
    const raw =
      pieces.length === 1 ? source.data : source.data.slice(piece.textStart, pieces[index + 1]?.textStart)
    return { raw, start, end }
  })
}

function headingOf(source: Element, hints: Hints): HeadingLevel {
  const name = hints.role === 'heading' ? `h${hints.ariaLevel || 2}` : source.localName
  return headingLevels.get(name) ?? 0
}

const headingLevels: ReadonlyMap<string, HeadingLevel> = new Map(
  ([1, 2, 3, 4, 5, 6] as const).map((level) => [`h${level}`, level]),
)
