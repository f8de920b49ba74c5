import { imageRejected } from '../../errors.ts'
import { decodingError } from '../image-limits.ts'
import { type Raster, toRaster } from '../raster.ts'
import { sharp } from '../restricted-sharp.ts'
import type { Size } from './svg-size.ts'
import { withSize } from './write-svg.ts'

/** At 96 dots per inch a millimetre has the size that CSS gives it; libvips then scales pixels by 96/72. */
const density = 96
const unscaled = 72 / density

/**
 * Draws an SVG of `checkSvg` at exactly this size in whole pixels, RGBA.
 * @throws image_rejected when it takes longer than `seconds`, which is looked at between strips of 128 rows, or when its
 *   style sheet sets another size
 */
export async function renderSvg(
  svg: Uint8Array,
  { width, height }: Size,
  { seconds }: { seconds: number },
): Promise<Raster> {
  const sized = withSize(new TextDecoder().decode(svg), {
    width: width * unscaled,
    height: height * unscaled,
  })
  // The limits of libxml2 would refuse embedded images of more than 10 MB; what is read was written by us.
  const image = sharp(Buffer.from(sized), { density, unlimited: true }).timeout({ seconds })
  const pixels = image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const raster = toRaster(
    await pixels.catch((error: unknown) => {
      throw decodingError(error, { seconds })
    }),
  )
  if (raster.width === width && raster.height === height) return raster
  throw imageRejected('sets its size in a style sheet', 'give its <svg> element a viewBox')
}
