import { gunzipSync } from 'node:zlib'

/** Byte patterns that identify the encoding of XML. @see XML 1.0, appendix F */
const encodings: readonly (readonly [encoding: string, start: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0x3c, 0, 0x3f, 0]],
  ['utf-16be', [0, 0x3c, 0, 0x3f]],
  ['utf-16le', [0x3c, 0, 0x73, 0]],
  ['utf-16be', [0, 0x3c, 0, 0x73]],
]

const gzipStart = [0x1f, 0x8b] as const
const unzippedBytesMax = 5 * 1_048_576

/** Whether bytes are compressed as SVGZ is. */
export const isGzip = (bytes: Uint8Array) => gzipStart.every((byte, at) => bytes[at] === byte)

/**
 * Decodes bytes as an XML parser does: by byte order mark, then by the XML declaration, otherwise as UTF-8.
 * Leading white space, which XML does not allow before its declaration, is dropped. Gzip is decompressed first, to at most
 * 5 MB.
 * @returns undefined for bytes that are not text in that encoding
 */
export function xmlText(file: Uint8Array): string | undefined {
  const bytes = isGzip(file) ? unzipped(file) : file
  if (bytes === undefined) return undefined
  const encoding =
    encodings.find(([, start]) => start.every((byte, at) => bytes[at] === byte))?.[0] ??
    declaredEncoding(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).trimStart()
  } catch {
    return undefined
  }
}

function unzipped(file: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(file, { maxOutputLength: unzippedBytesMax })
  } catch {
    return undefined
  }
}

const declarationBytesMax = 256

function declaredEncoding(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytesMax))
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8'
}
