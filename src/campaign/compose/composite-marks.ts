import sharp from 'sharp'
import type { Raster } from '../images/raster.ts'
import { type Composition, type Layer, layersOf } from './composition.ts'

/** Composites copy and logo onto the background. Only the pixels of their boxes are computed; the others are copied. */
export async function compositeMarks(composition: Composition): Promise<Composition> {
  const layers = layersOf(composition)
  if (layers.length === 0) return composition
  const { background } = composition
  const canvas: Raster = { ...background, data: new Uint8Array(background.data) }
  for (const layer of layers) await compositeLayer(canvas, layer)
  return { ...composition, canvas }
}

/** Source-over by libvips, which keeps opaque and fully transparent pixels exactly. */
async function compositeLayer(canvas: Raster, { pixels, box }: Layer): Promise<void> {
  const { width, height } = box
  // Whole rows of the canvas are contiguous, so that none are copied to cut the box out.
  const rows = canvas.data.subarray(box.top * canvas.width * 3, (box.top + height) * canvas.width * 3)
  const merged = await sharp(rows, { raw: { width: canvas.width, height, channels: 3 } })
    .extract({ ...box, top: 0 })
    .composite([{ input: Buffer.from(pixels.data), raw: { width, height, channels: 4 }, left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer()
  for (let y = 0; y < height; y += 1) {
    const row = merged.subarray(y * width * 3, (y + 1) * width * 3)
    canvas.data.set(row, ((box.top + y) * canvas.width + box.left) * 3)
  }
}
