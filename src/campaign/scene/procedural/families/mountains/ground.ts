import { type Color, colorOf, mixOklch, type Oklch } from '../../../../numeric/color.ts'
import { clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import { mixInto, scaled } from '../../core/float-raster.ts'
import { createNoiseTile, sampleTile } from '../../core/noise.ts'
import { samplePlane } from '../../core/plane.ts'
import type { Vector } from '../../core/ray.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import type { Sky } from '../../core/sky.ts'
import type { ScenePlan } from '../family.ts'
import { nearZ, type Range } from './range.ts'

/** What covers the ground in a season: from which height snow lies, in kilometres, and what grows below. */
interface Cover {
  snowline: number
  meadow: Oklch
  forest: Oklch
}

const covers: Readonly<Record<ScenePlan['season'], Cover>> = {
  spring: { snowline: 0.68, meadow: { l: 0.5, c: 0.07, h: 125 }, forest: { l: 0.28, c: 0.045, h: 150 } },
  summer: { snowline: 0.98, meadow: { l: 0.45, c: 0.058, h: 120 }, forest: { l: 0.26, c: 0.045, h: 148 } },
  autumn: { snowline: 0.8, meadow: { l: 0.52, c: 0.085, h: 72 }, forest: { l: 0.34, c: 0.07, h: 58 } },
  winter: { snowline: -0.4, meadow: { l: 0.85, c: 0.015, h: 240 }, forest: { l: 0.3, c: 0.025, h: 200 } },
}

interface Ground {
  range: Range
  sun: Vector
  light: SceneLight
  sky: Sky
  horizon: number
  /** Focal length in pixels, and the height of the viewer in kilometres. */
  focal: number
  viewerKm: number
  random: Random
  season: ScenePlan['season']
}

/** The colour of the ground at a point, with the air before it. */
export function createGroundShader({
  range,
  sun,
  light,
  sky,
  horizon,
  focal,
  viewerKm,
  random,
  season,
}: Ground) {
  const { snowline, meadow, forest } = covers[season]
  const detail = createNoiseTile(random.fork('detail'), { size: 256, frequency: 16, octaves: 4, gain: 0.65 })
  const rock = colorOf(light.tint({ l: 0.46, c: 0.012, h: 40 }, 0.1))
  const grass = colorOf(light.tint(meadow, 0.15))
  const trees = colorOf(light.tint(forest, 0.15))
  const snow = { r: 0.56, g: 0.575, b: 0.61 }
  const key = scaled(colorOf({ ...light.sun, c: light.sun.c * 1.25 }), 3 * light.power)
  const fill = scaled(colorOf({ ...light.shade, l: light.shade.l + 0.12 }), light.isNight ? 1.3 : 0.72)
  const hazeKm = 22 / light.haze
  const mistKm = 1.2 / light.haze
  const veil = colorOf({ ...light.shade, l: mix(light.shade.l, 0.85, 0.45) })
  const air = { r: 0, g: 0, b: 0 }

  return (point: { x: number; z: number; height: number; column: number }, into: Color) => {
    const column = range.columnOf(point.x)
    const row = range.rowOf(point.z)
    // Looked up along the face, so that cliffs are not smeared: they hardly move on the map.
    const u = point.x * 230
    const v = point.z * 150 + point.height * 260
    const rough = sampleTile(detail, u, v)
    const roughX = sampleTile(detail, u + 2, v) - rough
    const roughV = sampleTile(detail, u, v + 2) - rough
    const slope0X = samplePlane(range.slopeX, column, row)
    const slope0Z = samplePlane(range.slopeZ, column, row)
    const steep = Math.sqrt(slope0X * slope0X + slope0Z * slope0Z)
    const baseNy = 1 / Math.sqrt(steep * steep + 1)
    const strength = 1.8 * (0.12 + steep)
    const slopeX = slope0X + roughX * strength
    const slopeZ = slope0Z + roughV * strength
    const ny = 1 / Math.sqrt(slopeX * slopeX + slopeZ * slopeZ + 1)
    const facing = clamp01((sun.y - slopeX * sun.x - slopeZ * sun.z) * ny)
    const lit = facing * samplePlane(range.sunlit, column, row)
    const open = samplePlane(range.openness, column, row)
    const ambient = (0.35 + 0.65 * ny) * open

    const high = point.height + rough * 0.35
    const snowed =
      smoothstep(snowline - 0.12, snowline + 0.2, high) * smoothstep(0.44, 0.58, baseNy + rough * 0.14)
    const wooded = smoothstep(0.5, 0.26, high + rough * 0.15) * smoothstep(0.5, 0.72, baseNy)
    const grown = smoothstep(0.8, 0.45, high) * smoothstep(0.55, 0.78, baseNy)
    const shade = (1 + rough * 0.5) * (0.94 + 0.09 * Math.sin(point.height * 38 + rough * 5))
    let r = mix(rock.r * shade, grass.r, grown)
    let g = mix(rock.g * shade, grass.g, grown)
    let b = mix(rock.b * shade, grass.b, grown)
    r = mix(mix(r, trees.r * shade, wooded), snow.r, snowed)
    g = mix(mix(g, trees.g * shade, wooded), snow.g, snowed)
    b = mix(mix(b, trees.b * shade, wooded), snow.b, snowed)
    r *= key.r * lit + fill.r * ambient
    g *= key.g * lit + fill.g * ambient
    b *= key.b * lit + fill.b * ambient

    sky.sample(
      point.column,
      Math.min(horizon - 2, horizon - ((point.height - viewerKm) / point.z) * focal),
      air,
    )
    mixInto(air, air, veil, 0.35)
    const distance = 1 - Math.exp(-(((point.z - 2) / hazeKm) ** 1.4))
    const mist = Math.exp(-Math.max(0, point.height) / 0.16) * (1 - Math.exp(-(point.z - nearZ) / mistKm))
    const haze = clamp01(distance + mist * 0.75 * (1 - distance))
    mixInto(into, { r, g, b }, air, haze)
  }
}

/** Trees of the near shore in shade, and what light adds to their rims. */
export function shoreColors(light: SceneLight, season: ScenePlan['season']): { dark: Color; rim: Color } {
  const { forest } = covers[season]
  const dark = colorOf(
    mixOklch({ ...light.tint(forest, 0.15), l: light.isNight ? 0.09 : 0.17 }, light.shade, 0.25),
  )
  return { dark, rim: scaled(colorOf({ ...light.sun, c: light.sun.c * 1.2 }), 0.1 * light.power) }
}
