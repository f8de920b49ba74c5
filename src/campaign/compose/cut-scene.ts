import sharp from 'sharp'
import type { Box, Raster } from '../images/raster.ts'
import type { Crop } from './cut/choose-crop.ts'

export { type Crop, chooseCrop, type PicturePlace, type SubjectInCrop } from './cut/choose-crop.ts'
export { measureScene, type PictureMaps } from './cut/measure-scene.ts'

/**
 * Cuts a window out of a picture and resizes it to exactly a size: down by Lanczos 3, up by its bicubic counterpart.
 * @param picture RGB, or RGBA that is laid on white
 */
export async function cutScene(
  picture: Raster,
  { window }: Crop,
  { width, height }: { width: number; height: number },
): Promise<{ pixels: Raster; isUpscaled: boolean }> {
  const region = pixelsOf(window, picture)
  const data = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: picture.channels },
  })
    .flatten({ background: '#ffffff' })
    .extract(region)
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  return {
    pixels: { width, height, channels: 3, data },
    isUpscaled: region.width < width || region.height < height,
  }
}

/** In whole pixels and inside the picture. */
function pixelsOf(window: Box, { width, height }: { width: number; height: number }): Box {
  const left = Math.min(width - 1, Math.round(window.left * width))
  const top = Math.min(height - 1, Math.round(window.top * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(window.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(window.height * height))),
  }
}
