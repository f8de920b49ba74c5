import { clamp01, mix } from '../../../../numeric/math.ts'
import { darken, type FloatRaster, fillRaster } from '../../core/float-raster.ts'
import { sampleTile, sharedNoiseTile } from '../../core/noise.ts'
import { blurPlane, type Plane, samplePlane, shrinkChannel } from '../../core/plane.ts'
import { readRamp } from '../../core/scene-light.ts'
import { type Layer, rasterizeLayer, sampleLayer } from '../../core/silhouette.ts'
import { createFamily } from '../create-family.ts'
import type { Frame } from '../family.ts'
import seasons from './botanical.json' with { type: 'json' }
import { createStage, grow, type Stage } from './stage.ts'

/** Leaves of the season that reach in from two corners, layer above layer, before a lit wall. */
export const botanical = createFamily('botanical', ({ plan, frame, light, random }) => {
  const stage = createStage(random, frame, light, plan)
  return {
    focal: stage.focal,
    async paint(raster) {
      paintWall(raster, stage)
      // From the wall to the eye; blurs and shadows in pixels of a 1080 x 1080 picture.
      for (const { growth, softness, shadow } of seasons.layers) {
        const leaves = grow(stage, growth)
        if (leaves === '') continue
        const blur = softness.blur * frame.scale
        layLeaves(raster, stage, await rasterizeLayer(leaves, frame, { ...softness, blur }), shadow)
      }
    },
  }
})

/** A plastered wall with a pool of light. */
function paintWall(raster: FloatRaster, { frame, wall, lightX, lightY }: Stage): void {
  const { width, height } = raster
  const plaster = sharedNoiseTile({ size: 256, frequency: 6, octaves: 5, gain: 0.55 })
  const hotX = width * (0.5 + lightX * 0.36)
  const hotY = height * (0.5 + lightY * 0.36)
  const pace = 0.42 / frame.scale
  fillRaster(raster, (x, y, into) => {
    const distance = Math.sqrt((x - hotX) ** 2 + (y - hotY) ** 2) / frame.unit
    readRamp(wall, clamp01(1.04 - distance * 0.86 + sampleTile(plaster, x * pace, y * pace) * 0.03), into)
  })
}

interface Shadow {
  /** Distance and deviation in pixels of a 1080 x 1080 picture. */
  lift: number
  blur: number
  strength: number
}

/** Lays a layer of leaves on the picture, with the shadow it throws on everything behind. */
function layLeaves(
  raster: FloatRaster,
  { frame, lightX, lightY, sun }: Stage,
  layer: Layer,
  shadow: Shadow,
): void {
  const { width, height, data, part } = raster
  const leaf = { r: 0, g: 0, b: 0 }
  const cast = shadow.strength > 0 ? castOf(layer, shadow, frame) : undefined
  const shiftX = (lightX * shadow.lift * frame.scale) / reduce
  const shiftY = (lightY * shadow.lift * frame.scale) / reduce
  for (let y = part.top; y < part.bottom; y++) {
    for (let x = part.left, p = (y * width + x) * 3; x < part.right; x++, p += 3) {
      const cover = sampleLayer(layer, x, y, leaf)
      if (cast && cover < 1) {
        const dark = samplePlane(cast, x / reduce + shiftX, y / reduce + shiftY) * shadow.strength
        darken(data, p, dark, shade)
      }
      if (cover === 0) continue
      // One light for all: leaves towards it are brighter and take its colour.
      const towards = (x / width - 0.5) * lightX + (y / height - 0.5) * lightY
      const power = 1 + towards * 0.55
      const warmth = clamp01(towards) * 0.16
      data[p] = mix(data[p] ?? 0, leaf.r * power + sun.r * warmth * 0.35, cover)
      data[p + 1] = mix(data[p + 1] ?? 0, leaf.g * power + sun.g * warmth * 0.3, cover)
      data[p + 2] = mix(data[p + 2] ?? 0, leaf.b * power + sun.b * warmth * 0.2, cover)
    }
  }
}

const reduce = 4
const shade = { r: 1, g: 0.94, b: 0.84 }

function castOf(layer: Layer, { blur }: Shadow, frame: Frame): Plane {
  const cast = shrinkChannel(layer, { channels: 4, channel: 3, reduce: reduce / layer.reduce })
  blurPlane(cast, Math.max(1, (blur * frame.scale) / reduce))
  return cast
}
