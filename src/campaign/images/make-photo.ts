import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { imageRejected } from '../errors.ts'
import { decodeImage } from './decode-image.ts'
import { baseImageLimits, requireAspect, requireSide } from './image-limits.ts'
import type { Raster } from './raster.ts'
import { sharp } from './restricted-sharp.ts'

/** An uploaded photo as it is stored: checked, upright, in sRGB, without metadata. */
export interface MadePhoto {
  /** SHA-256 of `bytes`, in hexadecimal. */
  sha256: string
  bytes: Uint8Array
  mediaType: 'image/jpeg' | 'image/png'
  width: number
  height: number
  /** Whether it is a cut-out: pixels are transparent. */
  hasAlpha: boolean
}

const shorterSideMin = 32
const aspectMax = 20

/**
 * Decodes a photo from outside: PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG.
 * @throws image_too_large, image_unsupported, image_rejected also for one that is tiny or extremely long
 */
export async function decodePhoto(bytes: Uint8Array): Promise<Raster> {
  const raster = await decodeImage(bytes, baseImageLimits)
  requireAspect('photo', raster, aspectMax)
  requireSide('photo', raster, 'shorter', shorterSideMin)
  return raster
}

/** Makes the file of a kit's library: JPEG, or PNG where pixels are transparent. @throws as `decodePhoto` */
export async function makePhoto(upload: Uint8Array): Promise<MadePhoto> {
  const raster = await decodePhoto(upload)
  const { width, height, channels } = raster
  const image = sharp(raster.data, { raw: raster })
  const { isOpaque, channels: planes } = await image.stats()
  const hasAlpha = channels === 4 && !isOpaque
  if (hasAlpha && planes[3]?.max === 0)
    throw imageRejected('has no pixel that can be seen', 'send a photo with visible pixels')
  const file = hasAlpha ? image.png() : image.removeAlpha().jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
  const bytes = new Uint8Array(await file.toBuffer())
  const sha256 = sha256Of(bytes)
  return { sha256, bytes, mediaType: hasAlpha ? 'image/png' : 'image/jpeg', width, height, hasAlpha }
}
