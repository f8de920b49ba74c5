import { decodeImage } from './decode-image.ts'
import { pixelSha256Of } from './pixel-hash.ts'

/** The size and the pixel hash of an image from outside. @throws image_too_large, image_unsupported, image_rejected */
export async function hashPixels(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; pixelSha256: string }> {
  const raster = await decodeImage(bytes)
  return { width: raster.width, height: raster.height, pixelSha256: pixelSha256Of(raster) }
}
