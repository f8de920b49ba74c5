/** Limits of one uploaded font; larger ones are refused. */
export const fontLimits = {
  /** Of the file as uploaded. */
  bytesMax: 5 * 1_048_576,
  /** Of the decompressed font. */
  sfntBytesMax: 8 * 1_048_576,
  glyphsMax: 20_000,
  tablesMax: 64,
  /** Of one glyph's outline. */
  glyphCommandsMax: 10_000,
  /** Of all outlines. */
  commandsMax: 4_000_000,
  nameCharsMax: 60,
  licenceCharsMax: 20_000,
} as const
