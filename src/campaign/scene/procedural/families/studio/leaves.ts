import { smoothstep } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import { type Plane, samplePlane, shrinkChannel } from '../../core/plane.ts'
import { rasterizeMask } from '../../core/silhouette.ts'
import type { Vector } from '../../core/vector.ts'
import type { ScenePlan } from '../../scene-plan.ts'
import { growSprig, type SprigKind, silhouetteOf } from '../foliage/foliage.ts'

/** Side of the square that the leaves hang in, in units of the set, and its distance before the set. */
const [span, before] = [8, 3] as const

/**
 * The light that leaves before the set let through to a point, from 0 to 1.
 * @param towards unit vector to the light
 * @param side where the light comes from, -1 left, 1 right
 */
export async function leafLight(
  random: Random,
  season: ScenePlan['season'],
  towards: Vector,
  side: number,
): Promise<(point: Vector) => number> {
  const leaves = await leafCoverage(random, season)
  return (point) => {
    const along = (-before - point.z) / towards.z
    const u = (point.x + towards.x * along - side * 2.4) / span + 0.5
    const v = 0.5 - (point.y + towards.y * along - towards.y * 3.4) / span
    const edge = Math.min(u, 1 - u, v, 1 - v)
    if (edge <= 0) return 1
    return 1 - 0.6 * smoothstep(0, 0.1, edge) * samplePlane(leaves, u * leaves.width, v * leaves.height)
  }
}

const plants: Readonly<Record<ScenePlan['season'], SprigKind>> = {
  spring: 'olive',
  summer: 'palm',
  autumn: 'beech',
  winter: 'twig',
}

/** Coverage of leaves on a square, already blurred as their shadow will be. */
async function leafCoverage(random: Random, season: ScenePlan['season']): Promise<Plane> {
  const size = 512
  const body: string[] = []
  const isFromLeft = random.next() < 0.5
  for (let i = 0; i < 3; i++) {
    const x = isFromLeft ? random.range(-0.1, 0.3) : random.range(0.7, 1.1)
    const fall = random.range(0.5, 1.3)
    const place = {
      x: x * size,
      y: random.range(-0.12, 0.12) * size,
      angle: isFromLeft ? fall : Math.PI - fall,
    }
    body.push(
      silhouetteOf(growSprig(random, plants[season], { ...place, length: size * random.range(0.5, 0.8) })),
    )
  }
  const mask = await rasterizeMask(body.join(''), { width: size, height: size }, { reduce: 2, blur: 5 })
  return shrinkChannel(mask, { channels: 1, channel: 0, reduce: 2 })
}
