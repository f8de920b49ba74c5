import { colorOf, type Oklch } from '../../../../numeric/color.ts'
import { createRandom } from '../../../../numeric/random.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster, type FloatRaster } from '../../core/float-raster.ts'
import { createFrame } from '../../core/frame.ts'
import { mixOklch } from '../../core/mix-oklch.ts'
import { createNoiseTile } from '../../core/noise-tile.ts'
import { type SceneLight, sceneLight } from '../../core/scene-light.ts'
import type { ScenePlan } from '../../scene-plan.ts'
import type { Family } from '../family.ts'
import { drawBranches, drawNearLeaves, drawUndergrowth } from './foliage.ts'
import { paintGround } from './ground.ts'
import { addShafts, paintMist } from './mist.ts'
import { drawTrunk, plantTrees } from './trunks.ts'
import type { ForestColors, ForestView } from './view.ts'

/** The inside of a forest against a low sun: trunks that fade into mist, shafts of light, leaves out of focus in front. */
export const forest: Family = {
  name: 'forest',
  async render(plan, size) {
    const light = sceneLight(plan)
    const random = createRandom(plan.seed, 'forest')
    const frame = createFrame(size)
    const side = random.pick([-1, 1] as const)
    const aheadColumn = frame.width * (0.5 + side * 0.13)
    const eyeRow = Math.round(frame.height * 0.56 + frame.unit * 0.04)
    const view: ForestView = {
      frame,
      eyeRow,
      aheadColumn,
      sun: { x: aheadColumn + side * frame.unit * 0.03, y: eyeRow - frame.unit * 0.2 },
      mist: createFloatRaster(size.width, size.height),
      mistReach: 8.6 / Math.sqrt(light.haze),
    }
    const colors = colorsOf(plan, light)
    paintMist(view, light, random.fork('mist'), colors)
    const raster: FloatRaster = { ...view.mist, data: view.mist.data.slice() }
    const isPine = plan.subjects?.includes('pine') ?? false
    const birchShare = plan.subjects?.includes('birch')
      ? 0.85
      : isPine
        ? 0
        : plan.season === 'winter'
          ? 0.5
          : 0.18
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
    if (hasLeaves && !isPine) drawNearLeaves(foliage)
    const pixels = finish(raster, {
      seed: plan.seed,
      contrast: light.contrast,
      vignette: 0.26,
      bloom: 0.3,
      bloomFrom: 0.6,
    })
    const focal = { x: view.sun.x / size.width, y: view.sun.y / size.height }
    return { pixels, focal }
  },
}

interface SeasonColors {
  leaf: Oklch
  ground: Oklch
}

const seasonColors: Readonly<Record<ScenePlan['season'], SeasonColors>> = {
  spring: { leaf: { l: 0.76, c: 0.15, h: 120 }, ground: { l: 0.46, c: 0.08, h: 128 } },
  summer: { leaf: { l: 0.66, c: 0.14, h: 124 }, ground: { l: 0.4, c: 0.07, h: 128 } },
  autumn: { leaf: { l: 0.68, c: 0.16, h: 60 }, ground: { l: 0.42, c: 0.09, h: 52 } },
  winter: { leaf: { l: 0.7, c: 0.02, h: 230 }, ground: { l: 0.82, c: 0.02, h: 245 } },
}

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
