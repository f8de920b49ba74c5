import { oncePerKey } from '../once-per-key.ts'
import { breakLines } from './break-lines.ts'
import { type CopyFaces, chooseFaces } from './choose-faces.ts'
import { linesOf } from './clean-content.ts'
import { glyphBox } from './draw-glyphs.ts'
import { type Piece, piecesOf, strongIn } from './facts.ts'
import { directionOf, type TextDirection } from './itemise.ts'
import type { Cut, FontFace, Fonts, FontUse } from './load-fonts.ts'
import { type MeasuredParagraph, measureParagraph } from './measure-paragraph.ts'
import { type Glyph, shapeLine } from './shape-line.ts'

/** How a text is set; lengths are fractions of the font size. */
export interface TextStyle {
  cut: Cut
  /** Which font of the brand it takes; `body` by default. */
  use?: FontUse
  trackingEm: number
  /** From baseline to baseline, of Latin text. */
  leadingEm: number
  /** In scripts with case. */
  isCapitals?: boolean
  /** Facts are set strong: on lines of their own, or in running text. */
  facts?: 'lines' | 'inline'
}

/** A line of a block; lengths are in pixels, `top` and `baseline` from the top of the block. */
export interface SetLine {
  text: string
  glyphs: readonly Glyph[]
  sizePx: number
  trackingEm: number
  width: number
  top: number
  baseline: number
  height: number
}

export interface SetText {
  lines: readonly SetLine[]
  sizePx: number
  width: number
  height: number
  /** Of breaks where readers stumble and of uneven lines, 0 to about 1 a line. */
  cost: number
}

/** A text with its fonts, ready to be set at any size. */
export interface MeasuredText {
  style: TextStyle
  paragraphs: readonly (MeasuredParagraph & { isFact: boolean })[]
  faces: readonly FontFace[]
  direction: TextDirection
}

const ownTrackingMinEm = -0.012
/** From here on tracking would make word spaces too narrow. */
const tightEm = -0.02

/** @throws script_unsupported */
export async function measureText(fonts: Fonts, text: string, style: TextStyle): Promise<MeasuredText> {
  const shown = style.isCapitals === true ? text.toLocaleUpperCase('en') : text
  const lines = linesOf(shown)
  const facesIn = (cut: Cut) => chooseFaces(fonts, { cut, use: style.use ?? 'body' }, lines)
  const faces = await facesIn(style.cut)
  const strong = style.facts === undefined ? undefined : await facesIn(factCut)
  const direction = directionOf(lines.join(' ')) ?? 'ltr'
  const pieces = lines.flatMap((line) =>
    style.facts === 'lines' ? piecesOf(line) : [{ text: line, isFact: false }],
  )
  const paragraphs = pieces.map((piece) => ({
    ...measureParagraph(fonts, piece.text, directionOf(piece.text) ?? direction, {
      faces: strong === undefined ? faces : withFacts(piece, faces, strong),
      isTight: style.trackingEm < tightEm,
    }),
    isFact: piece.isFact,
  }))
  const used = paragraphs.flatMap(({ items }) => items.map(({ face }) => face))
  return { style, paragraphs, faces: [...new Set([faces.primary, ...used])], direction }
}

/** Of facts, and how much larger than other text they are on lines of their own. */
const factCut = 'sans-800' satisfies Cut
const factScale = 1.12
/** Between pieces, as parts of the leading. */
const pieceGap = 0.28

/** The faces of a piece with its facts in other ones. */
function withFacts(piece: Piece, faces: CopyFaces, strong: CopyFaces): CopyFaces {
  const facts = strongIn(piece)
  const isIn = (at: number) => facts.some(({ start, end }) => at >= start && at < end)
  return { ...faces, pick: (grapheme, at) => (isIn(at ?? -1) ? strong : faces).pick(grapheme) }
}

/**
 * Sets a text at one size, in as few lines as possible.
 * @returns undefined when it needs more than `linesMax` lines, or a word is wider than `widthMax`
 */
