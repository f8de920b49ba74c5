import sharp from 'sharp'
import type { Box, Raster } from '../images/raster.ts'
import { chooseCrop } from './cut/choose-crop.ts'
import type { PictureMaps } from './cut/measure-scene.ts'

export { measureScene, type PictureMaps } from './cut/measure-scene.ts'

/**
 * Cuts a picture for a box and resizes it to exactly that: down by Lanczos 3, up by its bicubic counterpart.
 * @param picture RGB, or RGBA that is laid on white
 * @param maps of the same picture, by `measureScene`
 * @param options.subject where in the box the subject belongs
 * @param options.focus where the subject is, as fractions of the picture, if the request says
 */
export async function cutScene(
  picture: Raster,
  maps: PictureMaps,
  {
    size,
    subject,
    focus,
  }: {
    size: { width: number; height: number }
    subject?: Box | undefined
    focus?: { x: number; y: number } | undefined
  },
): Promise<{ pixels: Raster; isUpscaled: boolean }> {
  const { width, height } = size
  const target = subject && {
    x: (subject.left + subject.width / 2) / width,
    y: (subject.top + subject.height / 2) / height,
  }
  const window = chooseCrop(maps, width / height, { target, focus })
  const region = scaleBox(window, picture.width / maps.width, picture.height / maps.height, picture)
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

/** In whole pixels and inside the canvas. */
function scaleBox(box: Box, x: number, y: number, canvas: { width: number; height: number }): Box {
  const left = Math.min(canvas.width - 1, Math.round(box.left * x))
  const top = Math.min(canvas.height - 1, Math.round(box.top * y))
  return {
    left,
    top,
    width: Math.max(1, Math.min(canvas.width - left, Math.round(box.width * x))),
    height: Math.max(1, Math.min(canvas.height - top, Math.round(box.height * y))),
  }
}
