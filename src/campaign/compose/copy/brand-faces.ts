import { Blob, Face, Font, Variation } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import { oncePerKey } from '../once-per-key.ts'
import {
  type BrandFace,
  type Cut,
  type FaceRole,
  type FontFace,
  type FontUse,
  weightOf,
} from './load-fonts.ts'

/** A checked font of a brand, see `checkFont`. */
export interface BrandFont {
  /** Of the file as uploaded, in hexadecimal. */
  sha256: string
  family: string
  sfnt: Uint8Array
}

export type BrandFonts = Readonly<Partial<Record<FontUse, BrandFont>>>

/** Fonts that stay parsed, each with at most 8 MB. */
const parsedMax = 6

/** Parses fonts of brands; the last ones stay parsed for the next campaign. */
export function createBrandFaces(): (fonts: BrandFonts) => BrandFace {
  const parsed = new LRUCache<string, (cut: Cut, role: FaceRole) => FontFace>({ max: parsedMax })
  return (fonts) => (use, cut, role) => {
    const font = fonts[use]
    if (font === undefined) return undefined
    const faceOf = parsed.get(font.sha256) ?? parse(font)
    parsed.set(font.sha256, faceOf)
    return faceOf(cut, role)
  }
}

/** Of the built-in sans: layouts are made for them. */
const capitalsEm = 0.727
const heightEm = 1.21
/** Limits of the factor by which a font is drawn larger or smaller than it says. */
const [scaleMin, scaleMax] = [0.7, 1.4]

function parse({ sfnt, family }: BrandFont): (cut: Cut, role: FaceRole) => FontFace {
  const face = new Face(new Blob(sfnt))
  const codePoints = new Set(face.collectUnicodes())
  const { wght } = face.getAxisInfos()
  const faces = oncePerKey<string, FontFace>()
  return (cut, role) => {
    const weight = wght && Math.min(wght.max, Math.max(wght.min, weightOf(cut)))
    return faces(`${weight} ${role}`, () => {
      const font = new Font(face)
      if (weight !== undefined) font.setVariations([new Variation('wght', weight)])
      return { role, family, font, codePoints, ...metricsOf(font, face.upem) }
    })
  }
}

/**
 * Gives a font the height of capitals that layouts are made for, measured on its H, as sizes and line heights that fonts
 * state differ widely and may be wrong.
 */
function metricsOf(font: Font, unitsPerEm: number): Pick<FontFace, 'unitsPerEm' | 'ascentEm' | 'descentEm'> {
  const capital = font.nominalGlyph(0x48)
  const top = capital === undefined ? undefined : font.glyphExtents(capital)?.yBearing
  const scale =
    top === undefined
      ? 1
      : Math.min(scaleMax, Math.max(scaleMin, (capitalsEm * unitsPerEm) / Math.max(1, top)))
  return {
    unitsPerEm: unitsPerEm / scale,
    ascentEm: (heightEm + capitalsEm) / 2,
    descentEm: (heightEm - capitalsEm) / 2,
  }
}
