import { imageRejected } from '../../errors.ts'
import { decodeImage } from '../../images/decode-image.ts'
import { baseImageLimits } from '../../images/image-limits.ts'
import { type Box, type Raster, toRaster } from '../../images/raster.ts'
import { sharp } from '../../images/restricted-sharp.ts'

/** A product without its background. */
export interface CutOut {
  /** RGBA, trimmed to what is visible. */
  pixels: Raster
  /** Where it stands: the left and right end of its foot, as fractions of its width. */
  foot: { left: number; right: number }
}

/** Pixels of less alpha are not visible, and of more are part of the product rather than of a shadow beside it. */
const visibleAlpha = 16
const solidAlpha = 128
/** Share of an image that must be transparent in a cut-out. */
const transparentShareMin = 0.01
const shorterSideMin = 16
const longerSideMin = 64
const aspectMax = 12
const sideMax = 1_400
const remedy = 'send a PNG or WebP of the product with its background removed'

/**
 * Reads a cut-out: an image with transparent pixels around one product.
 * @throws image_too_large, image_unsupported; image_rejected for one without transparency, without visible pixels, or tiny
 */
export async function readCutOut(bytes: Uint8Array): Promise<CutOut> {
  const image = await decodeImage(bytes, baseImageLimits)
  if (image.channels === 3) throw imageRejected('has no transparency', remedy)
  const { box, transparentShare } = measureAlpha(image)
  if (box === undefined) throw imageRejected('is transparent everywhere', remedy)
  if (transparentShare < transparentShareMin) throw imageRejected('has no transparent background', remedy)
  const [shorter, longer] = [box.width, box.height].sort((a, b) => a - b)
  if ((shorter ?? 0) < shorterSideMin || (longer ?? 0) < longerSideMin)
    throw imageRejected(
      `shows a product of ${box.width} x ${box.height} pixels`,
      `a product needs at least ${longerSideMin} pixels on its longer and ${shorterSideMin} on its shorter side`,
    )
  if ((longer ?? 0) > aspectMax * (shorter ?? 1))
    throw imageRejected(
      'shows an extremely long product',
      `its longer side may be at most ${aspectMax} times the shorter one`,
    )
  const trimmed = sharp(image.data, { raw: image }).extract(box)
  const isLarge = Math.max(box.width, box.height) > sideMax
  const sized = isLarge ? trimmed.resize({ width: sideMax, height: sideMax, fit: 'inside' }) : trimmed
  const pixels = toRaster(await sized.raw().toBuffer({ resolveWithObject: true }))
  return { pixels, foot: footOf(pixels) }
}

/** The box of the product: rows and columns with more than specks of it. */
function measureAlpha({ width, height, data }: Raster): { box: Box | undefined; transparentShare: number } {
  const columns = new Uint32Array(width)
  const rows = new Uint32Array(height)
  let [transparent, solid] = [0, 0]
  for (let y = 0, at = 3; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const alpha = data[at] ?? 0
      if (alpha < visibleAlpha) transparent += 1
      else {
        columns[x] = (columns[x] ?? 0) + 1
        rows[y] = (rows[y] ?? 0) + 1
      }
      if (alpha >= solidAlpha) solid += 1
    }
  }
  const transparentShare = transparent / (width * height)
  if (solid === 0) return { box: undefined, transparentShare }
  const isUsed = (count: number) => count > 1
  const [left, top] = [columns.findIndex(isUsed), rows.findIndex(isUsed)]
  const [right, bottom] = [columns.findLastIndex(isUsed), rows.findLastIndex(isUsed)]
  if (left === -1 || top === -1) return { box: undefined, transparentShare }
  return { box: { left, top, width: right - left + 1, height: bottom - top + 1 }, transparentShare }
}

/** Columns whose lowest solid pixel is this near to the lowest of all, as a share of the height, touch the ground. */
const touchShare = 0.03

function footOf({ width, height, data }: Raster): CutOut['foot'] {
  const lowest = Array.from({ length: width }, (_, x) => {
    let y = height - 1
    while (y >= 0 && (data[(y * width + x) * 4 + 3] ?? 0) < solidAlpha) y -= 1
    return y
  })
  const floor = Math.max(...lowest)
  const touches = (y: number) => floor - y <= touchShare * height
  return { left: lowest.findIndex(touches) / width, right: (lowest.findLastIndex(touches) + 1) / width }
}
