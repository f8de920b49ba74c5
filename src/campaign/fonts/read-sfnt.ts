import { keepTables, tablesOf } from '../compose/copy/keep-tables.ts'
import { campaignError, countText } from '../errors.ts'
import { fontLimits } from './font-limits.ts'

/** Tables that the setting of text reads. All others are left out: instructions, names, bitmaps, colours, signatures. */
const keptTables = new Set([
  ...['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'OS/2', 'loca', 'glyf', 'CFF ', 'CFF2', 'VORG'],
  ...['GDEF', 'GSUB', 'GPOS', 'kern', 'fvar', 'avar', 'gvar', 'HVAR', 'MVAR'],
])
const requiredTables = ['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'OS/2']
const colorTables = new Set(['COLR', 'SVG ', 'CBDT', 'sbix'])

/** What a font may be used for, by the bits of `OS/2.fsType`; several bits mean the least strict one. */
const embeddings = [
  { bit: 8, name: 'editable' },
  { bit: 4, name: 'preview-and-print' },
] as const
export type Embedding = 'installable' | (typeof embeddings)[number]['name']

export interface CheckedSfnt {
  /** The font with the tables that are read. */
  sfnt: Uint8Array
  glyphs: number
  embedding: Embedding
  hasColors: boolean
}

/**
 * Checks the directory of a TrueType or OpenType font and the numbers that bound all other work, and drops what is never
 * read.
 * @throws font_rejected
 */
export function readSfnt(font: Uint8Array): CheckedSfnt {
  const tables = boundedTables(font)
  for (const tag of requiredTables) {
    if (!tables.has(tag)) throw campaignError('font_rejected', `lacks the table "${tag}"`, 'export it anew')
  }
  if (!(tables.has('glyf') && tables.has('loca')) && !tables.has('CFF ') && !tables.has('CFF2'))
    throw campaignError('font_rejected', 'has no outlines', 'send a font with TrueType or CFF outlines')
  const read = (tag: string, offset: number, bytes: 2 | 4) => {
    const table = tables.get(tag)
    if (table === undefined || table.byteLength < offset + bytes)
      throw campaignError('font_rejected', `has a truncated table "${tag}"`, 'send an intact font')
    return bytes === 2 ? table.getUint16(offset) : table.getUint32(offset)
  }
  if (read('head', 12, 4) !== 0x5f0f3cf5)
    throw campaignError('font_rejected', 'has a malformed table "head"', 'send an intact font')
  const unitsPerEm = read('head', 18, 2)
  if (unitsPerEm < 16 || unitsPerEm > 16_384)
    throw campaignError('font_rejected', `has ${unitsPerEm} units per em`, 'it must be from 16 to 16,384')
  const glyphs = read('maxp', 4, 2)
  if (glyphs > fontLimits.glyphsMax) {
    throw campaignError(
      'font_rejected',
      `has ${countText(glyphs)} glyphs`,
      `send a subset with at most ${countText(fontLimits.glyphsMax)}`,
    )
  }
  const measured = read('hhea', 34, 2)
  if (measured === 0 || measured > glyphs || (tables.get('hmtx')?.byteLength ?? 0) < 4 * measured)
    throw campaignError('font_rejected', 'has a truncated table "hmtx"', 'send an intact font')
  return {
    sfnt: keepTables(font, (tag) => keptTables.has(tag)),
    glyphs,
    embedding: embeddingOf(read('OS/2', 8, 2)),
    hasColors: [...tables.keys()].some((tag) => colorTables.has(tag)),
  }
}

/** Every table of the directory, inside of the file and apart from the others. */
function boundedTables(font: Uint8Array): Map<string, DataView> {
  const count = font.length < 12 ? 0 : new DataView(font.buffer, font.byteOffset).getUint16(4)
  const directoryEnd = 12 + 16 * count
  if (count === 0 || count > fontLimits.tablesMax || directoryEnd > font.length)
    throw campaignError('font_rejected', 'has a malformed directory of tables', 'send an intact font')
  const tables = new Map<string, DataView>()
  let end = directoryEnd
  for (const { tag, offset, length } of tablesOf(font).toSorted((a, b) => a.offset - b.offset)) {
    if (offset + length > font.length || offset < end || tables.has(tag)) {
      throw campaignError(
        'font_rejected',
        `has a table ${JSON.stringify(tag)} that is cut off, overlaps another one or is there twice`,
        'send an intact font',
      )
    }
    end = offset + length
    tables.set(tag, new DataView(font.buffer, font.byteOffset + offset, length))
  }
  return tables
}

/** @see https://learn.microsoft.com/typography/opentype/spec/os2#fstype */
function embeddingOf(fsType: number): Embedding {
  const found = embeddings.find(({ bit }) => (fsType & bit) !== 0)?.name
  if (found === undefined && (fsType & 2) !== 0) {
    throw campaignError(
      'font_rejected',
      'forbids embedding (OS/2.fsType 2, restricted licence)',
      'ask its foundry for a file whose licence allows embedding',
    )
  }
  if ((fsType & 0x200) !== 0) {
    throw campaignError(
      'font_rejected',
      'allows the embedding of its bitmaps only (OS/2.fsType 0x200)',
      'ask its foundry for a file whose outlines may be embedded',
    )
  }
  return found ?? 'installable'
}
