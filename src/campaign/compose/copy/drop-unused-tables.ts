/** 20 of the 25 MB of the colour emoji: the pictures of its table COLR once more, as SVG documents. */
const unusedTags = ['SVG ']

const headerBytes = 12
const recordBytes = 16

/**
 * An OpenType font without the tables that are never read. The other tables keep their order and their bytes.
 * @see https://learn.microsoft.com/typography/opentype/spec/otff
 */
export function dropUnusedTables(font: Uint8Array): Uint8Array {
  const source = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const records = Array.from({ length: source.getUint16(4) }, (_, index) => {
    const at = headerBytes + index * recordBytes
    return {
      bytes: font.subarray(at, at + recordBytes),
      tag: String.fromCharCode(...font.subarray(at, at + 4)),
      offset: source.getUint32(at + 8),
      length: source.getUint32(at + 12),
    }
  })
  const kept = records.filter(({ tag }) => !unusedTags.includes(tag))
  if (kept.length === records.length) return font

  const aligned = (length: number) => (length + 3) & ~3
  let offset = headerBytes + kept.length * recordBytes
  const result = new Uint8Array(kept.reduce((sum, { length }) => sum + aligned(length), offset))
  const target = new DataView(result.buffer)
  result.set(font.subarray(0, headerBytes))
  target.setUint16(4, kept.length)
  kept.forEach((record, index) => {
    const at = headerBytes + index * recordBytes
    result.set(record.bytes, at)
    target.setUint32(at + 8, offset)
    result.set(font.subarray(record.offset, record.offset + record.length), offset)
    offset += aligned(record.length)
  })
  return result
}
