import { Blob, Buffer, Face, Font } from 'harfbuzzjs'
import { fontFile } from '../../../kernel/runtime/assets.ts'
import files from './font-files.json'
import { createGlyphPainter, type GlyphPainter } from './glyph-painter.ts'
import { dropUnusedTables } from './keep-tables.ts'

/** Family and weight of a Latin face; other scripts have a regular and a bold one. */
export type Cut = keyof typeof files.latin
/** Role of a font; `plain` and `sans` have glyphs that `latin` lacks. */
export const faceRoles = [
  'latin',
  'plain',
  'sans',
  'arabic',
  'hebrew',
  'devanagari',
  'japanese',
  'korean',
  'chinese',
  'symbols',
  'emoji',
] as const
export type FaceRole = (typeof faceRoles)[number]

export interface FontFace {
  role: FaceRole
  /** The font as HarfBuzz has it; lengths are in units of `unitsPerEm`. */
  font: Font
  unitsPerEm: number
  /** From the baseline up and down, as positive fractions of the font size. */
  ascentEm: number
  descentEm: number
  /** Code points with a glyph. */
  codePoints: ReadonlySet<number>
  /** The name of a brand's own font, as it says. */
  family?: string
  /** Draws glyphs of many colours as SVG; absent where glyphs are outlines. */
  paint?: GlyphPainter
}

/** The brand's own face for a use in a weight; `role` is that of the built-in face that it replaces. */
export type BrandFace = (use: FontUse, cut: Cut, role: FaceRole) => FontFace | undefined

/** The fonts of this process or Worker. A face is loaded on first use and cached: Chinese takes 10 MB. */
export interface Fonts {
  face(cut: Cut, role: FaceRole): Promise<FontFace>
  /** Fonts of the campaign's brand, which come before the others. */
  brand?: BrandFace
  /** HarfBuzz's work space, reset before each use. */
  buffer: Buffer
}

export async function loadFonts(): Promise<Fonts> {
  const faces = new Map<string, Promise<FontFace>>()
  const face = (cut: Cut, role: FaceRole) => {
    const path = fontPath(cut, role)
    const known = faces.get(path)
    if (known !== undefined) return known
    const loading = loadFace(role, path)
    faces.set(path, loading)
    loading.catch(() => faces.delete(path))
    return loading
  }
  return { face, buffer: new Buffer() }
}

/** The file of a font, as `fontFile` takes it. */
export function fontPath(cut: Cut, role: FaceRole): string {
  return role === 'latin' ? files.latin[cut] : files[isBold(cut) ? 'bold' : 'regular'][role]
}

/** From 400 to 900. */
export const weightOf = (cut: Cut) => Number(/\d+/.exec(cut)?.[0])

const isBold = (cut: Cut) => weightOf(cut) >= 600

async function loadFace(role: FaceRole, path: string): Promise<FontFace> {
  const face = new Face(new Blob(dropUnusedTables(await fontFile(path))))
  const font = new Font(face)
  const { ascender, descender } = font.hExtents()
  return {
    role,
    font,
    unitsPerEm: face.upem,
    ascentEm: ascender / face.upem,
    descentEm: -descender / face.upem,
    codePoints: new Set(face.collectUnicodes()),
    ...(face.hasColorPaint() ? { paint: createGlyphPainter(font) } : {}),
  }
}

/** What a font of a brand kit is used for: headlines with large numbers, and all other parts. */
export const fontUses = ['headline', 'body'] as const
export type FontUse = (typeof fontUses)[number]
