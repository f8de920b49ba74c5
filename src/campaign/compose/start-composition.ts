import type { SceneImage } from '../images/raster.ts'
import type { AssetRequest } from './asset.ts'
import type { Composition } from './composition.ts'
import type { Fonts } from './copy/load-fonts.ts'
import { formats } from './formats.ts'
import { inksOf } from './inks.ts'

/** The state before the first step: the scene alone. */
export function startComposition(fonts: Fonts, request: AssetRequest, scene: SceneImage): Composition {
  const { width, height } = formats[request.format]
  const { pixels } = scene
  if (pixels.width !== width || pixels.height !== height)
    throw new RangeError(
      `Cannot compose ${request.format} as the scene must be ${width} by ${height}: it is ${pixels.width} by ${pixels.height}`,
    )
  return {
    fonts,
    request,
    scene,
    inks: inksOf(request.palette, pixels),
    layout: {},
    copyRoom: scene.calm,
    background: pixels,
    canvas: pixels,
    logo: undefined,
    copy: undefined,
    encoded: undefined,
    proof: undefined,
    warnings: scene.isUpscaled
      ? [`The picture has fewer pixels than ${width} by ${height} and was enlarged`]
      : [],
  }
}
