import { createRandom, type Random } from '../../../../numeric/random.ts'
import { finish } from '../../core/finish.ts'
import { createFloatRaster } from '../../core/float-raster.ts'
import { createFrame } from '../../core/frame.ts'
import { mixOklch } from '../../core/mix-oklch.ts'
import { sampleImage } from '../../core/sample-image.ts'
import { surfaceLight } from '../../core/surface-light.ts'
import { createTiles } from '../../core/tiles.ts'
import type { ScenePlan } from '../../scene-plan.ts'
import type { Family } from '../family.ts'
import { arrangeFruit } from './arrangement.ts'
import { createLighting } from './light.ts'
import { isKind, type KindName, type Piece } from './pieces.ts'
import { createBackdrop, lampOf, roomOf, windowOf } from './room.ts'
import { createShader } from './shading.ts'
import type { Hit, Ray } from './shapes.ts'
import { createSkins } from './skin.ts'

const eye = { y: 1.9, z: -6 }
const pitch = -0.2

/** A still life of fruit on a table in the light of a window: a bowl or loose fruit, of the kinds that the plan names. */
export const fruit: Family = {
  name: 'fruit',
  async render(plan, size) {
    const light = surfaceLight(plan)
    const random = createRandom(plan.seed, 'fruit')
    const { width, height, unit } = createFrame(size)
    const side = random.pick([-1, 1] as const)
    const focal = Math.min(unit * 1.42, width * 1.48, height * 1.75)
    const centerX = width * (0.5 + side * 0.05)
    const tableRow = Math.min(height * 0.67, height * 0.9 - focal * 0.13)
    const centerY = tableRow - focal * (eye.y / -eye.z + pitch)

    const chosen = chooseKinds(plan, random.fork('kinds'))
    const inBowl = plan.subjects?.includes('bowl') ?? random.fork('bowl').next() < 0.4
    const { pieces, blockers } = arrangeFruit(random.fork('fruit'), { chosen, side, inBowl })
    const lighting = createLighting(lampOf(plan, side), {
      window: windowOf(plan),
      aim: { x: side * 0.05, y: 0.45, z: 0.1 },
      blockers,
      softness: light.isNight ? 0.12 : 0.09,
    })
    const room = roomOf(plan, light)
    // Food keeps its colours: mood and palette only lean them.
    const skinAt = createSkins(random.fork('skin'), {
      tint: (color) => mixOklch(color, light.tint(color, 0.05), 0.3),
      ceramic: { ...light.accent, l: light.isNight ? 0.6 : 0.82, c: light.accent.c * 0.45 },
    })
    const shade = createShader(room, lighting, skinAt)
    const backdrop = createBackdrop(room, lighting, random.fork('table'))

    const spheres = pieces.map((piece) => {
      const { center, reach } = piece.solid
      const scale = focal / (center.z - eye.z)
      const y = centerY + pitch * focal - (center.y - eye.y) * scale
      return { item: piece, x: centerX + center.x * scale, y, radius: reach * scale * 1.12 }
    })
    const candidatesAt = createTiles(spheres, { width, height })
    const ray: Ray = { ox: 0, oy: eye.y, oz: eye.z, dx: 0, dy: 0, dz: 0 }
    const hit: Hit = { t: 0, nx: 0, ny: 0, nz: 0, x: 0, y: 0, z: 0 }
    const nearest: Hit = { ...hit }
    const raster = createFloatRaster(width, height)
    sampleImage(raster, (x, y, into) => {
      const u = (x - centerX) / focal
      const v = (centerY - y) / focal + pitch
      const length = 1 / Math.sqrt(u * u + v * v + 1)
      ray.dx = u * length
      ray.dy = v * length
      ray.dz = length
      let piece: Piece | undefined
      for (const candidate of candidatesAt(x, y)) {
        if (!candidate.solid.hit(ray, hit) || (piece && hit.t >= nearest.t)) continue
        Object.assign(nearest, hit)
        piece = candidate
      }
      if (piece) shade(piece, ray, nearest, into)
      else backdrop(ray, into)
    })

    const pixels = finish(raster, {
      seed: plan.seed,
      contrast: light.contrast,
      vignette: 0.22,
      bloom: 0.15,
      bloomFrom: 0.8,
    })
    const focus = { x: centerX / width, y: (tableRow - focal * 0.06) / height }
    return { pixels, focal: focus }
  },
}

const seasonal: Readonly<Record<ScenePlan['season'], readonly (readonly KindName[])[]>> = {
  spring: [
    ['lemon', 'lime'],
    ['orange', 'lemon'],
    ['grapefruit', 'lemon'],
  ],
  summer: [
    ['peach', 'cherry'],
    ['lemon', 'orange'],
    ['peach', 'plum', 'cherry'],
    ['lime', 'lemon'],
  ],
  autumn: [
    ['apple', 'pear'],
    ['pear', 'plum'],
    ['apple', 'plum'],
  ],
  winter: [['orange'], ['orange', 'grapefruit'], ['apple', 'orange']],
}

function chooseKinds({ season, subjects = [] }: ScenePlan, random: Random): readonly KindName[] {
  const named = subjects.filter(isKind)
  const sets = seasonal[season]
  return named.length > 0 ? named : (sets[random.int(0, sets.length - 1)] ?? ['orange'])
}
