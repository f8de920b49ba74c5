import {
  colorOf,
  colorOfLab,
  hueDistance,
  type Oklab,
  type Oklch,
  oklabOf,
  turnHue,
  withoutMud,
} from '../../../numeric/color.ts'
import { clamp, clamp01, mix, smoothstep } from '../../../numeric/math.ts'
import { createReduced, type FloatRaster, fillRaster, type Part, sampleRaster } from '../core/float-raster.ts'
import { gradientNoise } from '../core/noise.ts'
import { createPlane, type Plane } from '../core/plane.ts'
import type { SceneLight } from '../core/scene-light.ts'
import { createFamily, type Scene } from './create-family.ts'
import type { ScenePlan } from './family.ts'

/** Folds and colours are smooth: half of the resolution shows all of them. */
const reduce = 2

/** Soft fields of colour over slow folds of light, as in silk. */
export const mesh = createFamily('mesh', (scene) => ({
  focal: paintSilk(scene, scene.frame.unit / 50).focal,
  contrast: scene.light.contrast * 0.6,
  paint(raster) {
    const { small } = paintSilk(scene, reduce, raster.part)
    fillRaster(raster, (x, y, into) => sampleRaster(small, x / reduce, y / reduce, into))
  },
}))

/** How far from the centre the point of the strongest light may be. */
const focalReach = 0.2

/**
 * A small picture of it, and the point of the strongest light.
 * @param reduce pixels of the frame per pixel
 * @param part of the frame
 */
function paintSilk(
  { frame, light, plan, ...scene }: Scene,
  reduce: number,
  part?: Part,
): {
  small: FloatRaster
  focal: { x: number; y: number }
} {
  const random = scene.random.fork('silk')
  const small = createReduced(frame, reduce, part)
  const { width, height, data } = small
  const { left, top, right, bottom } = small.part
  const noise = gradientNoise(random)
  const angle = random.range(-0.9, 0.9)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const shift = random.range(10, 200)
  const folds = mix(0.62, 1.05, light.energy)
  const heights = createPlane(width, height)
  const hues = createPlane(width, height)
  const depths = createPlane(width, height)
  // Slopes look at the cells around.
  for (let y = Math.max(0, top - 1); y < Math.min(height, bottom + 1); y++) {
    for (let x = Math.max(0, left - 1), i = y * width + x; x < Math.min(width, right + 1); x++, i++) {
      const px = ((x * reduce - frame.width / 2) / frame.unit) * 0.95
      const py = ((y * reduce - frame.height / 2) / frame.unit) * 0.95
      // Drawn out along one direction: cloth falls, it does not crumple.
      const u = (px * cos + py * sin) * 0.55
      const v = (py * cos - px * sin) * 1.25
      const qx = noise(u + shift, v)
      const qy = noise(u + 5.2 + shift, v + 1.3)
      const rx = noise(u * 0.9 + 1.5 * qx + 1.7, v * 0.9 + 1.2 * qy + shift)
      const ry = noise(u * 0.9 + 1.5 * qx + 8.3, v * 0.9 + 1.2 * qy + 2.8)
      heights.data[i] = noise(u * folds + 1.5 * rx + 3, v * folds + 1.1 * ry + shift) + 0.35 * qx
      hues.data[i] = clamp01(0.5 + 0.62 * (px * 0.55 + py * 0.4) + 0.55 * ry + 0.25 * qx)
      depths.data[i] = clamp01(0.5 + 0.75 * rx + 0.3 * qy)
    }
  }

  const colors = silkColors(light, plan)
  // Folds gather on one side and leave the other one calm.
  const side = random.range(0, 2 * Math.PI)
  const lightX = random.pick([-1, 1]) * 0.6
  const steep = frame.unit / reduce
  let brightest = -1
  const focal = { x: 0.5, y: 0.5 }
  for (let y = top; y < bottom; y++) {
    for (let x = left, i = y * width + x; x < right; x++, i++) {
      const towards = (x / width - 0.5) * Math.cos(side) + (y / height - 0.5) * Math.sin(side)
      const relief = steep * mix(0.06, 0.3, smoothstep(-0.35, 0.3, towards))
      const slopeX = slopeAt(heights, x, y, 1, 0) * relief
      const slopeY = slopeAt(heights, x, y, 0, 1) * relief
      const normal = 1 / Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY)
      const diffuse = (-slopeX * lightX + slopeY * 0.75 + 0.9) * normal
      const sheen = clamp01(diffuse - 0.35) ** 5
      const lab = colors(hues.data[i] ?? 0, depths.data[i] ?? 0, diffuse, sheen)
      const color = colorOfLab(lab)
      data[i * 3] = Math.max(0, color.r)
      data[i * 3 + 1] = Math.max(0, color.g)
      data[i * 3 + 2] = Math.max(0, color.b)
      // Around the centre, which all formats show.
      const dx = Math.abs(x * reduce - frame.width / 2) / frame.unit
      const dy = Math.abs(y * reduce - frame.height / 2) / frame.unit
      const inner = 1 - smoothstep(0.06, focalReach, Math.max(dx, dy))
      if (sheen * inner > brightest) {
        brightest = sheen * inner
        focal.x = x / width
        focal.y = y / height
      }
    }
  }
  return { small, focal }
}

