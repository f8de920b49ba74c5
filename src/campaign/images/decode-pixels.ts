import type { Metadata, Sharp } from 'sharp'
import { campaignError, countText, imageRejected } from '../errors.ts'
import { decodeRare } from './decode-rare.ts'
import { decodingError, type ImageLimits } from './image-limits.ts'
import { type PixelType, rareTypes } from './image-type.ts'
import { type DecodedPixels, toRaster } from './raster.ts'
import { sharp } from './restricted-sharp.ts'

const options = { failOn: 'truncated', limitInputPixels: false } as const

/**
 * Decodes an image to 8-bit sRGB: profile applied, upright, RGB or RGBA. An image above `sideMax` or
 * `keptPixelsMax` is scaled down to them (lanczos3). Rare types are decoded in a process of their own.
 * @throws image_rejected
 */
export async function decodePixels(
  bytes: Uint8Array,
  type: PixelType,
  limits: ImageLimits,
): Promise<DecodedPixels> {
  const rare = rareTypes.find((each) => each === type)
  return rare === undefined ? await decodeHere(bytes, type, limits) : await decodeRare(bytes, rare, limits)
}

/** The same in this process, for types that sharp may load in it. */
export async function decodeHere(
  bytes: Uint8Array,
  type: PixelType,
  limits: ImageLimits,
): Promise<DecodedPixels> {
  if (type === 'image/jpeg') requireFewScans(bytes)
  const input = type === 'image/png' ? essentialPng(bytes) : bytes
  try {
    const header = await sharp(input, options).metadata()
    judgeHeader(header, type, limits)
    const pixels = uprightSrgb(sharp(input, options).timeout({ seconds: limits.seconds }), header)
    const side = keptSide(header, limits)
    const scaled = side === undefined ? pixels : pixels.resize({ width: side, height: side, fit: 'inside' })
    const raster = toRaster(await scaled.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }))
    const notes = notesOn(header, type)
    if (side !== undefined)
      notes.push(
        `was scaled down from ${header.width} x ${header.height} to ${raster.width} x ${raster.height} pixels`,
      )
    return { ...raster, notes }
  } catch (error) {
    throw campaignError.is(error, 'image_rejected') ? error : decodingError(error, limits)
  }
}

/** The longer side that an image is scaled down to; undefined for one that is kept as it is. */
function keptSide(
  { width, height }: { width: number; height: number },
  { sideMax, keptPixelsMax }: ImageLimits,
): number | undefined {
  const longer = Math.max(width, height)
  const scale = Math.min(1, sideMax / longer, Math.sqrt(keptPixelsMax / (width * height)))
  return scale < 1 ? Math.floor(longer * scale) : undefined
}

/** Encoders write about ten scans; libjpeg runs through all blocks for each one, which no time limit interrupts. */
const scansMax = 100

function requireFewScans(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let scans = 0
  for (let at = buffer.indexOf('ffda', 0, 'hex'); at >= 0; at = buffer.indexOf('ffda', at + 2, 'hex'))
    scans += 1
  if (scans > scansMax) {
    throw imageRejected(`has ${countText(scans)} scans`, `send a JPEG with at most ${scansMax} scans`)
  }
}

function notesOn({ space, pages = 1 }: Metadata, type: PixelType): string[] {
  const notes = []
  if (type === 'image/gif' && pages > 1) notes.push(`is the first of ${pages} frames of its file`)
  if (type === 'image/tiff' && pages > 1) notes.push(`is the first of ${pages} pages of its file`)
  if (space === 'cmyk')
    notes.push('was converted from CMYK to sRGB: upload it in sRGB where its colours must be exact')
  return notes
}

/** Cameras take up to 61 million pixels. A JPEG with one scan is scaled down line by line, and so needs little memory. */
const streamedFactor = 2

function judgeHeader(header: Metadata, type: PixelType, limits: ImageLimits) {
  const { width, height, pages = 1 } = header
  const format = header.format === 'heif' && header.compression === 'av1' ? 'avif' : header.format
  if (`image/${format}` !== type) {
    throw imageRejected('is not what its first bytes say', 'send an intact image')
  }
  const isStill = type !== 'image/gif' && type !== 'image/tiff'
  if (pages > 1 && isStill) throw imageRejected(`is animated (${pages} pages)`, 'send a still image')
  const isStreamed = type === 'image/jpeg' && header.isProgressive !== true
  if (width * height > limits.pixelsMax * (isStreamed ? streamedFactor : 1)) {
    throw imageRejected(
      `has ${width} x ${height} pixels`,
      `at most ${countText(limits.pixelsMax)} pixels are decoded, of a JPEG that is not progressive ${countText(streamedFactor * limits.pixelsMax)}`,
    )
  }
  if (header.space === 'grey16' && header.hasProfile) {
    throw imageRejected(
      'is a 16-bit greyscale image with a colour profile',
      'save it with 8 bits per channel',
    )
  }
}

/** By default sharp converts 16-bit colour with a profile to Display P3. */
function uprightSrgb(image: Sharp, { space }: Metadata): Sharp {
  const upright = image.autoOrient().toColourspace('srgb')
  return space === 'rgb16' ? upright.pipelineColourspace('srgb') : upright
}

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
