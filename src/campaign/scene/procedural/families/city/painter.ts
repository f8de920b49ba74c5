import { type Color, colorOf } from '../../../../numeric/color.ts'
import { clamp, clamp01, mix, type Random, randomAt } from '../../../../numeric/math.ts'
import { addInto, coverColor, type FloatRaster, mixInto } from '../../core/float-raster.ts'
import { fbm, gradientNoise } from '../../core/noise.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import type { Sky } from '../../core/sky.ts'
import { drawPoint } from '../../core/sun-and-stars.ts'
import type { Frame } from '../family.ts'
import type { Building, CityLayer, Tier } from './city.ts'

export interface CityScene {
  raster: FloatRaster
  frame: Frame
  light: SceneLight
  sky: Sky
  /** The row on which the city stands. */
  shore: number
  /** Share of windows that are lit. */
  lit: number
}

/** Draws one layer in front of what the raster holds, hazed by its distance. */
export function paintCityLayer(scene: CityScene, { nearness, buildings }: CityLayer): void {
  const { raster, frame, light, sky, shore } = scene
  const { width, data, part } = raster
  const walls = wallColors(light)
  const windows = windowColors(light)
  const haze = clamp(mix(0.8, 0.05, nearness ** 0.8) * (0.8 + 0.2 * light.haze), 0, 0.9)
  const glow = light.isNight ? scene.lit * 0.22 : 0
  // A low sun stands behind the city: its light stays on the walls that face sideways.
  const frontLight = light.power === 1 ? 0.3 : 0.08
  const center = frame.width / 2
  const air = { r: 0, g: 0, b: 0 }
  const pixel = { r: 0, g: 0, b: 0 }

  for (const building of buildings) {
    for (const tier of building.tiers) paintTier(building, tier)
    if (building.mast) paintMast(building.mast)
  }

  function paintTier(building: Building, tier: Tier): void {
    const left = center + tier.left * frame.unit
    const right = center + tier.right * frame.unit
    const top = shore - tier.top * frame.unit
    const bottom = shore - tier.base * frame.unit
    const middle = (tier.left + tier.right) / 2
    // A box beside the centre shows the wall that faces the centre.
    const depth = clamp(Math.abs(middle) * 0.45 + 0.06, 0, 0.34) * (right - left)
    const corner = middle < 0 ? right - depth : left + depth
    const sunSide = clamp((sky.sunX - center) / frame.unit - middle, -0.3, 0.3) / 0.3
    const sideLight = clamp01(0.5 + 0.5 * sunSide * (middle < 0 ? 1 : -1))

    const incline = (tier.fall * frame.unit) / (right - left)
    const highest = top - Math.abs(tier.fall * frame.unit) / 2
    for (let y = Math.max(0, Math.floor(highest)); y < Math.min(shore, Math.ceil(bottom)); y++) {
      const above = (shore - y - 0.5) / frame.unit
      const low = Math.exp(-above / 0.055)
      const mist = haze + (1 - haze) * 0.62 * low * (1 - 0.8 * nearness)
      const shine = glow * Math.exp(-above / 0.09)
      for (let x = Math.max(part.left, Math.floor(left)); x < Math.min(part.right, Math.ceil(right)); x++) {
        const roof = top + incline * (x + 0.5 - (left + right) / 2)
        const share =
          clamp01(Math.min(y + 1, bottom) - Math.max(y, roof)) * (Math.min(x + 1, right) - Math.max(x, left))
        if (share <= 0) continue
        const isSide = middle < 0 ? x + 0.5 > corner : x + 0.5 < corner
        facade(
          building,
          (x + 0.5 - center) / frame.unit - tier.left,
          above,
          isSide,
          isSide ? sideLight : frontLight,
        )
        const rim = y - roof < 1.6 * frame.scale ? 0.16 : 0
        sky.sample(x, Math.max(0, y + frame.unit * 0.06), air)
        const i = (y * width + x) * 3
        addInto(pixel, air, rim)
        addInto(pixel, windows.warm, shine)
        mixInto(pixel, pixel, air, mist)
        coverColor(data, i, pixel, share)
      }
    }
  }

  /** Writes the wall at a point of a building into `pixel`. */
  function facade(building: Building, across: number, above: number, isSide: boolean, sun: number): void {
    const { storey, tone, warmth, seed } = building
    const bay = isSide ? building.bay * 0.5 : building.bay
    const floor = Math.floor(above / storey)
    const column = Math.floor(across / bay)
    const inFloor = above / storey - floor
    const inBay = across / bay - column
    const storeyPixels = storey * frame.unit
    const bayPixels = bay * frame.unit
    // Coverage of a window that is 62 % of its storey high and, on grids, 60 % of its bay wide.
    const tall = building.facade === 'ribs' ? 0.46 : 0.31
    const broad = building.facade === 'bands' ? 0.47 : building.facade === 'ribs' ? 0.27 : 0.31
    const glass =
      clamp01((tall - Math.abs(inFloor - 0.5)) * storeyPixels + 0.5) *
      clamp01((broad - Math.abs(inBay - 0.5)) * bayPixels + 0.5)

    const shade = tone * (0.8 + 0.5 * clamp01(above / 0.3))
    const wall = warmth > 0.2 ? walls.stone : warmth < -0.35 ? walls.glass : walls.concrete
    const pane = glass * (wall === walls.glass ? 0.8 : 0.55)
    const reflection = 0.7 + 0.5 * sun + 0.4 * clamp01(above / 0.3)
    pixel.r = mix(mix(wall.shade.r, wall.lit.r, sun) * shade, windows.mirror.r * reflection, pane)
    pixel.g = mix(mix(wall.shade.g, wall.lit.g, sun) * shade, windows.mirror.g * reflection, pane)
    pixel.b = mix(mix(wall.shade.b, wall.lit.b, sun) * shade, windows.mirror.b * reflection, pane)

    const busy = randomAt(floor, 0, seed) < 0.16 ? 2.4 : 1
    const side = isSide ? 7 : 0
    const share = scene.lit * building.life * busy * mix(0.55, 1, nearness)
    if (randomAt(column + side, floor, seed + 1) > share) return
    const lamp = randomAt(column + side, floor, seed + 2)
    const glow = glass * (0.3 + 0.9 * lamp * lamp) * (isSide ? 0.6 : 1)
    const color = lamp > 0.93 ? windows.cool : windows.warm
    addInto(pixel, color, glow)
  }

  function paintMast({ x, base, top, halfWidth }: NonNullable<Building['mast']>): void {
    const middle = center + x * frame.unit
    const tip = shore - top * frame.unit
    const foot = shore - base * frame.unit
    for (let y = Math.max(0, Math.floor(tip)); y < foot; y++) {
      const half = Math.max(0.45, halfWidth * frame.unit * clamp01((y - tip) / (foot - tip)))
      for (
        let px = Math.max(0, Math.floor(middle - half - 1));
        px < Math.min(width, middle + half + 1);
        px++
      ) {
        const share = clamp01(half - Math.abs(px + 0.5 - middle) + 0.5)
        sky.sample(px, Math.max(0, y), air)
        const i = (y * width + px) * 3
        mixInto(pixel, walls.concrete.shade, air, haze)
        coverColor(data, i, pixel, share)
      }
    }
  }
}

