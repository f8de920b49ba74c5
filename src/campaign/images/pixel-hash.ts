import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { decodeImage } from './decode-image.ts'
import type { Raster } from './raster.ts'

/**
 * SHA-256, in hexadecimal, of the RGB rows; alpha is left out where every pixel is opaque, so that it depends on what
 * an image shows and not on how a file stores it. Size is not part of it.
 */
export function pixelSha256Of(raster: Raster): string {
  return sha256Of(withoutOpaqueAlpha(raster))
}

function withoutOpaqueAlpha({ channels, data }: Raster): Uint8Array {
  if (channels === 3) return data
  const rgb = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    if (data[from + 3] !== 255) return data
    rgb.set(data.subarray(from, from + 3), to)
  }
  return rgb
}

/** The size and the pixel hash of an image from outside. @throws image_too_large, image_unsupported, image_rejected */
export async function hashPixels(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; pixelSha256: string }> {
  const raster = await decodeImage(bytes)
  return { width: raster.width, height: raster.height, pixelSha256: pixelSha256Of(raster) }
}
