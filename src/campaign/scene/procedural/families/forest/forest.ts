import { colorOf, mixOklch } from '../../../../numeric/color.ts'
import { clamp01, mix, type Random, smoothstep } from '../../../../numeric/math.ts'
import { createReduced, type FloatRaster, fillRaster } from '../../core/float-raster.ts'
import { createNoiseTile, gradientNoise, sampleTile } from '../../core/noise.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import { createFamily } from '../create-family.ts'
import type { ScenePlan } from '../family.ts'
import { forest as seasonColors } from '../tables.json' with { type: 'json' }
import { drawBranches, drawUndergrowth } from './foliage.ts'
import { drawTrunk, plantTrees, type Tree } from './trunks.ts'
import {
  angleTo,
  columnOf,
  eyeHeight,
  type ForestColors,
  type ForestView,
  glowAt,
  groundRowOf,
  hazeAt,
  mistReduce,
  readMist,
} from './view.ts'

/** The inside of a forest against a low sun: trunks that fade into mist, shafts of light. */
export const forest = createFamily('forest', ({ plan, frame, light, random }) => {
  const side = random.pick([-1, 1] as const)
  const aheadColumn = frame.width * (0.5 + side * 0.13)
  const eyeRow = Math.round(frame.height * 0.56 + frame.unit * 0.04)
  const place = {
    frame,
    eyeRow,
    aheadColumn,
    sun: { x: aheadColumn + side * frame.unit * 0.03, y: eyeRow - frame.unit * 0.2 },
    mistReach: 8.6 / Math.sqrt(light.haze),
  }
  return {
    focal: { x: place.sun.x / frame.width, y: place.sun.y / frame.height },
    paint(raster) {
      const colors = colorsOf(plan, light)
      const view = { ...place, mist: paintMist(place, light, random.fork('mist'), colors) }
      fillRaster(raster, (x, y, into) => readMist(view, x, y, into))
      const isPine = plan.subjects?.includes('pine') ?? false
      const birchShare = plan.subjects?.includes('birch') ? 0.85 : 0
      const trees = plantTrees(random.fork('trees'), birchShare)
      const bark = createNoiseTile(random.fork('bark'), { size: 256, frequency: 16, octaves: 4 })
      paintGround(raster, view, colors, trees, random.fork('ground'))
      const hasLeaves = plan.season !== 'winter'
      const foliage = { raster, view, colors, random: random.fork('foliage'), hasLeaves, isPine }
      let drawn = 0
      let beyond = 16
      for (const limit of [9, 6, 4, 2.6, 1.5]) {
        for (; drawn < trees.length; drawn++) {
          const tree = trees[drawn]
          if (!tree || tree.z < limit) break
          if (tree.z < 12) drawBranches(foliage, tree)
          drawTrunk(raster, view, colors, bark, tree)
        }
        drawUndergrowth(foliage, beyond, limit, hasLeaves ? 380 : 60)
        beyond = limit
        if (limit === 6) addShafts(raster, view, colors, random.fork('shafts'))
      }
      drawUndergrowth(foliage, 1.5, 1.05, hasLeaves ? 110 : 20)
    },
  }
})

function colorsOf({ season }: ScenePlan, light: SceneLight): ForestColors {
  const { leaf, ground } = seasonColors[season]
  const dim = light.isNight ? 0.5 : 1
  const lit = light.tint(leaf, 0.4)
  const dark = mixOklch({ ...lit, l: 0.24 * dim, c: lit.c * 0.45 }, light.shade, 0.3)
  const soil = light.tint(ground, 0.35)
  return {
    bark: colorOf(mixOklch({ l: 0.2 * dim + 0.03, c: 0.025, h: 55 }, light.shade, 0.3)),
    leafDark: colorOf(dark),
    leafLit: colorOf(
      light.isNight
        ? mixOklch({ ...lit, l: 0.46, c: lit.c * 0.5 }, light.sun, 0.25)
        : mixOklch({ ...lit, l: lit.l * 1.06 }, light.sun, 0.2),
    ),
    needleDark: colorOf(mixOklch({ l: 0.22 * dim, c: 0.04, h: 155 }, light.shade, 0.3)),
    needleLit: colorOf(mixOklch(light.tint({ l: 0.5 * dim, c: 0.09, h: 140 }, 0.2), light.sun, 0.2)),
    ground: colorOf(mixOklch({ ...soil, l: soil.l * 0.62 * dim }, light.shade, 0.3)),
    groundLit: colorOf(mixOklch({ ...soil, l: Math.min(0.9, soil.l * 1.5 * dim) }, light.sun, 0.35)),
    sun: colorOf(light.sun),
  }
}

