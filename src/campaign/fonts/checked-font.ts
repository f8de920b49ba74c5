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
