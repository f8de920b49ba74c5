import sharp from 'sharp'
import type { Box, Raster, SceneImage } from '../images/raster.ts'
import { chooseCrop } from './cut/choose-crop.ts'
import { findFocalPoint } from './cut/find-focal-point.ts'
import type { PictureMaps } from './cut/measure-scene.ts'
import { type FormatId, formats } from './formats.ts'

export { measureScene, type PictureMaps } from './cut/measure-scene.ts'

/**
 * Cuts a picture for one format and resizes it to exactly that: down by Lanczos 3, up by its bicubic counterpart.
 * @param picture RGB, or RGBA that is laid on white
 * @param maps of the same picture, by `measureScene`
 */
export async function cutScene(picture: Raster, maps: PictureMaps, format: FormatId): Promise<SceneImage> {
  const { width, height } = formats[format]
  const { window, calm } = chooseCrop(maps, width / height)
  const region = scaleBox(window, picture.width / maps.width, picture.height / maps.height, picture)
  const data = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: picture.channels },
  })
    .flatten({ background: '#ffffff' })
    .extract(region)
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  const inWindow = { ...calm.box, left: calm.box.left - window.left, top: calm.box.top - window.top }
  return {
    pixels: { width, height, channels: 3, data },
    focal: findFocalPoint(maps, window),
    calm: scaleBox(inWindow, width / window.width, height / window.height, { width, height }),
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