export function setText(
  fonts: Fonts,
  { style, paragraphs, faces }: MeasuredText,
  { sizePx, widthMax, linesMax }: { sizePx: number; widthMax: number; linesMax: number },
): SetText | undefined {
  // A brand's own font is spaced by its designer.
  const least = faces[0]?.family === undefined ? style.trackingEm : ownTrackingMinEm
  const tracking = isTracked(faces) ? Math.max(least, style.trackingEm) : 0
  const scaleOf = ({ isFact }: { isFact: boolean }) => (isFact ? factScale : 1)
  const ranges = []
  let cost = 0
  for (const paragraph of paragraphs) {
    const broken = breakLines(paragraph, {
      measureEm: widthMax / (sizePx * scaleOf(paragraph)),
      trackingEm: tracking,
      linesMax: linesMax - ranges.length,
    })
    if (broken === undefined) return undefined
    cost += broken.cost
    ranges.push(
      ...broken.lines.map(({ start, end }, index) => ({
        text: paragraph.text.slice(start, end),
        size: sizePx * scaleOf(paragraph),
        isFirst: index === 0,
        ...shapeLine(fonts, paragraph.shown, paragraph.items, {
          start,
          end,
          isTight: style.trackingEm < tightEm,
        }),
      })),
    )
  }
  const extra = extraLeadingEm(faces)
  const leadingEm = extra > 0 ? style.leadingEm + extra : Math.max(style.leadingEm, leastLeadingEm(ranges))
  const primary = faces[0]
  const ascent = primary?.ascentEm ?? 0.97
  const descent = primary?.descentEm ?? 0.24
  const aboveEm = (leadingEm - (ascent + descent)) / 2 + ascent
  // A list of single lines needs no gaps.
  const gap =
    style.facts === 'lines' && ranges.some(({ isFirst }) => !isFirst) ? pieceGap * leadingEm * sizePx : 0
  let below = 0
  const lines = ranges.map(({ text, glyphs, advanceEm, trackings, size, isFirst }, index): SetLine => {
    const top = below + (isFirst && index > 0 ? gap : 0)
    below = top + leadingEm * size
    return {
      text,
      glyphs,
      sizePx: size,
      trackingEm: tracking,
      width: (advanceEm + trackings * tracking) * size,
      top,
      baseline: top + aboveEm * size,
      height: leadingEm * size,
    }
  })
  const width = Math.max(0, ...lines.map((line) => line.width))
  // A line shaped alone may be wider than its part of the paragraph by a little kerning.
  if (width > widthMax + 0.02 * sizePx) return undefined
  return { lines, sizePx, width, height: below, cost }
}

/** Between the ink of two lines. */
const inkGapEm = 0.02

/** The leading at which no descender touches an accent of the line below. */
function leastLeadingEm(lines: readonly { glyphs: readonly Glyph[] }[]): number {
  const size = 1000
  const inks = lines.map(({ glyphs }) =>
    glyphBox([{ glyphs, left: size, baseline: 2 * size, sizePx: size, trackingEm: 0 }]),
  )
  const pairs = inks.slice(1).map((ink, index) => {
    const above = inks[index]
    return ink === undefined || above === undefined ? 0 : above.top + above.height - ink.top
  })
  return Math.max(0, ...pairs) / size + inkGapEm
}

/** What scripts with marks above and below, or without small letters, need beside what Latin does. */
const extraLeading: Readonly<Partial<Record<FontFace['role'], number>>> = {
  arabic: 0.24,
  hebrew: 0.12,
  devanagari: 0.2,
  japanese: 0.12,
  korean: 0.12,
  chinese: 0.12,
}

function extraLeadingEm(faces: readonly FontFace[]): number {
  return Math.max(0, ...faces.map(({ role }) => extraLeading[role] ?? 0))
}

function isTracked(faces: readonly FontFace[]): boolean {
  return extraLeadingEm(faces) === 0
}

/** Measures and sets the texts of one campaign, each only once for all layouts, grounds and formats. */
export interface Typesetter {
  /** @throws script_unsupported */
  measure(text: string, style: TextStyle): Promise<MeasuredText>
  /** @returns undefined where the text does not fit */
  set(text: MeasuredText, fit: Parameters<typeof setText>[2]): SetText | undefined
}

export function createTypesetter(fonts: Fonts): Typesetter {
  const measured = oncePerKey<string, Promise<MeasuredText>>()
  const sizesOf = oncePerKey<MeasuredText, ReturnType<typeof oncePerKey<string, SetText | undefined>>>()
  return {
    measure: (text, style) =>
      measured(`${JSON.stringify(style)} ${text}`, () => measureText(fonts, text, style)),
    set: (text, fit) => {
      const sizes = sizesOf(text, () => oncePerKey())
      return sizes(`${fit.sizePx} ${fit.widthMax} ${fit.linesMax}`, () => setText(fonts, text, fit))
    },
  }
}