/** A dark bank with trees and lamps, where the city meets the water. */
export function paintBank({ raster, frame, light, sky, shore, lit }: CityScene, random: Random): void {
  const { width, data } = raster
  const crowns = fbm(gradientNoise(random), 4, { gain: 0.62 })
  const { shade } = wallColors(light).concrete
  const bank = { r: shade.r * 0.5, g: shade.g * 0.52, b: shade.b * 0.5 }
  const color = { r: 0, g: 0, b: 0 }
  const { warm } = windowColors(light)
  const air = { r: 0, g: 0, b: 0 }
  for (let x = 0; x < width; x++) {
    const across = (x + 0.5 - width / 2) / frame.unit
    const grove = clamp01(0.5 + 1.6 * crowns(across * 4 + 50, 0.5))
    const tall = (0.006 + grove * (0.011 + 0.007 * crowns(across * 90, 7.5))) * frame.unit
    sky.sample(x, shore - 2, air)
    mixInto(color, bank, air, 0.06)
    for (let y = Math.floor(shore - tall); y < shore; y++) {
      const share = clamp01(y + 1 - (shore - tall))
      const i = (y * width + x) * 3
      coverColor(data, i, color, share)
    }
  }
  if (lit < 0.05) return
  for (let across = -1.1; across < 1.1; across += random.range(0.014, 0.05)) {
    const power = random.range(0.5, 1.6)
    const x = width / 2 + across * frame.unit
    if (x < 3 || x > width - 4) continue
    drawPoint(raster, x, shore - 0.0045 * frame.unit, 1.1 * frame.scale, power, warm)
  }
}

interface Wall {
  shade: Color
  lit: Color
}

/** By day walls have colours of their own; at other hours they take those of shade and sun. */
function wallColors({ shade, sun, isNight, power, tint }: SceneLight): {
  concrete: Wall
  stone: Wall
  glass: Wall
} {
  const wall = (l: number, c: number, h: number): Wall => {
    if (power === 1) {
      return {
        shade: colorOf(tint({ l: l * 0.68, c, h }, 0.2)),
        lit: colorOf(tint({ l: l * 1.08, c, h }, 0.1)),
      }
    }
    const dark = { l: shade.l * (isNight ? 1.25 : 0.62) * (0.6 + 0.5 * l), c: shade.c * 1.15, h: shade.h }
    const bright = { l: mix(dark.l, sun.l, isNight ? 0.14 : 0.36), c: sun.c * 0.9, h: sun.h }
    return { shade: colorOf(dark), lit: colorOf(bright) }
  }
  return { concrete: wall(0.8, 0.012, 80), stone: wall(0.78, 0.04, 62), glass: wall(0.7, 0.04, 235) }
}

/** Lamps behind windows, and what dark panes mirror. */
function windowColors({ sky, isNight, power, tint }: SceneLight): {
  warm: Color
  cool: Color
  mirror: Color
} {
  const zenith = sky[1] ?? { l: 0.5, c: 0.05, h: 250 }
  return {
    warm: colorOf(tint({ l: 0.86, c: 0.125, h: 74 }, 0)),
    cool: colorOf(tint({ l: 0.9, c: 0.05, h: 215 }, 0.2)),
    mirror: colorOf({
      ...zenith,
      l: zenith.l * (isNight ? 0.8 : power === 1 ? 0.62 : 0.55),
      c: zenith.c * 0.8,
    }),
  }
}
