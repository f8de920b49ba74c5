const headerBytes = 12
const recordBytes = 16

/** A table of an OpenType font, by its place in the file. */
export interface TableRecord {
  tag: string
  offset: number
  length: number
}

/** The directory of a font as it says, unchecked. @see https://learn.microsoft.com/typography/opentype/spec/otff */
export function tablesOf(font: Uint8Array): TableRecord[] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  return Array.from({ length: view.getUint16(4) }, (_, index) => {
    const at = headerBytes + index * recordBytes
    return {
      tag: String.fromCharCode(...font.subarray(at, at + 4)),
      offset: view.getUint32(at + 8),
      length: view.getUint32(at + 12),
    }
  })
}

/** A font with some of its tables only, which keep their order and their bytes. */
export function keepTables(font: Uint8Array, isKept: (tag: string) => boolean): Uint8Array {
  const tables = tablesOf(font)
  const kept = tables.flatMap((table, index) => (isKept(table.tag) ? [{ ...table, index }] : []))
  if (kept.length === tables.length) return font

  const aligned = (length: number) => (length + 3) & ~3
  let offset = headerBytes + kept.length * recordBytes
  const result = new Uint8Array(kept.reduce((sum, { length }) => sum + aligned(length), offset))
  const target = new DataView(result.buffer)
  result.set(font.subarray(0, headerBytes))
  target.setUint16(4, kept.length)
  kept.forEach((table, place) => {
    const at = headerBytes + place * recordBytes
    const from = headerBytes + table.index * recordBytes
    result.set(font.subarray(from, from + recordBytes), at)
    target.setUint32(at + 8, offset)
    result.set(font.subarray(table.offset, table.offset + table.length), offset)
    offset += aligned(table.length)
  })
  return result
}

/** 20 of the 25 MB of the colour emoji: the pictures of its table COLR once more, as SVG documents. */
export function dropUnusedTables(font: Uint8Array): Uint8Array {
  return keepTables(font, (tag) => tag !== 'SVG ')
}
