import type { Raster } from '../images/raster.ts'
import type { Composition } from './composition.ts'
import { canvasOf } from './grid.ts'
import { paintGround, shapesOf } from './layouts/paint-ground.ts'
import { loadPictograms } from './pictograms/pictogram.ts'
import { flattened, picturePlaceOf } from './picture-source.ts'

/** Paints the ground of the layout with its picture and shapes. */
export async function paintBackground(composition: Composition): Promise<Composition> {
  const { arrangement, grid, inks, layout, picture, request } = composition
  const place = arrangement.picture
  const warnings = [...composition.warnings]
  let shown: Parameters<typeof paintGround>[0]['picture']
  if (place !== undefined && picture !== undefined) {
    const { pixels, isUpscaled, product } = await picture.draw(picturePlaceOf(arrangement, place))
    if (isUpscaled === true)
      warnings.push(
        `The picture has fewer pixels than ${place.box.width} by ${place.box.height} and was enlarged`,
      )
    const scene = graded(pixels, request.choice.gamma)
    shown = { pixels: await flattened({ pixels: scene, ...(product && { product }) }), ...place }
  }
  const shapes = shapesOf(layout, {
    grid,
    inks,
    seed: request.seed,
    isMirrored: arrangement.isMirrored,
    pictograms: await loadPictograms(composition.fonts, request.choice.pictograms),
  })
  const background = await paintGround({
    size: canvasOf(grid),
    color: inks.ground,
    picture: shown,
    shapes,
  })
  return { ...composition, background, canvas: background, warnings }
}

/** The picture, lighter or darker as a whole. */
function graded(pixels: Raster, gamma: number): Raster {
  if (gamma === 1) return pixels
  const levels = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** gamma))
  const data = new Uint8Array(pixels.data.length)
  for (let at = 0; at < data.length; at += 1) data[at] = levels[pixels.data[at] ?? 0] ?? 0
  return { ...pixels, data }
}
