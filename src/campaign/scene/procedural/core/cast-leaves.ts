import { type Random, smoothstep } from '../../../numeric/math.ts'
import type { ScenePlan } from '../families/family.ts'
import { growSprig, type SprigKind, silhouetteOf } from '../families/foliage/foliage.ts'
import { samplePlane } from './plane.ts'
import { cellOf, rasterizePlane } from './silhouette.ts'

const plants: Readonly<Record<ScenePlan['season'], SprigKind>> = {
  spring: 'olive',
  summer: 'palm',
  autumn: 'beech',
  winter: 'twig',
}

/** From the middle of the wall to the root of the plant, and the deviation of the blurred edges, in metres. */
const [from, blur] = [0.4, 0.035] as const
const perMetre = 70
const reach = 8
const top = 6.4
const reduce = 4

/**
 * The shadow that a plant of the season throws on a wall.
 * @returns the share of light that is lost, 0 to 1, at metres from the wall's middle and above its foot
 */
export async function castLeaves(
  { season }: ScenePlan,
  random: Random,
): Promise<(x: number, y: number) => number> {
  const side = random.pick([-1, 1])
  const size = { width: 2 * reach * perMetre, height: 7 * perMetre }
  const kind = plants[season]
  const sprigs = Array.from({ length: kind === 'twig' ? 4 : 5 }, () => {
    const x = (reach + side * (from + random.range(-0.8, 0.8))) * perMetre
    const angle = (side < 0 ? 0.8 : Math.PI - 0.8) + random.range(-0.5, 0.6)
    const y = size.height * random.range(0, 0.3)
    return silhouetteOf(growSprig(random, kind, { x, y, angle, length: perMetre * random.range(1.7, 2.9) }))
  })
  const shadow = await rasterizePlane(sprigs.join(''), size, { reduce, blur: blur * perMetre })
  return (x, y) => {
    const edge = Math.min(x + reach, reach - x, top - y, y - top + size.height / perMetre)
    if (edge <= 0) return 0
    const column = cellOf((x + reach) * perMetre, reduce)
    const row = cellOf((top - y) * perMetre, reduce)
    // The plants go on outside of the drawing: their shadow must not end at its border.
    return smoothstep(0, 0.7, edge) * samplePlane(shadow, column, row)
  }
}
