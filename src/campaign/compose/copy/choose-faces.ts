import { type Buffer, shape } from 'harfbuzzjs'
import type { Cut, FaceRole, FontFace, Fonts, FontUse } from './load-fonts.ts'
import { graphemes, scriptOf, unsupportedScript } from './script-of.ts'

/** The fonts of one copy: for every grapheme that it holds, one that has it. */
export interface CopyFaces {
  /** The face of most of the copy, which white space is set in too. */
  primary: FontFace
  /** @throws script_unsupported */
  pick(grapheme: string, at?: number): FontFace
}

const roleScripts: readonly { role: FaceRole; pattern: RegExp }[] = [
  { role: 'arabic', pattern: /\p{Script=Arabic}/u },
  { role: 'hebrew', pattern: /\p{Script=Hebrew}/u },
  { role: 'devanagari', pattern: /\p{Script=Devanagari}/u },
]
/** The long vowel mark is shared by both kana. */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u
const hangul = /\p{Script=Hangul}/u
/** With the punctuation that they share. */
const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]/u
const emojiPresentation = /\p{Emoji_Presentation}|\ufe0f/u
const textPresentation = '\ufe0e'
const symbol = /^[\p{S}\p{P}\p{N}]/u
/** Hangul fillers are ignorable by Unicode, but HarfBuzz draws them. */
const ignorable = /[[\p{Default_Ignorable_Code_Point}\s]--[\u115f\u1160\u3164\uffa0]]/gv
/** Has no meaning outside of one font. */
const privateUse = /\p{Co}/u

/**
 * Finds the fonts of a copy. Large ones are read only when the copy needs them. The brand's own font for `use` comes first.
 * @throws script_unsupported for the first grapheme that no font has
 */
export async function chooseFaces(
  fonts: Fonts,
  { cut, use }: { cut: Cut; use: FontUse },
  paragraphs: readonly string[],
): Promise<CopyFaces> {
  const units = unitsOf(paragraphs)
  const roles = firstRoles(paragraphs.join(' '))
  const brand = brandCover(fonts, { cut, use }, units, roles[1] === 'sans' ? 'latin' : roles[1])
  const faces = await Promise.all(roles.map((role) => fonts.face(cut, role)))
  const emoji = units.some(isEmoji) ? await fonts.face(cut, 'emoji') : undefined
  const order = primaryFirst(faces, units, fonts.buffer)
  const find = (grapheme: string) =>
    brand?.has(grapheme) === true ? brand.face : findFace(order, emoji, grapheme, fonts.buffer)

  for (const role of ['plain', 'symbols', 'chinese', 'japanese', 'korean'] as const) {
    if (units.some((unit) => find(unit) === undefined && mayBeIn(role, unit)))
      order.push(await fonts.face(cut, role))
  }
  const pick = (grapheme: string) => {
    const face = find(grapheme)
    if (face === undefined) throw unsupportedScript(grapheme)
    return face
  }
  for (const unit of units) pick(unit)
  return { primary: pick(' '), pick }
}

const unitsOf = (paragraphs: readonly string[]) =>
  paragraphs.flatMap((paragraph) => graphemes(paragraph).map(({ text }) => text))

/** Characters of texts that a font of the brand lacks. */
export function missingIn(face: FontFace, texts: readonly string[], buffer: Buffer): string[] {
  return [...new Set(unitsOf(texts))].filter((unit) => !isEmoji(unit) && !covers(face, unit, buffer))
}

/**
 * What the brand's font sets: whole scripts only, as accents or single letters from another font would stand out, and what
 * scripts share. Undefined where it sets no script of the text.
 */
function brandCover(
  { brand, buffer }: Fonts,
  { cut, use }: { cut: Cut; use: FontUse },
  units: readonly string[],
  role: FaceRole = 'latin',
): { face: FontFace; has(grapheme: string): boolean } | undefined {
  const face = brand?.(use, cut, role)
  if (face === undefined) return undefined
  const scripts = unitsByScript(units)
  const isWhole = (script: string) =>
    scripts.get(script)?.every((unit) => covers(face, unit, buffer)) === true
  const whole = new Set([...scripts.keys()].filter(isWhole))
  const isUsed = whole.size > 0 || scripts.size === 0
  return {
    face,
    has: (grapheme) => {
      const script = scriptKey(grapheme)
      return (
        isUsed &&
        !isEmoji(grapheme) &&
        (script === undefined || whole.has(script)) &&
        covers(face, grapheme, buffer)
      )
    },
  }
}

const scriptKey = (unit: string) => (eastAsian.test(unit) ? 'East Asian' : scriptOf(unit)?.name)

function unitsByScript(units: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const unit of units) {
    const script = scriptKey(unit)
    if (script === undefined) continue
    const group = groups.get(script) ?? []
    groups.set(script, group)
    group.push(unit)
  }
  return groups
}

/** Han characters look different in each language: kana indicate Japanese, Hangul Korean. */
function firstRoles(text: string): FaceRole[] {
  const roles: FaceRole[] = ['latin']
  for (const { role, pattern } of roleScripts) if (pattern.test(text)) roles.push(role)
  if (eastAsian.test(text)) {
    roles.push(kana.test(text) ? 'japanese' : hangul.test(text) ? 'korean' : 'chinese')
  }
  return [...roles, 'sans']
}

/** Whether a font is worth reading for a grapheme that those read before do not have. */
function mayBeIn(role: FaceRole, grapheme: string): boolean {
  if (role === 'plain') return true
  if (role !== 'symbols' && eastAsian.test(grapheme)) return true
  if (scriptOf(grapheme) !== undefined) return false
  return role === 'symbols' || (symbol.test(grapheme) && !isEmoji(grapheme))
}

/** A word in one font looks better than one whose accents come from another: the face with most of the main script leads. */
function primaryFirst(faces: readonly FontFace[], units: readonly string[], buffer: Buffer): FontFace[] {
  const main = [...unitsByScript(units).values()].reduce(
    (most, group) => (group.length > most.length ? group : most),
    [],
  )
  const coverage = (face: FontFace) => main.filter((unit) => covers(face, unit, buffer)).length
  const ranked = faces.map((face) => ({ face, covered: coverage(face) }))
  const best = Math.max(...ranked.map(({ covered }) => covered))
  const primary = ranked.find(({ covered }) => covered === best)?.face
  return [...faces].sort((a, b) => Number(b === primary) - Number(a === primary))
}

function findFace(
  faces: readonly FontFace[],
  emoji: FontFace | undefined,
  grapheme: string,
  buffer: Buffer,
): FontFace | undefined {
  if (emoji !== undefined && isEmoji(grapheme) && covers(emoji, grapheme, buffer)) return emoji
  return faces.find((face) => covers(face, grapheme, buffer))
}

function isEmoji(grapheme: string): boolean {
  return emojiPresentation.test(grapheme) && !grapheme.includes(textPresentation)
}

/**
 * Whether a font has every visible part of a grapheme. HarfBuzz composes and decomposes accents, but not always: what
 * the font has in another form only is shaped to see.
 */
function covers({ codePoints, font }: FontFace, grapheme: string, buffer: Buffer): boolean {
  const visible = grapheme.replaceAll(ignorable, '')
  if (privateUse.test(visible)) return false
  const has = (form: string) => Array.from(form).every((char) => codePoints.has(char.codePointAt(0) ?? 0))
  if (has(visible)) return true
  if (!has(visible.normalize('NFC')) && !has(visible.normalize('NFD'))) return false
  buffer.reset()
  buffer.addText(visible)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  return buffer.getGlyphInfos().every(({ codepoint }) => codepoint !== 0)
}
