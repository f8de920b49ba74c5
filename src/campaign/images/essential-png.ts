import { imageRejected } from '../errors.ts'

const signatureBytes = 8
/** Length, type and checksum around the data of a chunk. */
const framingBytes = 12

/** Chunks that define pixels and colours; all others, such as compressed texts, are dropped. */
const repeatable = new Set(['IDAT'])
const single = new Set(['IHDR', 'PLTE', 'tRNS', 'iCCP', 'eXIf', 'IEND'])

/** Of `gAMA`, in 1/100,000: the one that sRGB comes near to. */
const srgbGamma = 45_455
const gammaTolerance = 1_000
/** Of `cICP`: primaries of BT.709 and the transfer function of sRGB. */
const srgbCodePoints = [1, 13]

/**
 * Rebuilds a PNG from the chunks that its pixels depend on. libpng inflates all text chunks at once: 4 MB of them took
 * 2.4 GB. What follows the last chunk is dropped.
 * @throws image_rejected for animations, a cut file, and colours declared in a way that libvips ignores
 * @see PNG specification, third edition, section 5
 */
export function essentialPng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = [bytes.subarray(0, signatureBytes)]
  const seen = new Set<string>()
  let gamma: number | undefined
  for (let at = signatureBytes; !seen.has('IEND'); ) {
    const end =
      at + framingBytes <= bytes.length ? at + framingBytes + view.getUint32(at) : Number.POSITIVE_INFINITY
    if (end > bytes.length) throw imageRejected('is cut off', 'send the whole PNG file')
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const data = bytes.subarray(at + 8, end - 4)
    if (type === 'acTL') throw imageRejected('is an animated PNG', 'send a still image')
    if (type === 'cICP' && srgbCodePoints.some((code, index) => data[index] !== code)) {
      throw imageRejected('declares its colours by a cICP chunk', 'save it in sRGB')
    }
    if (type === 'gAMA' && data.length === 4) gamma = view.getUint32(at + 8)
    if (repeatable.has(type) || (single.has(type) && !seen.has(type))) kept.push(bytes.subarray(at, end))
    seen.add(type)
    at = end
  }
  const isGammaUsed = gamma !== undefined && !seen.has('iCCP') && !seen.has('sRGB')
  if (isGammaUsed && Math.abs((gamma ?? 0) - srgbGamma) > gammaTolerance) {
    throw imageRejected('declares its colours by a gAMA chunk alone', 'save it in sRGB')
  }
  return Buffer.concat(kept)
}
