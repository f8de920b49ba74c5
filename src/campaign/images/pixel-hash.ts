import { createHash } from 'node:crypto'
import type { Raster } from './raster.ts'

/**
 * SHA-256, in hexadecimal, of the RGB rows; alpha is left out where every pixel is opaque, so that it depends on what
 * an image shows and not on how a file stores it. Size is not part of it.
 */
export function pixelSha256Of(raster: Raster): string {
  return createHash('sha256').update(withoutOpaqueAlpha(raster)).digest('hex')
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