/** The view's mist: pale along the ground and around the sun, darker towards the crowns. */
function paintMist(
  { frame, sun, eyeRow }: Omit<ForestView, 'mist'>,
  light: SceneLight,
  random: Random,
  { sun: key }: ForestColors,
): FloatRaster {
  const drift = gradientNoise(random)
  const horizon = light.sky.at(-1) ?? light.sun
  const leafy = light.tint({ l: 0.7, c: 0.06, h: 135 }, 0.75)
  const pale = colorOf(mixOklch({ ...horizon, l: horizon.l * 0.86 }, leafy, light.isNight ? 0.15 : 0.38))
  const upper = light.sky.at(1) ?? light.shade
  const dusky = colorOf(mixOklch({ ...upper, l: upper.l * 0.62 }, light.shade, 0.5))

  const mist = createReduced(frame, mistReduce)
  fillRaster(mist, (column, row, into) => {
    const dx = (column * mistReduce - sun.x) / frame.unit
    const dy = (row * mistReduce - sun.y) / frame.unit
    const distance = Math.sqrt(dx * dx * 0.8 + dy * dy)
    const low = (row * mistReduce - eyeRow) / frame.unit
    const wisps = 0.08 * drift(dx * 1.6, dy * 4 + 3)
    const share = clamp01(Math.exp(-distance * 1.5) + 0.32 * Math.exp(-low * low * 14) + wisps)
    const shine = light.power * (0.42 * Math.exp(-distance * 3.4) + 0.5 * Math.exp(-distance * 9))
    into.r = mix(dusky.r, pale.r, share) + key.r * shine
    into.g = mix(dusky.g, pale.g, share) + key.g * shine * 0.93
    into.b = mix(dusky.b, pale.b, share) + key.b * shine * 0.84
  })
  return mist
}

const angles = 2048

/** Adds beams through gaps of the crowns, which fan out from a point above the sun. */
function addShafts(
  { data, width, part }: FloatRaster,
  view: ForestView,
  { sun: key }: ForestColors,
  random: Random,
): void {
  const gaps = gradientNoise(random)
  const { frame, sun } = view
  const originX = sun.x + (sun.x - view.aheadColumn) * 4
  const originY = sun.y - frame.unit * 0.5
  const beams = Float32Array.from({ length: angles }, (_, i) => {
    const angle = (i / angles - 0.5) * Math.PI
    const open = clamp01(0.1 + gaps(angle * 9, 2) * 0.9 + gaps(angle * 26, 7) * 0.4)
    return 0.3 * open * Math.exp(-angle * angle * 3.5)
  })
  for (let y = Math.max(part.top, Math.ceil(originY)); y < part.bottom; y++) {
    const dy = (y - originY) / frame.unit
    const fade = smoothstep(0, 0.3, dy) * smoothstep(1.15, 0.35, dy)
    if (fade === 0) continue
    for (let x = part.left, i = (y * width + x) * 3; x < part.right; x++, i += 3) {
      const light = fade * (beams[(angleTo((x - originX) / frame.unit, dy) * angles) | 0] ?? 0)
      data[i] = (data[i] ?? 0) + key.r * light
      data[i + 1] = (data[i + 1] ?? 0) + key.g * light * 0.94
      data[i + 2] = (data[i + 2] ?? 0) + key.b * light * 0.84
    }
  }
}

/** The ground in perspective with the long shadows of the trunks, which fan out from below the sun. */
function paintGround(
  { data, width, part }: FloatRaster,
  view: ForestView,
  colors: ForestColors,
  trees: readonly Tree[],
  random: Random,
): void {
  const { frame, eyeRow, sun } = view
  const air = { r: 0, g: 0, b: 0 }
  const litter = createNoiseTile(random.fork('litter'), { size: 256, frequency: 16, octaves: 4, gain: 0.7 })
  const angles = 1024
  const shadowFrom = new Float32Array(angles).fill(1e6)
  for (const tree of trees) {
    const dx = columnOf(view, tree.x, tree.z) - sun.x
    const dy = groundRowOf(view, tree.z) - eyeRow
    const center = angleTo(dx, dy) * angles
    const spread = ((tree.radius / tree.z) * frame.unit * angles) / Math.PI / Math.hypot(dx, dy)
    for (let a = Math.floor(center - spread); a <= center + spread; a++) {
      if (a >= 0 && a < angles) shadowFrom[a] = Math.min(shadowFrom[a] ?? 1e6, dy)
    }
  }
  for (let y = Math.max(eyeRow + 1, part.top); y < part.bottom; y++) {
    const below = y - eyeRow
    const z = (eyeHeight * frame.unit) / below
    const haze = hazeAt(view, z)
    for (let x = part.left; x < part.right; x++) {
      const across = ((x - view.aheadColumn) / frame.unit) * z
      const texture = sampleTile(litter, across * 60, z * 60) * 0.6 + sampleTile(litter, across * 14, z * 14)
      const a = angleTo(x - sun.x, below) * angles
      readMist(view, x, y, air)
      const soft = 2 + below * 0.02
      let shaded = 0
      for (let k = -2; k <= 2; k++) {
        const from = shadowFrom[Math.round(a + k * soft * 0.5)] ?? 1e6
        shaded += smoothstep(from, from * 1.15 + 4, below) / 5
      }
      const lit = (1 - 0.6 * shaded) * clamp01(0.08 + 1.5 * glowAt(view, x, y)) * (0.75 + texture * 1.1)
      const i = (y * width + x) * 3
      const tone = 0.9 + texture * 0.8
      const share = clamp01(lit)
      data[i] = mix(mix(colors.ground.r * tone, colors.groundLit.r, share), air.r, haze)
      data[i + 1] = mix(mix(colors.ground.g * tone, colors.groundLit.g, share), air.g, haze)
      data[i + 2] = mix(mix(colors.ground.b * tone, colors.groundLit.b, share), air.b, haze)
    }
  }
}
