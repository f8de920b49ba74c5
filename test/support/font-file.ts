import { tablesOf } from '../../src/campaign/compose/copy/keep-tables.ts'
import { fontFile } from '../../src/kernel/runtime/assets.ts'

/** The smallest of the bundled text fonts, 43 KB with Latin and Hebrew letters. */
export const smallFont = await fontFile('noto-sans-hebrew/500Medium/NotoSansHebrew_500Medium.ttf')

/** The bytes of a table, for changes in a copy of the font. */
export function tableIn(font: Uint8Array, tag: string): DataView {
  const table = tablesOf(font).find((each) => each.tag === tag)
  if (table === undefined) throw new Error(`this font has no table "${tag}"`)
  return new DataView(font.buffer, font.byteOffset + table.offset, table.length)
}

/** A copy of a font, changed in place. */
export function changed(font: Uint8Array, change: (copy: Uint8Array) => void): Uint8Array {
  const copy = font.slice()
  change(copy)
  return copy
}

/** A font with a table in the place of its own, or beside the others. */
export function withTable(font: Uint8Array, tag: string, content: Uint8Array): Uint8Array {
  const tables = tablesOf(font)
    .filter((table) => table.tag !== tag)
    .map((table) => ({ tag: table.tag, bytes: font.subarray(table.offset, table.offset + table.length) }))
    .concat({ tag, bytes: content })
    .sort((a, b) => (a.tag < b.tag ? -1 : 1))
  const aligned = (length: number) => (length + 3) & ~3
  let offset = 12 + 16 * tables.length
  const result = new Uint8Array(tables.reduce((sum, { bytes }) => sum + aligned(bytes.length), offset))
  const view = new DataView(result.buffer)
  result.set(font.subarray(0, 12))
  view.setUint16(4, tables.length)
  for (const [index, table] of tables.entries()) {
    const at = 12 + 16 * index
    result.set(new TextEncoder().encode(table.tag), at)
    view.setUint32(at + 8, offset)
    view.setUint32(at + 12, table.bytes.length)
    result.set(table.bytes, offset)
    offset += aligned(table.bytes.length)
  }
  return result
}

/** A name table with one English name per id. */
export function nameTable(names: Readonly<Record<number, string>>): Uint8Array {
  const entries = Object.entries(names).map(([id, text]) => {
    const bytes = Buffer.from(text, 'utf16le').swap16()
    return { id: Number(id), bytes }
  })
  const header = 6 + 12 * entries.length
  const result = new Uint8Array(header + entries.reduce((sum, { bytes }) => sum + bytes.length, 0))
  const view = new DataView(result.buffer)
  view.setUint16(2, entries.length)
  view.setUint16(4, header)
  let offset = 0
  for (const [index, { id, bytes }] of entries.entries()) {
    const values = [3, 1, 0x409, id, bytes.length, offset]
    for (const [place, value] of values.entries()) view.setUint16(6 + 12 * index + 2 * place, value)
    result.set(bytes, header + offset)
    offset += bytes.length
  }
  return result
}

/** A cmap with these glyphs by their code points, in ascending order. */
export function cmapTable(glyphs: readonly (readonly [codePoint: number, glyph: number])[]): Uint8Array {
  const result = new Uint8Array(12 + 16 + 12 * glyphs.length)
  const view = new DataView(result.buffer)
  for (const [place, value] of [0, 1, 3, 10].entries()) view.setUint16(2 * place, value)
  view.setUint32(8, 12)
  view.setUint16(12, 12)
  const words = [16 + 12 * glyphs.length, 0, glyphs.length, ...glyphs.flatMap(([at, id]) => [at, at, id])]
  for (const [place, value] of words.entries()) view.setUint32(16 + 4 * place, value)
  return result
}
