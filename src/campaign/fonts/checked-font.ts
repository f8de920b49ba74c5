import { campaignError } from '../errors.ts'
import { startsWith } from '../images/image-type.ts'
import signatures from './font-signatures.json' with { type: 'json' }
import type { Embedding } from './read-sfnt.ts'

/** What a check found out about a font. */
export interface FontFacts {
  mediaType: string
  /** As the font says, cleaned; nothing is looked up by it. */
  family: string
  style: string
  glyphs: number
  /** Characters that it can set. */
  characters: number
  /** ISO 15924 codes of the scripts with letters in it, the largest first. */
  scripts: string[]
  /** It has a weight axis. */
  isVariable: boolean
  embedding: Embedding
  warnings: string[]
}

export interface CheckedFont {
  facts: FontFacts
  /** The font with the tables that the setting of text reads, uncompressed. */
  sfnt: Uint8Array
}

/**
 * The media type of a font by content only: `font/ttf`, `font/otf` or `font/woff2`.
 * @throws font_unsupported that names what the content is
 */
export function fontType(bytes: Uint8Array): string {
  const found = signatures.find(({ hex }) => startsWith(bytes, hex))
  if (found?.type !== undefined) return found.type
  throw campaignError(
    'font_unsupported',
    found?.refused ?? (bytes.length === 0 ? 'empty' : 'not a font of a known type'),
  )
}
