import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs'
import decompressWoff2 from 'woff2-encoder/decompress'
import type { AppError } from '../../kernel/runtime/app-error.ts'
import { scriptOf } from '../compose/copy/script-of.ts'
import { campaignError, countText } from '../errors.ts'
import { type CheckedFont, fontType } from './checked-font.ts'
import { fontLimits } from './font-limits.ts'
import { readSfnt } from './read-sfnt.ts'

/** Least and largest advance of a letter, and how far from its origin it may draw, as fractions of the em. */
const advanceMinEm = 0.02
const advanceMaxEm = 4
const reachMaxEm = 6
/** Share of letters that may be blank or without width. */
const faultyShareMax = 0.05
const letterOrDigit = /[\p{L}\p{Nd}]/u
const latin = /[A-Za-z]/
const unnamed = 'Unnamed font'
const unsafeInNames = /[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * Checks a font from outside: its tables, its limits, the outline of every glyph and the widths of its letters. Runs in a
 * process with limits, see `checkUntrustedFont`.
 * @throws font_unsupported, font_rejected
 */
export async function checkFont(bytes: Uint8Array): Promise<CheckedFont> {
  const mediaType = fontType(bytes)
  const unpacked = mediaType === 'font/woff2' ? await unpackWoff2(bytes) : bytes
  const { sfnt, glyphs, embedding, hasColors } = readSfnt(unpacked)
  const face = new Face(new Blob(sfnt))
  const characters = [...face.collectUnicodes()].map((codePoint) => String.fromCodePoint(codePoint))
  const letters = characters.filter((character) => letterOrDigit.test(character))
  const scripts = scriptsOf(letters)
  if (scripts.length === 0)
    throw campaignError(
      'font_rejected',
      'has no letters',
      'send a text font; symbols come from the fonts of this service',
    )
  const weights = face.getAxisInfos()['wght']
  const instances = weights === undefined ? [undefined] : [weights.min, weights.max]
  for (const weight of instances) {
    const font = new Font(face)
    if (weight !== undefined) font.setVariations([new Variation('wght', weight)])
    checkOutlines(font, glyphs)
    checkLetters(font, face.upem, letters)
    checkShaping(font, face.upem, letters)
  }
  const warnings = []
  if (!letters.some((character) => latin.test(character)))
    warnings.push('This font has no Latin letters: a font of this service sets them')
  if (hasColors)
    warnings.push('The colours of this font are left out: its glyphs are drawn in the colour of the copy')
  const names = new Face(new Blob(unpacked))
  return {
    facts: {
      mediaType,
      family: nameOf(names, [16, 1]) ?? unnamed,
      style: nameOf(names, [17, 2]) ?? 'Regular',
      glyphs,
      characters: characters.length,
      scripts,
      isVariable: weights !== undefined,
      embedding,
      warnings,
    },
    sfnt,
  }
}

/** @see https://www.w3.org/TR/WOFF2/#woff20Header */
async function unpackWoff2(bytes: Uint8Array): Promise<Uint8Array> {
  const broken = (cause?: unknown) =>
    campaignError('font_rejected', 'is not a whole WOFF2 font', 'send an intact file', cause)
  if (bytes.length < 48) throw broken()
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  if (view.getUint32(4) === 0x74746366)
    throw campaignError('font_rejected', 'is a font collection', 'send one font')
  if (view.getUint32(16) > fontLimits.sfntBytesMax) throw tooLarge(view.getUint32(16))
  const unpacked = await decompressWoff2(bytes).catch((cause: unknown) => {
    throw broken(cause)
  })
  if (unpacked.length > fontLimits.sfntBytesMax) throw tooLarge(unpacked.length)
  return unpacked
}

function tooLarge(bytes: number): AppError {
  return campaignError(
    'font_rejected',
    `has ${countText(bytes)} bytes when decompressed`,
    `send a subset with at most ${countText(fontLimits.sfntBytesMax)}`,
  )
}

/** Draws every glyph, so that none is found to be too much only in a campaign. */
function checkOutlines(font: Font, glyphs: number) {
  let total = 0
  for (let glyph = 0; glyph < glyphs; glyph += 1) {
    const commands = font.glyphToJson(glyph).length
    total += commands
    if (commands > fontLimits.glyphCommandsMax || total > fontLimits.commandsMax) {
      throw campaignError(
        'font_rejected',
        `has too many points in its outlines (glyph ${glyph})`,
        `at most ${countText(fontLimits.glyphCommandsMax)} curves and lines are drawn per glyph`,
      )
    }
  }
}

function checkLetters(font: Font, unitsPerEm: number, letters: readonly string[]) {
  let [narrow, blank] = [0, 0]
  for (const character of letters) {
    const glyph = font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0
    const advance = font.glyphHAdvance(glyph) / unitsPerEm
    if (advance < advanceMinEm) narrow += 1
    const extents = font.glyphExtents(glyph)
    if (extents === undefined || extents.width === 0) blank += 1
    const { xBearing = 0, yBearing = 0, width = 0, height = 0 } = extents ?? {}
    const edges = [xBearing, yBearing, xBearing + width, yBearing + height]
    if (advance > advanceMaxEm || edges.some((edge) => Math.abs(edge) > reachMaxEm * unitsPerEm)) {
      throw campaignError(
        'font_rejected',
        `draws the letter "${character}" far larger than its size`,
        'send a font with letters of usual widths',
      )
    }
  }
  if (narrow > faultyShareMax * letters.length)
    throw campaignError(
      'font_rejected',
      'has letters without width',
      'send a font with intact advance widths',
    )
  if (blank > faultyShareMax * letters.length)
    throw campaignError('font_rejected', 'draws nothing for many of its letters', 'send a font with outlines')
}

/** Letters shaped at once. */
const shapedMax = 64

/** Sets all letters, as substitution and positioning may undo what their glyphs are. */
function checkShaping(font: Font, unitsPerEm: number, letters: readonly string[]) {
  const buffer = new Buffer()
  for (let from = 0; from < letters.length; from += shapedMax) {
    const text = letters.slice(from, from + shapedMax)
    buffer.reset()
    buffer.addText(text.join(''))
    buffer.guessSegmentProperties()
    shape(font, buffer)
    const isMissing = buffer.getGlyphInfos().some(({ codepoint }) => codepoint === 0)
    const width = buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0) / unitsPerEm
    if (isMissing || width < advanceMinEm * text.length || width > 2 * advanceMaxEm * text.length) {
      throw campaignError(
        'font_rejected',
        `sets "${text.slice(0, 3).join('')}" and letters after it by rules that make them disappear`,
        'send a font with intact tables GSUB and GPOS',
      )
    }
  }
}

function nameOf(face: Face, ids: readonly number[]): string | undefined {
  for (const id of ids) {
    const clean = face.getName(id, 'en').replaceAll(unsafeInNames, ' ').replaceAll(/\s+/g, ' ').trim()
    if (clean !== '') return Array.from(clean).slice(0, fontLimits.nameCharsMax).join('')
  }
  return undefined
}

function scriptsOf(letters: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const character of letters) {
    const code = scriptOf(character)?.code
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([code]) => code)
}