function slopeAt({ width, height, data }: Plane, x: number, y: number, dx: number, dy: number): number {
  const from = clamp(y - dy, 0, height - 1) * width + clamp(x - dx, 0, width - 1)
  const to = clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)
  return ((data[to] ?? 0) - (data[from] ?? 0)) / 2
}

type SilkColor = (hue: number, depth: number, diffuse: number, sheen: number) => Oklab

const lightness = { dawn: 0.82, day: 0.86, dusk: 0.56, night: 0.3 } as const

/** Main and accent colour with a neighbour between them; the hour decides how light the cloth is. */
function silkColors({ main, accent: second }: SceneLight, { timeOfDay, palette }: ScenePlan): SilkColor {
  const base = lightness[timeOfDay]
  const isDark = base < 0.45
  const pull = isDark ? 0.74 : 0.55
  const place = ({ l, c, h }: Oklch, by: number): Oklab =>
    oklabOf(colorOf(withoutMud({ l: clamp01(mix(l, base, pull) + by), c: c * 1.05, h })))
  // Opposite hues would meet in grey and some neighbours in olive: a pale or a dark tone keeps them apart.
  // By night opposites swallow each other: only a palette that names both gets both.
  const isFree = isDark && palette.length === 0 && hueDistance(main.h, second.h) > 90
  const accent = isFree ? { ...second, h: turnHue(main.h, second.h, 0.35) } : second
  const between = turnHue(main.h, accent.h, 0.5)
  const isClean = hueDistance(main.h, accent.h) < 105 && (base > 0.7 || hueDistance(between, 112) > 35)
  const bridge: Oklch = isClean
    ? { l: mix(main.l, accent.l, 0.5), c: Math.max(main.c, accent.c), h: between }
    : { l: isDark ? 0.1 : 0.98, c: isDark ? 0.05 : 0.025, h: isDark ? main.h : accent.h }
  const stops = [
    place(main, -0.05),
    place(main, 0.05),
    place(bridge, isDark ? -0.03 : 0.04),
    place(accent, 0.02),
    place(accent, 0.1),
  ]
  const deep = place(main, timeOfDay === 'day' || timeOfDay === 'dawn' ? -0.14 : -0.13)
  const result = { l: 0, a: 0, b: 0 }

  return (hue, depth, diffuse, sheen) => {
    const at = hue * (stops.length - 1)
    const index = Math.min(stops.length - 2, at | 0)
    const from = stops[index] ?? deep
    const to = stops[index + 1] ?? deep
    const t = smoothstep(0, 1, at - index)
    const shade = 0.75 * smoothstep(0.52, 1, depth)
    const fall = diffuse - 0.82
    result.l = clamp01(mix(mix(from.l, to.l, t), deep.l, shade) + fall * 0.17 + sheen * 0.2)
    // Shadows keep their colour, highlights lose some of it.
    const chroma = 1 - clamp(fall * 0.35, -0.2, 0.3) - sheen * 0.35
    result.a = mix(mix(from.a, to.a, t), deep.a, shade) * chroma
    result.b = mix(mix(from.b, to.b, t), deep.b, shade) * chroma
    return result
  }
}
