import type { Raster } from '../images/raster.ts'
import { scaledSize } from './boxes.ts'
import { chooseCrop, cutScene, type PictureMaps } from './cut-scene.ts'
import type { PictureSource } from './picture-source.ts'

/**
 * A photo that is cut for each place.
 * @param maps of the same picture, by `measureScene`
 * @param focus where in the picture the subject is, as fractions, if the request says
 */
export function photoSource(
  pixels: Raster,
  maps: PictureMaps,
  focus: { x: number; y: number } | undefined,
): PictureSource {
  return {
    draw: async (place, scale = 1) =>
      await cutScene(pixels, chooseCrop(maps, pixels, place, focus), scaledSize(place, scale)),
    subjectIn: (place) => chooseCrop(maps, pixels, place, focus).subject,
  }
}
