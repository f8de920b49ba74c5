import { Direction, Feature, shape } from 'harfbuzzjs'
import { type Item, visualOrder } from './itemise.ts'
import type { FaceRole, FontFace, Fonts } from './load-fonts.ts'
import { unsupportedScript } from './script-of.ts'

/** One glyph in its place; every length is a fraction of the font size, x to the right, y up from the baseline. */
export interface Glyph {
  face: FontFace
  id: number
  x: number
  y: number
  advance: number
  /** UTF-16 offset of the character that it comes from; glyphs of one cluster belong together. */
  cluster: number
  /** How many trackings stand before it on the line, see `trackingEm`. */
  tracked: number
  /** 1 for the last glyph of a cluster that tracking widens, else 0. */
  takesTracking: 0 | 1
}

export interface ShapedLine {
  /** From left to right. */
  glyphs: readonly Glyph[]
  /** Width without tracking, as a fraction of the font size, and how many trackings are between its ends. */
  advanceEm: number
  trackings: number
}

/** Least width of a word space in tight type. */
const tightSpaceEm = 0.24

/** Letters that do not touch: tracking would tear Arabic and Devanagari apart, and East Asian type stands on its grid. */
const trackedScripts = ['Latn', 'Grek', 'Cyrl', 'Hebr']

/** Fonts have other forms for some languages, but the language of a copy is unknown. */
const language = 'en'

/**
 * Shapes `[start, end)` of a paragraph as one line.
 * @param items of the whole paragraph
 * @param isTight letters are set closer than usual, which word spaces are not
 * @throws script_unsupported for a character that shaping finds no glyph for
 */
export function shapeLine(
  fonts: Fonts,
  paragraph: string,
  items: readonly Item[],
  {
    start = 0,
    end = paragraph.length,
    isTight = false,
  }: { start?: number; end?: number; isTight?: boolean } = {},
): ShapedLine {
  const runs = items
    .filter((item) => item.start < end && item.end > start)
    .map((item) => ({ ...item, start: Math.max(item.start, start), end: Math.min(item.end, end) }))
  // A hyphen shows only where a word is divided.
  const text = paragraph.slice(0, end).replace(/\u00ad$/, '-')
  const glyphs: Glyph[] = []
  let x = 0
  let tracked = 0
  for (const run of visualOrder(runs)) {
    for (const glyph of shapeRun(fonts, text, run)) {
      const isSpace = isTight && glyph.takesTracking === 1 && isWhite(text.charAt(glyph.cluster))
      const isBeside = isTight && isWhite(text.charAt(glyph.cluster + 1))
      const takesTracking = isSpace || isBeside ? 0 : glyph.takesTracking
      const advance = isSpace ? Math.max(glyph.advance, tightSpaceEm) : glyph.advance
      glyphs.push({ ...glyph, advance, x: x + glyph.x, tracked, takesTracking })
      x += advance
      tracked += takesTracking
    }
  }
  return { glyphs, advanceEm: x, trackings: Math.max(0, tracked - 1) }
}

const isWhite = (character: string) => /^\s$/.test(character)

/** Figures as tall as capitals: those of the serif are made for running text. */
const latinFeatures = ({ role }: FontFace) => (role === 'latin' ? [new Feature('lnum', 1)] : [])

function shapeRun({ buffer }: Fonts, text: string, { face, script, level, start, end }: Item): Glyph[] {
  buffer.reset()
  buffer.addText(text, start, end - start)
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  buffer.setScript(script)
  buffer.setLanguage(language)
  shape(face.font, buffer, [...eastAsianFeatures(text, face.role), ...latinFeatures(face)])

  const infos = buffer.getGlyphInfos()
  const isTracked = trackedScripts.includes(script)
  return buffer.getGlyphPositions().map(({ xAdvance, xOffset, yOffset }, index) => {
    const { codepoint: id = 0, cluster = start } = infos[index] ?? {}
    if (id === 0) throw unsupportedScript(String.fromCodePoint(text.codePointAt(cluster) ?? 0))
    const endsCluster = infos[index + 1]?.cluster !== cluster
    return {
      face,
      id,
      x: xOffset / face.unitsPerEm,
      y: yOffset / face.unitsPerEm,
      advance: xAdvance / face.unitsPerEm,
      cluster,
      tracked: 0,
      takesTracking: isTracked && endsCluster ? 1 : 0,
    }
  })
}

const eastAsianRoles: readonly FaceRole[] = ['japanese', 'korean', 'chinese']

/** Brackets and stops that fill half of their square: of two in a row, the gap between them is cut (CSS text-spacing-trim). */
const opening = '（〔［｛〈《「『【〘〖'
const closing = '、，。．）〕］｝〉》」』】〙〗'
const spacious = '・\u3000'
const trimmed = new RegExp(
  `(?<=[${opening}${closing}${spacious}])[${opening}]|[${closing}](?=[${closing}${spacious}])`,
  'g',
)

/** OpenType features of Chinese, Japanese and Korean fonts beside their defaults, as in browsers; offsets are UTF-16. */
function eastAsianFeatures(text: string, role: FaceRole): Feature[] {
  if (!eastAsianRoles.includes(role)) return []
  return [
    new Feature('calt', 0),
    ...Array.from(text.matchAll(trimmed), ({ index }) => new Feature('halt', 1, index, index + 1)),
  ]
}
