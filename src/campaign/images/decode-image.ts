import { campaignError } from '../errors.ts'
import { decodePixels } from './decode-pixels.ts'
import { type ImageLimits, logoLimits } from './image-limits.ts'
import { imageType } from './image-type.ts'
import type { Raster } from './raster.ts'
import { checkSvg } from './svg/check-svg.ts'
import { renderUntrustedSvg } from './svg/render-untrusted-svg.ts'
import { masterSize } from './svg/svg-size.ts'

/**
 * Decodes a PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG from outside to 8-bit sRGB, RGB or RGBA: colour profile and EXIF orientation applied,
 * greyscale, palettes and CMYK converted. An SVG is drawn at `masterSize`.
 * @throws image_too_large, image_unsupported, image_rejected
 */
export async function decodeImage(bytes: Uint8Array, limits: ImageLimits = logoLimits): Promise<Raster> {
  if (bytes.length > limits.bytesMax) throw campaignError('image_too_large', limits.bytesMax)
  const type = imageType(bytes)
  if (type !== 'image/svg+xml') return decodePixels(bytes, type, limits)
  const { svg, size } = await checkSvg(bytes)
  return renderUntrustedSvg(svg, masterSize(size))
}
