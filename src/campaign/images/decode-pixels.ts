import type { Metadata, Sharp } from 'sharp'
import { decodingError } from './decoding-error.ts'
import { countText, ImageRejected } from './errors.ts'
import { essentialPng } from './essential-png.ts'
import type { ImageLimits } from './image-limits.ts'
import type { ImageType } from './image-type.ts'
import type { Raster } from './raster.ts'
import { sharp } from './restricted-sharp.ts'
import { toRaster } from './to-raster.ts'

const options = { failOn: 'truncated', limitInputPixels: false } as const

/**
 * Decodes PNG, JPEG or WebP to 8-bit sRGB: profile applied, upright, RGB or RGBA. A longer side above `sideMax` is scaled
 * down to it (lanczos3).
 * @throws ImageRejected
 */
export async function decodePixels(
  bytes: Uint8Array,
  type: Exclude<ImageType, 'image/svg+xml'>,
  limits: ImageLimits,
): Promise<Raster> {
  if (type === 'image/jpeg') requireFewScans(bytes)
  const input = type === 'image/png' ? essentialPng(bytes) : bytes
  try {
    const header = await sharp(input, options).metadata()
    judgeHeader(header, type, limits)
    const pixels = uprightSrgb(sharp(input, options).timeout({ seconds: limits.seconds }), header)
    const isLarge = Math.max(header.width, header.height) > limits.sideMax
    const size = { width: limits.sideMax, height: limits.sideMax, fit: 'inside' } as const
    const scaled = isLarge ? pixels.resize(size) : pixels
    return toRaster(await scaled.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }))
  } catch (error) {
    throw error instanceof ImageRejected ? error : decodingError(error, limits)
  }
}

/** Encoders write about ten scans; libjpeg runs through all blocks for each one, which no time limit interrupts. */
const scansMax = 100

function requireFewScans(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let scans = 0
  for (let at = buffer.indexOf('ffda', 0, 'hex'); at >= 0; at = buffer.indexOf('ffda', at + 2, 'hex'))
    scans += 1
  if (scans > scansMax) {
    throw new ImageRejected(`has ${countText(scans)} scans`, `send a JPEG with at most ${scansMax} scans`)
  }
}

function judgeHeader(header: Metadata, type: ImageType, limits: ImageLimits) {
  const { width, height, pages = 1 } = header
  if (`image/${header.format}` !== type) {
    throw new ImageRejected('is not what its first bytes say', 'send an intact image')
  }
  if (pages > 1) throw new ImageRejected(`is animated (${pages} pages)`, 'send a still image')
  if (width * height > limits.pixelsMax) {
    throw new ImageRejected(
      `has ${width} x ${height} pixels`,
      `at most ${countText(limits.pixelsMax)} pixels are decoded`,
    )
  }
  if (header.space === 'grey16' && header.hasProfile) {
    throw new ImageRejected(
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
